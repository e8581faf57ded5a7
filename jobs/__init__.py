"""What RQ workers run: thin entry points into bot, the worker itself, its background services."""
