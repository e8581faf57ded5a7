"""Questions asked in threads of their own."""

import threading

import pytest

from bot.web.vitals import Question


def test_a_machine_without_threads_for_a_moment_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    question = Question("redis", lambda: 42)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refused)
        with pytest.raises(TimeoutError):
            question.put().result(5)
    assert question.put().result(5) == 42
