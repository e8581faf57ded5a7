"""Documents and pictures: one block vocabulary, one folder a kind. Rendered in a child process (bot.isolation)."""
