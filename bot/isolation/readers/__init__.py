"""Parsers of files, by kind. Loaded in child processes only: see bot.isolation.file_text."""
