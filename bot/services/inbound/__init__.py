"""Messages on their way in: their rows, and those whose webhook never reached us."""
