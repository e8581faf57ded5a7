"""The agent's tools, one module per category; which mode has which stands in toolsets.py."""
