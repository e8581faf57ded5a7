"""The agent loop. Knows nothing of databases, channels, tools or the web."""
