"""`python -m tests.releases NAME COMMIT`: record the release that is deployed now."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.releases import record

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.releases", description="Record the release deployed now.")
    parser.add_argument("name", help="its day, as in 2026-12-01")
    parser.add_argument("commit", help="what was deployed, as git knows it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = record(given.name, given.commit, Path(folder))
    sys.stdout.write(f"{made.name}: revision {made.revision}, {len(made.tables)} tables, {len(made.jobs)} jobs\n")
