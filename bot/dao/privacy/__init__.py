"""Whose a row is, how long it is kept, and how it is erased."""
