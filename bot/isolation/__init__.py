"""Code that meets hostile or heavy input, in child processes with bounds the kernel keeps."""
