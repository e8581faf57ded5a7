"""The day that stands on what is made is that of whoever asks, wherever they are."""

import io
from datetime import datetime

import pytest
from PIL import Image
from sqlmodel import select

from bot.cli.commands import add_user
from bot.i18n.day import date_in, long_date_in, today_at
from bot.models import StoredFile
from bot.services.attachments.photos import Photos
from bot.services.attachments.reading import Sent
from bot.types import Language, Mode
from tests.fakes.clock import FakeClock
from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database

WHEREVER = ["+6867200000", "+16847331234"]  # Kiribati and Samoa: at any hour one of them has another day than London


@pytest.mark.parametrize("address", WHEREVER)
def test_a_document_and_the_list_of_files_carry_the_day_of_who_asks(line: Line, address: str) -> None:
    add_user(line.database, address, Mode.STUDENT, 20)
    made = calls(("generate_html", {"title": "Demande", "content": "Madame, Monsieur,"}))
    line.model.then(made, says("Voilà."))
    line.says("Fais une lettre", address=address)
    line.says("/fichiers", address=address)
    with line.database.read() as session:
        (file,) = session.exec(select(StoredFile)).all()
    page = line.runtime.inbox.turns.store.read(file.sha256).decode()
    today = today_at(address, line.run().started_at)
    assert long_date_in(today, Language.FR) in page
    assert date_in(datetime.combine(today, datetime.min.time()), Language.FR) in line.hears(address)[-1]


@pytest.mark.parametrize("address", WHEREVER)
def test_a_photo_is_of_the_day_of_who_sends_it(address: str) -> None:
    clock, photo = FakeClock(), io.BytesIO()
    clock.freeze()
    Image.effect_noise((800, 600), 90).save(photo, "JPEG")
    sent = Sent(photo.getvalue(), "image/jpeg", "", Language.FR, is_guest=False, address=address)
    kept = Photos(clock, 1_600, sees=True).read(sent).kept
    assert kept is not None
    assert long_date_in(today_at(address, clock.now()), Language.FR) in kept.title
