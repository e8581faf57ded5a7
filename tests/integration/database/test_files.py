"""The file of a SQLite database, and those beside it, before anything is opened."""

import os
from pathlib import Path

import pytest

from bot.errors import ConfigurationError
from tests.fakes.keys import migrate, open_database


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-turn"])
def test_a_file_that_another_user_has_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """Migrated as root, served as somebody else: reading works, and every message would be refused."""
    url = f"sqlite:///{tmp_path}/palabre.db"
    made = open_database(url)
    migrate(made)
    made.close()
    theirs = tmp_path / f"palabre.db{end}"
    theirs.touch()
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != theirs)  # root may do everything
    with pytest.raises(ConfigurationError, match=f"DATABASE_URL: this user may not write to {theirs} "):
        open_database(url)
