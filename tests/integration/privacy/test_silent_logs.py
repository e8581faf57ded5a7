"""Each write of the webhook and of a turn is made to fail, by the database itself and with the whole row in its message
where the database can do that: the log says where it failed, and nothing of what people wrote."""

import io
import logging
from collections.abc import Callable, Iterator

import pytest
from sqlmodel import col, select

from bot.dao.database import Database
from bot.models import OtpCode
from bot.obs.logs import RedactingFormatter
from bot.services.sign_in.one_time_codes import OneTimeCodes
from tests.fakes.model import Request, Step, calls, says
from tests.fakes.product import make_settings
from tests.integration.conversation.conftest import Line, model, open_line  # noqa: F401 - fixtures
from tests.integration.web.conftest import web  # noqa: F401 - a fixture
from tests.integration.web.webhook import Web, form

NAME, CONFIDED, NUMBER = "Awa Confidence", "ma mère est malade", "2250700000009"
ADDRESS = f"whatsapp:+{NUMBER}"
PUPIL = "whatsapp:+2250700000001"
DETAILS = {"profile_name": NAME}
LEAK = """
CREATE FUNCTION leak() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'no: %%', NEW USING DETAIL = 'Key ' || NEW::text, HINT = NEW::text; END
$$ LANGUAGE plpgsql
"""


def refuse(database: Database, table: str) -> None:
    """From now on every write to a table fails."""
    with database.write_connection() as connection:
        if database.is_sqlite:
            for event in ("INSERT", "UPDATE"):
                refused = f"CREATE TRIGGER leak_{event} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
                connection.exec_driver_sql(refused)
        else:
            connection.exec_driver_sql(LEAK)
            trigger = f"CREATE TRIGGER leak BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION leak()"
            connection.exec_driver_sql(trigger)


class Log:
    """What goes to standard error in production, all of it."""

    def __init__(self) -> None:
        self._stream = io.StringIO()
        self.handler = logging.StreamHandler(self._stream)
        self.handler.setFormatter(RedactingFormatter([]))

    def attempt(self, act: Callable[[], object]) -> None:
        """What a worker does with a job that fails."""
        self.listen()
        try:
            act()
        except Exception:
            logging.getLogger("jobs").exception("a job failed")

    def listen(self) -> None:
        """Stand beside the handlers there are: a worker that starts puts its own in the place of all others."""
        root = logging.getLogger()
        root.setLevel(logging.DEBUG)
        if self.handler not in root.handlers:
            root.addHandler(self.handler)

    def text(self) -> str:
        return self._stream.getvalue()


@pytest.fixture
def log() -> Iterator[Log]:
    made, root = Log(), logging.getLogger()
    level = root.level
    made.listen()
    yield made
    root.removeHandler(made.handler)
    root.setLevel(level)


def is_silent(log: Log, *private: str) -> None:
    """It failed, the log says so, and none of these stand there."""
    text = log.text()
    assert "Traceback" in text
    for word in (*private, NAME, CONFIDED, NUMBER, "malade", "Confidence", "07 00 00"):
        assert word not in text, text


def test_a_webhook_that_cannot_write(web: Web, log: Log) -> None:  # noqa: F811
    refuse(web.database, "inbound_message")
    answer = web.post(form(From=ADDRESS, WaId=NUMBER, Body=CONFIDED, ProfileName=NAME))
    assert answer.status_code == 500
    is_silent(log)


def pupil_turn(line: Line) -> None:
    """A file with private words in it, from somebody with an account."""

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            return says(f"Courage : {CONFIDED}.")
        return calls(("generate_pdf", {"title": CONFIDED, "content": f"Pour {NAME} : {CONFIDED}."}))

    line.model.script(rule)
    line.says(f"Ecris : {CONFIDED}", address=PUPIL, details=DETAILS)


@pytest.mark.parametrize(
    "table",
    ["address", "run", "transcript_message", "iteration", "tool_call", "stored_file", "outbound_part", "user_account",
     "ledger_entry", "conversation"],
)  # fmt: skip
def test_a_turn_that_cannot_write(open_line: Callable[..., Line], log: Log, table: str) -> None:  # noqa: F811
    line = open_line()
    refuse(line.database, table)
    log.attempt(lambda: pupil_turn(line))
    is_silent(log, "2250700000001")


def test_a_guest_who_cannot_be_made(open_line: Callable[..., Line], log: Log) -> None:  # noqa: F811
    line = open_line()
    refuse(line.database, "address")
    log.attempt(lambda: line.says(CONFIDED, address=ADDRESS, details=DETAILS))
    is_silent(log)


@pytest.mark.parametrize(
    ("table", "when"),
    [("pending_interaction", 0), ("otp_code", 1), ("outbound_part", 1), ("otp_code", 2), ("user_account", 2)],
)
def test_a_sign_in_that_cannot_write(open_line: Callable[..., Line], log: Log, table: str, when: int) -> None:  # noqa: F811
    """A dialogue that breaks before its step number `when`."""
    line = open_line()
    code = wrong = "no code yet"
    for step in range(3):
        if step == when:
            refuse(line.database, table)
        if step == 2:
            code = last_code(line)
            wrong = f"{(int(code) + 1) % 1_000_000:06d}"
            log.attempt(lambda typed=wrong: line.says(typed, address=ADDRESS))
        said = ("/connexion", "1", code)[step]
        log.attempt(lambda said=said: line.says(said, address=ADDRESS, details=DETAILS))
        if step == when:
            break
    is_silent(log, code, wrong)


def last_code(line: Line) -> str:
    with line.database.read() as session:
        row = session.exec(select(OtpCode).order_by(col(OtpCode.id).desc())).first()
    assert row
    return OneTimeCodes(make_settings()).code_of(row)
