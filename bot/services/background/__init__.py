"""Work beside the conversation as its person sees it: what it is called, how far it is, where it stands in line."""
