"""What goes out: parts of replies, e-mails, voice notes, and what holds them back."""
