"""The application. Processes are composed in bot.app (web) and jobs.runtime (workers)."""
