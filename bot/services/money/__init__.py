"""What turns cost and who pays."""
