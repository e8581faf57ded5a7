"""Keys derived per use, and the signed links made with them."""
