"""Reading the web: pages of one run, the sources of its answer, and how many pages it may read."""
