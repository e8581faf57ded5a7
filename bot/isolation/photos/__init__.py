"""Photos as they are sent: made small, upright and harmless in a child process; their sharpness, light and words."""
