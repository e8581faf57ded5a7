"""Word documents: blocks as real styles, lists, tables and equations, by python-docx."""
