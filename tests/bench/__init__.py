"""`make bench`: what the product costs beside what stock parts cost, measured in one run. See docs/benchmarks.md."""
