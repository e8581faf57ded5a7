"""Web pages in one file: no script, nothing fetched, light or dark as the reader's telephone is."""
