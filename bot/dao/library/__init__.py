"""Stored files, whose they are, and the passages by which they are found."""
