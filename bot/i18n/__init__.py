"""The bot's own sentences, in French and English, and the choice between the two."""
