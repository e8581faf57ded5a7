"""Commands, with and without a slash, what may follow them, and the words that stop all messages."""
