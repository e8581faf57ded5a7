"""What people send beside text: fetched, told apart by content, read, kept."""
