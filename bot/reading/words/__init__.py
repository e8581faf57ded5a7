"""What all readers share: a text as words, phrases with words around them, numbers, slips of the finger."""
