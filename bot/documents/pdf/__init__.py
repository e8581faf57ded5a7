"""PDF: blocks laid out on pages by fpdf2."""
