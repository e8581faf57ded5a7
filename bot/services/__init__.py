"""What the application can do, above rows and providers, below conversation and tools."""
