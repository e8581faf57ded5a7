"""What turns cost and who pays: prices, quotes, purchases, budgets, and whether the ledger adds up."""
