"""Who somebody is: one-time codes, phone numbers, accounts."""
