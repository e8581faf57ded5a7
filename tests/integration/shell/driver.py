"""Runs commands for somebody else: a request a line, an answer a line. Started as an ordinary user where tests run as
root (see surroundings). Needs nothing but the standard library, bubblewrap's wheel and the sandbox itself."""

import json
import sys
from dataclasses import asdict
from typing import Any

from bot.errors import SandboxFailed
from bot.isolation.shell.runner import Ran, Sandbox, find_bubblewrap
from bot.isolation.shell.trial import check


def told(ran: Ran) -> dict[str, Any]:
    """An outcome as JSON, without the home."""
    told = asdict(ran) | {"home": len(ran.home or b""), "files": [name for name, _ in ran.files]}
    for stream in ("stdout", "stderr"):
        told[stream] = b"".join(told[stream][part] for part in ("head", "tail")).decode("utf-8", "backslashreplace")
    return told


def say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    sandbox = Sandbox(find_bubblewrap(), 1)
    try:
        check(sandbox)
    except SandboxFailed as error:
        say({"off": str(error)})
        return
    say({"off": ""})
    for line in sys.stdin:
        asked = json.loads(line)
        say(told(sandbox.run(asked["command"], timeout_s=asked["seconds"], patience_s=60)))


if __name__ == "__main__":
    main()
