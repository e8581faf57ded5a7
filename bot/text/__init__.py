"""Pure functions on text that has no direction yet: what may stand in it, LaTeX, hiding pieces from a parser."""
