"""School mathematics as the demo model reads and writes it; what a value is comes from the calculate tool."""
