"""PPTX: slides of structured arguments, laid out so that nothing overflows and drawn by python-pptx."""
