"""What people do to people, by subject. Patterns over `words.words_of`."""
