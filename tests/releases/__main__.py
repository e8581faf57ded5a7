"""`python -m tests.releases NAME COMMIT`: record the release that is deployed now."""

import sys
import tempfile
from pathlib import Path

from tests.releases import record

if __name__ == "__main__":
    name, commit = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        made = record(name, commit, Path(folder))
    sys.stdout.write(f"{made.name}: revision {made.revision}, {len(made.tables)} tables, {len(made.jobs)} jobs\n")
