"""Parts on their way to the user: sending in order, callbacks, and finding out what nobody told us."""
