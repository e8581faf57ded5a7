"""How office formats are told to write numbers as the French do."""

from typing import Final

FRENCH: Final = "[$-40C]"
"""In front of a format code: spaces between thousands and a decimal comma, whatever the language of the phone."""
