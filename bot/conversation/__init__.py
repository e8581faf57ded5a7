"""What to do with a message: the inbox, the router, the agent's turn."""
