"""How much one sender may have of us: messages a minute and a day, and how often a refusal is said."""
