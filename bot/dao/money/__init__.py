"""Credits and francs: the ledger, payments, and what the models took."""
