"""Markdown files: CommonMark with GitHub's tables, as people keep them in notes and repositories."""
