"""What people may ask for their own data: a copy of everything, and its erasure."""
