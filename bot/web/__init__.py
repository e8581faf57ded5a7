"""HTTP endpoints. Every blueprint is registered with an explicit guard (bot.web.guards)."""
