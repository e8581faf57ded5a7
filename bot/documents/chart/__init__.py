"""Charts as PNG pictures, drawn by Pillow."""
