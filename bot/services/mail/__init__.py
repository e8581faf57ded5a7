"""E-mails that the agent writes: to the person themselves, and drafts that leave by their digit alone."""
