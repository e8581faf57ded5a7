"""What the demo model can do, one file a subject: a skill is one wish, its recogniser and its act; see table.py."""
