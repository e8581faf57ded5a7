"""What people have to do, and being reminded of it."""
