"""Reads of a message whether somebody is in danger: its words as they are spelt and sound, and what they say."""
