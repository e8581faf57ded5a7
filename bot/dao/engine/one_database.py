"""Where the database is SQLite, a worker does not load PostgreSQL's dialect. Tables say how their indexes are there,
for which SQLAlchemy asks the dialect of that name: this one takes it, and is asked for nothing else."""

from sqlalchemy import Index
from sqlalchemy.dialects import registry


class PostgreSQL:
    """What it knows of tables: the arguments of ours that begin with its name."""

    construct_arguments = ((Index, {"where": None}),)


def keep_to(database_url: str) -> None:
    """Leave out the dialect of which no database is. To be called before tables are made."""
    if database_url.startswith("sqlite"):
        registry.register("postgresql", __name__, PostgreSQL.__name__)
