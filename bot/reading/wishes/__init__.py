"""What somebody wishes in plain words and no command says: a person, a language, a class, a quiz."""
