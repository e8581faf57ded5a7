"""Help beyond the agent: care in distress, helplines, the human contact, reports of faults."""
