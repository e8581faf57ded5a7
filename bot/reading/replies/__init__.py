"""What people type below a question of ours that is no quiz: yes and no, codes, addresses, lines of a list."""
