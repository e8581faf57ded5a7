"""The first page, alerts, health and the log: what they count is what there is, also when something is away."""

import re
from datetime import timedelta

from sqlmodel import select

from bot.dao import conversations
from bot.dao.money import ledger
from bot.models import AdminAction, Alert, Conversation, OutboundPart, Run, User, Worker
from bot.models.base import utc_now
from tests.fakes.admin import OTHER_ADMIN, Browser, make_administrator, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.product import Web, make_settings, open_web
from tests.fakes.valkey import Valkey


def tile(page: str, label: str) -> str:
    """The figure under a name on a page of tiles."""
    found = re.search(rf"<dt>(?:<a [^>]*>)?{label}(?:</a>)?</dt>\s*<dd>([^<]+)", page)
    assert found, label
    return found[1].strip()


def make_runs(web: Web, days_ago: int, good: int, bad: int, cost: float = 0.5) -> None:
    at = web.clients.clock.now().replace(hour=12) - timedelta(days=days_ago)
    with web.database.write() as session:
        key = conversations.ensure(session, f"+22507000000{days_ago:02d}").id
        for number in range(good + bad):
            reason = "error" if number < bad else "done_signal"
            session.add(Run(conversation_id=key, status="done", mode="student", language="fr", model="gpt", cost=cost,
                            stop_reason=reason, error="timeout" if number < bad else "",
                            started_at=at, ended_at=at))  # fmt: skip


def test_the_first_page_counts_today_and_thirty_days(either_web: Web, clock: FakeClock) -> None:
    make_runs(either_web, 30, 100, 0)
    make_runs(either_web, 29, 3, 1)
    make_runs(either_web, 1, 4, 0)
    clock.freeze()
    make_runs(either_web, 0, 5, 2)
    with either_web.database.write() as session:
        user = User()
        session.add(user)
        session.flush()
        ledger.post(session, user.id, 20, "welcome", "w")
        ledger.post(session, user.id, -3, "turn", "a", 1)
        ledger.post(session, user.id, -2, "tool", "b", 1)
        ledger.post(session, user.id, 1, "refund", "c", 1)
        for _ in range(3):
            session.add(Alert(kind="x"))
    browser = Browser(either_web)
    browser.signs_in()
    page = browser.get("/admin").get_data(as_text=True)
    shown = {
        label: tile(page, label)
        for label in ("Personnes", "Réponses", "Échecs", "Crédits dépensés", "Alertes ouvertes")
    }
    assert shown == {"Personnes": "1", "Réponses": "7", "Échecs": "2", "Crédits dépensés": "4", "Alertes ouvertes": "3"}
    assert tile(page, "Coût du modèle").replace("\u202f", " ") == "3,50 $"
    assert "1 nouvel inscrit" in page
    assert "15 réponses, dont 3 échecs" in page
    rows = re.findall(r'<th scope="row">', page)
    assert len(rows) == 30
    assert page.count("<rect") >= 30
    assert len(page) < 60_000


def test_a_day_that_is_over_is_counted_once(web: Web) -> None:
    make_runs(web, 5, 2, 0)
    admin = Browser(web)
    admin.signs_in()
    assert "2 réponses, dont 0 échec ;" in text_of(admin.get("/admin"))
    make_runs(web, 5, 40, 0)
    assert "2 réponses, dont 0 échec ;" in text_of(admin.get("/admin"))
    make_runs(web, 0, 1, 0)
    assert "3 réponses" in text_of(admin.get("/admin")), "today goes on"


def test_an_empty_service_has_a_first_page_too(admin: Browser) -> None:
    page = admin.get("/admin")
    assert "0 réponse," in text_of(page)
    assert page.get_data(as_text=True).count("<svg") == 1


def test_a_day_that_a_clock_ahead_took_for_over_is_counted_anew(web: Web, clock: FakeClock) -> None:
    """Its figures would stay those of the moment in which the clock was ahead, until the process ends."""
    clock.skip(3 * 86_400)
    early = Browser(web)
    early.signs_in()
    early.get("/admin")
    clock.skip(-3 * 86_400)
    make_runs(web, 0, 3, 0)
    later = Browser(web)
    make_administrator(web, OTHER_ADMIN)
    later.signs_in(OTHER_ADMIN)
    assert "3 réponses" in text_of(later.get("/admin"))


