"""Where the processes of a web server count: below var/, or, where nothing may be written, in a folder of their own."""

import errno
import os
import runpy
from pathlib import Path

import pytest

CONF = Path(__file__).resolve().parents[3] / "gunicorn.conf.py"


@pytest.mark.parametrize("writable", [True, False])
def test_a_file_system_that_takes_nothing_stops_no_web_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, writable: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    if not writable:
        Path("var").write_text("a file, below which nothing can be made")
    made = runpy.run_path(str(CONF))
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path / "var") == writable
    strangers = tmp_path / "99999999"  # no master's: it lies beside the folder of ours
    strangers.mkdir()
    made["on_starting"](None)
    made["on_exit"](None)
    assert strangers.is_dir()
    assert not folder.exists()


def test_disks_without_any_room_stop_none_either(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(**_: object) -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.mkdtemp", nowhere)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    Path("var").write_text("a file, below which nothing can be made")
    made = runpy.run_path(str(CONF))
    made["on_starting"](None)
    made["on_exit"](None)
    assert not Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).exists()
