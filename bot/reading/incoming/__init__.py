"""A message as it comes in: its form, its sender, what makes it more than one of many."""
