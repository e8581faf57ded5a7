"""Reads a reply to a numbered question, and to several: labels, options written out, in other words, as meant."""
