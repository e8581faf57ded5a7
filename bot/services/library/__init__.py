"""A person's files, made for them or sent by them: storing, describing, indexing, searching, and links to them."""
