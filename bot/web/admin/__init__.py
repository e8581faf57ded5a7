"""The administrators' page: server-rendered, one file a page. How to add one: docs/extending.md."""
