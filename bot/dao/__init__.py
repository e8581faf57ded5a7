"""Reading and writing rows. Functions take a session first and never commit."""
