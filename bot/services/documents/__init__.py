"""Documents made for users. Composing runs in a child process: the rest of the application only sees `render_pdf`."""
