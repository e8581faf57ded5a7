"""What commands do, one module a subject."""
