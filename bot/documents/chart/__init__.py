"""The bars of /progres as a PNG picture, drawn by Pillow. The charts of documents are bot.documents.figures."""
