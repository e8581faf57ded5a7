"""The demo world, a process of its own: a rule-based model, a search engine and the few pages they know."""
