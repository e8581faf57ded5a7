"""The shell sandbox: one command at a time in namespaces of its own, under a guardian process that outlives nobody.

runner.py asks, from the worker; guardian.py is the process between worker and sandbox; launcher.py holds what
bubblewrap and the first shell inside are told; filter.py is the list of system calls; watch.py, capture.py and
home.py are the guardian's eyes, ears and hands; confine.py is how it becomes harmless."""
