"""Files made for users, and links to them."""
