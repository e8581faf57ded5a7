"""Waking workers: the table of jobs and the cheap, harmless way to ask for one. Running them is `jobs`' part."""
