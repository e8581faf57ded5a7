"""Reading the web."""
