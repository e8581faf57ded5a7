"""What is read of files into which other processes count."""

from pathlib import Path

import pytest

from bot.obs.metrics import Metrics


def test_a_process_that_has_just_begun_or_was_killed_over_it_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is made, and filled in a second step."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    (tmp_path / "counter_1.db").touch()
    assert b"\npalabre_queue_messages 3.0\n" in Metrics().render([("palabre_queue_messages", "Messages", 3)])
