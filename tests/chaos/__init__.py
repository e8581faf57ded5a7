"""The crash campaign: real workers killed and frozen at instants nobody chose, and a judge outside of them."""
