"""What the shell sandbox keeps between commands, and which of a command's files are sent to the person."""
