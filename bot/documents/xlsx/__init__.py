"""XLSX: sheets of structured arguments, checked, computed and drawn by openpyxl."""
