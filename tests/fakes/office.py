"""LibreOffice as the reader of our documents: it opens them, recalculates them and prints them to PDF. Skipped with a
reason where it is not installed; `.ci/run` installs it."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
DEADLINE_S = 90.0  # the first start makes a profile; on a busy machine that takes a while


class Office:
    """One LibreOffice with a profile of its own, so that neither the person's nor another test's stands in its way."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._made = 0

    def to_pdf(self, body: bytes, ending: str) -> bytes:
        """The document as LibreOffice prints it. `ending`: "docx", "xlsx"…"""
        return self.converted(body, ending, "pdf")

    def converted(self, body: bytes, ending: str, to: str) -> bytes:
        """The document saved anew in another format, or in its own (`to` may name a filter, "csv:Text…"). Fails the
        test with what LibreOffice says when it cannot open it."""
        self._made += 1
        place = self._folder / str(self._made)
        place.mkdir(parents=True)
        source = place / f"document.{ending.removeprefix('.')}"
        source.write_bytes(body)
        said = self._run("--convert-to", to, "--outdir", str(place / "out"), str(source))
        made = place / "out" / f"document.{to.partition(':')[0]}"
        assert made.exists(), f"LibreOffice could not open the {ending}: {said}"
        return made.read_bytes()

    def _run(self, *arguments: str) -> str:
        """What it said. Nothing of it outlives the deadline: it starts processes of its own."""
        profile = f"-env:UserInstallation=file://{self._folder}/profile"
        command = [self._program, profile, "--headless", "--norestore", "--nolockcheck", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            return process.communicate(timeout=DEADLINE_S)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            pytest.fail(f"LibreOffice did not end within {DEADLINE_S:.0f} s")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="session")
def libreoffice(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """The session's LibreOffice."""
    if SOFFICE is None:
        pytest.skip("LibreOffice is not installed")
    return Office(SOFFICE, tmp_path_factory.mktemp("office"))
