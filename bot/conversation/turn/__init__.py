"""One turn of the agent: what the model is shown, the run's journal, the reply."""
