"""Parts on their way to people: sending in order, callbacks, and what became of parts about which we heard nothing."""
