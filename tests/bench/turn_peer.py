"""The shortest bot on stock parts, as an RQ job: two SQLModel commits, a typed streamed completion, a call of Twilio's
SDK, nothing durable. `python -m tests.bench.turn_peer simple` (or `forking`) is its worker, with everything loaded;
`… bare N` asks the model alone N times and writes the CPU milliseconds of each.

Environment: LLM and TWILIO (bases), DATABASE, REDIS."""

import os
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from openai import OpenAI
from redis import Redis
from rq import SimpleWorker, Worker
from sqlalchemy import Engine
from sqlalchemy.orm import registry
from sqlmodel import Field, Session, SQLModel, create_engine
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER

QUEUE = "peer"
PROMPT = "x" * 3000
WARM_UP = 5
PACE_S = 0.1  # from one question to the next, on every side; a turn of ours takes about as long


def paced(times: int) -> Iterator[int]:
    """So many numbers, from one to the next at least PACE_S."""
    began = time.monotonic()
    for at in range(times):
        time.sleep(max(0.0, began + at * PACE_S - time.monotonic()))
        yield at


class Peer(SQLModel, registry=registry()):
    """What its tables are declared in: not among the product's, which tests list."""


class Said(Peer, table=True):
    """One message of a conversation."""

    id: int | None = Field(default=None, primary_key=True)
    who: str
    role: str
    body: str


class Elsewhere(TwilioHttpClient):
    """Twilio's own client, to another base."""

    def request(self, method: str, url: str, *args: Any, **options: Any) -> Any:
        base = urlsplit(os.environ["TWILIO"])
        return super().request(
            method, urlunsplit(urlsplit(url)._replace(scheme=base.scheme, netloc=base.netloc)), *args, **options
        )


@cache
def engine() -> Engine:
    return create_engine(os.environ["DATABASE"])


@cache
def model() -> OpenAI:
    return OpenAI(base_url=os.environ["LLM"], api_key="sk-for-tests")


@cache
def twilio() -> Client:
    return Client(ACCOUNT_SID, AUTH_TOKEN, http_client=Elsewhere())


def turn(who: str, text: str) -> None:
    """One question and its answer."""
    with Session(engine()) as session:
        session.add(Said(who=who, role="user", body=text))
        session.commit()
    answer = complete(text)
    with Session(engine()) as session:
        session.add(Said(who=who, role="assistant", body=answer))
        session.commit()
    twilio().messages.create(from_=WHATSAPP_NUMBER, to=who, body=answer)


def complete(text: str) -> str:
    """What the model answers."""
    asked: list[Any] = [{"role": "system", "content": PROMPT}, {"role": "user", "content": text}]
    stream = model().chat.completions.create(model="m", stream=True, messages=asked)
    return "".join(choice.delta.content or "" for chunk in stream for choice in chunk.choices)


def main(kind: str, count: int) -> None:
    """Work, or ask the model so often."""
    if kind == "bare":
        for at in paced(WARM_UP + count):
            if at == WARM_UP:
                began = time.process_time()
            complete("Tu es là ?")
        sys.stdout.write(f"{(time.process_time() - began) * 1000 / count}\n")
        return
    Peer.metadata.create_all(engine())
    engine().dispose()  # a child must not share what its parent has opened
    model(), twilio()
    worker = {"simple": SimpleWorker, "forking": Worker}[kind]
    worker([QUEUE], connection=Redis.from_url(os.environ["REDIS"])).work(logging_level="WARNING")


if __name__ == "__main__":
    sys.modules["tests.bench.turn_peer"] = sys.modules["__main__"]  # which the jobs name
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
