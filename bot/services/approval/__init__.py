"""What a tainted run may not do by itself: which addresses are vouched for, and the person's yes for the rest."""
