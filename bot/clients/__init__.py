"""Other people's servers: each client raises the errors of bot.errors and retries nothing."""
