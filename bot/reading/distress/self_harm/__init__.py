"""Wants to die, or harms themselves: said outright, by signs, and by signs that say little alone. Patterns over
`words.words_of`."""
