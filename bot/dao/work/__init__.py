"""Runs and those who work on them: what a run leaves behind, its leases and its end, workers and their chores."""
