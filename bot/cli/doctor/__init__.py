"""`flask --app wsgi doctor` and `make doctor`: does everything work that the settings name? One line for each thing."""
