"""A mobile money service for development: its API, which is Wave's, and the page where one pays."""
