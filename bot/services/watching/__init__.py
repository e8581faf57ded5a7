"""Who watches a run while it works: their connections, held by one thread a process."""