def test_health_says_what_waits_who_works_and_what_fails(either_web: Web) -> None:
    make_runs(either_web, 0, 1, 2)
    with either_web.database.write() as session:
        session.add(Worker(id="w", label="worker-7", heartbeat=0.0))
        key = session.exec(select(Conversation.id)).one()
        session.add(OutboundPart(conversation_id=key, key="a", address="whatsapp:+2250700000000", channel="whatsapp",
                                 body="x", state="undelivered", error_code=63016, closed_at=utc_now()))  # fmt: skip
    browser = Browser(either_web)
    browser.signs_in()
    page = text_of(browser.get("/admin/health"))
    for said in ("worker-7", "perdu", "timeout", "Réveils", "gpt", "WhatsApp", "Outils : aucun échec."):
        assert said in page.replace("\xa0", " "), said
    assert "Tools: no failure." in text_of(browser.get("/admin/health", headers={"Accept-Language": "en"}))


def test_health_counts_failures_by_their_kind_and_shows_no_words_of_anybody(either_web: Web) -> None:
    """A provider may say again what it was asked; and the number of a request makes each of its sentences another."""
    make_runs(either_web, 0, 0, 3)
    with either_web.database.write() as session:
        for run in session.exec(select(Run)):
            run.error = f"provider_refused: the model refused: « je suis Awa » is not allowed (request {run.id})"
    browser = Browser(either_web)
    browser.signs_in()
    page = browser.get("/admin/health")
    assert "gpt provider_refused 3" in text_of(page)
    assert "Awa" not in text_of(page)


def test_a_queue_is_counted_once_whichever_jobs_wait_in_it(web: Web, valkey: Valkey) -> None:
    """Turns and spoken answers wait in one line: it was shown under the name of each."""
    busy = open_web(make_settings(redis_url=valkey.url), web.database, web.clients.clock)
    for job in ("drain", "drain", "speak", "pay"):
        assert busy.wake.wake(job, 1)
    browser = Browser(busy)
    browser.signs_in()
    page = text_of(browser.get("/admin/health"))
    found = re.findall(r"(\w+) (\d+)", page[page.index("Réveils") :])[:5]
    assert dict(found) == {"turns": "3", "guests": "0", "urgent": "0", "background": "0", "delivery": "2"}
    busy.wake.close()


def test_without_redis_health_says_so_and_everything_works(admin: Browser) -> None:
    page = admin.get("/admin/health")
    assert page.status_code == 200
    assert "Redis ne répond pas" in text_of(page)
    assert "Inconnues : Redis ne répond pas" in text_of(page)


def test_when_the_database_is_slow_to_count_the_pages_are_there(web: Web, admin: Browser) -> None:
    """What the census needs is away; what the page needs is not."""
    web.app.extensions["palabre.admin"].vitals._database.close()
    with web.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE outbound_part RENAME TO outbound_part_away")
    page = admin.get("/admin")
    assert page.status_code == 200
    assert "La base n’a pas répondu à temps" in text_of(page)


def test_the_log_shows_every_act_newest_first(web: Web, admin: Browser, clock: FakeClock) -> None:
    with web.database.write() as session:
        session.add(Alert(kind="x"))
    admin.post("/admin/alerts/seen", kind="x", upto="1", shown="1")
    page = text_of(admin.get("/admin/actions"))
    assert page.index("Alertes vues") < page.index("Entrée", page.index("sur cette page"))
    assert "…0077" in page
    only = text_of(admin.get("/admin/actions?kind=acknowledge"))
    assert "1 actes" in only or "x × 1" in only
    assert "Ce choix n’existe pas" in text_of(admin.get("/admin/actions?kind=<script>"))
    clock.skip(61)
    with web.database.write() as session:
        for number in range(60):
            session.add(
                AdminAction(
                    administrator_id=1, who="…0001", kind="export", detail=f"file {number}", created_at=utc_now()
                )
            )
    page = admin.get("/admin/actions?kind=export").get_data(as_text=True)
    assert "file 59" in page
    assert 'rel="next"' in page
    assert len(page) < 60_000


def test_what_somebody_wrote_keeps_its_direction_to_itself(web: Web, admin: Browser) -> None:
    with web.database.write() as session:
        user = User()
        session.add(user)
        session.flush()
        ledger.post(session, user.id, 20, "grant", "g", reason="خطأ في الفاتورة 12 500 FCFA")
    for path in ("/admin/credits", f"/admin/users/{user.id}"):
        assert "<bdi>خطأ في الفاتورة 12 500 FCFA</bdi>" in admin.get(path).get_data(as_text=True)


def test_no_line_of_a_french_page_begins_with_a_colon(admin: Browser) -> None:
    assert "(GMT)\u00a0: l’heure" in admin.get("/admin").get_data(as_text=True)
