"""Under `bot.dao.database`: limits of connections, what fails, and the order in which threads and processes write."""
