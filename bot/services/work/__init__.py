"""A worker's hold on a conversation, what its person sees meanwhile, and how a worker leaves."""
