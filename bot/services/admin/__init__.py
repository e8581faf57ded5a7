"""What administrators do, each act logged in its own transaction."""
