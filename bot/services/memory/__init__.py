"""Facts about a person that the agent keeps from one conversation to the next."""
