"""Charts and curves as PNG pictures, for every kind of document. Drawn by pygal and resvg, in the child process."""
