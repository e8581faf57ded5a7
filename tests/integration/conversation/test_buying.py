"""Buying credits from the first word to the receipt, with a real server in the provider's place. The worker's steps are
the test's, so that each can be lost, repeated, or come late."""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from bot.cli.commands import add_user
from bot.clients.payments import Notice
from bot.dao import addresses
from bot.dao.money import ledger, payments
from bot.models import Payment, Run, User
from bot.services.limits.refusals import SAID_A_DAY
from bot.services.money import notices
from bot.services.money.books import Books
from bot.services.money.cashier import AT_ONCE
from bot.services.money.packs import packs
from bot.services.money.shop import MOST_A_DAY, Shop, shop_of
from bot.services.privacy.erase import erase
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.model import calls, says
from tests.fakes.paystack import FakePaystack
from tests.fakes.wave import FakeWave
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL, Line
from tests.integration.conversation.till import LINK, LIST, Till


def test_from_the_first_word_to_the_receipt(till: Till, wave: FakeWave) -> None:
    till.says("je veux acheter des crédits")
    assert till.hears() == [LIST]
    till.says("2")
    assert till.hears() == [], "the link comes when there is one"
    till.works()
    (link,) = till.hears()
    assert link.startswith("Pour payer 1 000 FCFA (120 crédits) par Wave :\nhttps://pay.wave.example/c/cos-")
    assert "valable 30 minutes" in link
    assert wave.session.amount == "1000"
    assert till.works() == 0, "nothing is due before somebody tells or time passes"
    wave.stand_in.pay(wave.session.id)
    assert till.told(wave) == "new"
    till.works()
    payment = till.payment()
    assert till.hears() == [
        f"Paiement reçu : 1 000 FCFA, +120 crédits. Solde : {CREDITS + 120} crédits. Reçu n° {payment.reference}"
    ]
    assert till.line.credits() == CREDITS + 120
    assert (payment.status, payment.detail) == ("paid", wave.session.transaction_id)


def test_the_agent_knows_by_what_means_one_pays(till: Till) -> None:
    till.line.model.script(lambda _request: says("Seulement Wave."))
    till.says("ma sœur n’a que mtn momo, c’est un problème ?")
    (request,) = till.line.model.requests
    assert "FCFA. They are paid by Wave, by nothing else." in request["messages"][0]["content"]


@pytest.mark.parametrize("said", ["je veux payer par mtn", "ya moov money ?", "payer par carte bancaire"])
def test_who_asks_to_pay_by_another_means_reads_by_which_one_pays(till: Till, said: str) -> None:
    till.says(said)
    assert till.hears() == [LIST]
    assert (till.line.model.requests, till.alerts()) == ([], [])


def test_who_misses_what_they_paid_for_is_heard_in_words_of_their_own(till: Till, wave: FakeWave) -> None:
    complaint = "wave a débité mon compte et toujours pas de crédits"
    till.line.model.script(lambda _request: says("De quel compte ?"))
    till.says(complaint)
    assert till.hears() == ["De quel compte ?"], "who has bought nothing speaks of something else"
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(60)
    till.says(complaint)
    assert till.hears()[0].startswith("Je demande au service de paiement où en sont vos 1 000 FCFA.")
    till.works()
    assert till.hears()[0].startswith("Paiement reçu")
    assert len(till.line.model.requests) == 1


@pytest.mark.parametrize(
    "said",
    ["je choisis la deuxième", "2️⃣", "120 crédits", "b", "le 2 par wave", "/acheter 1000f", "je veux 1000 F de crédits"],
)
def test_the_choice_is_read_as_other_menus_are(till: Till, said: str) -> None:
    till.says("/acheter")
    till.says(said)
    assert [payment.pack for payment in till.payments()] == ["medium"]


@pytest.mark.parametrize("said", ["/acheter 500", "/recharge", "je veux 500f de crédits", "recharger 5000 francs"])
def test_who_names_a_sum_gets_the_list_and_pays_nothing_for_asking(till: Till, said: str) -> None:
    spend_all(till)
    till.says(said)
    assert till.hears() == [LIST]
    assert till.payments() == [], "the number that buys stands in our own message alone"


@pytest.mark.parametrize("said", ["non", "Non merci", "pas maintenant", "laisse tomber"])
def test_a_no_closes_the_list_and_costs_nothing(till: Till, said: str) -> None:
    till.says("/acheter", said)
    assert till.hears()[-1] == "C’est annulé."
    till.buys()
    till.says(said)
    assert till.hears()[-1].startswith("D’accord. Tant que vous ne payez pas, rien n’est débité")
    assert till.line.credits() == CREDITS


@pytest.mark.parametrize("said", ["annule", "/annuler"])
def test_who_cancels_is_told_that_a_link_goes_on_until_it_ends(till: Till, said: str) -> None:
    till.buys()
    till.says(said)
    assert till.hears()[-1].startswith("D’accord. Tant que vous ne payez pas, rien n’est débité")
    till.says("/acheter", said)
    assert till.hears()[-1] == "C’est annulé."


def test_a_no_to_what_the_agent_has_asked_since_leaves_the_list_open(till: Till) -> None:
    till.line.model.script(lambda _request: says("Veux-tu un autre exemple ?"))
    for said in ("/acheter", "C’est quoi une fraction ?", "rien"):
        till.says(said)
    assert till.hears()[1:] == ["Veux-tu un autre exemple ?"] * 2
    till.says("2")
    assert len(till.payments()) == 1


def test_a_number_that_is_not_on_the_list_gets_the_list_once(till: Till) -> None:
    till.says("/acheter")
    till.says("7")
    till.says("0")
    _, again, left = till.hears()
    assert again.startswith("Ce numéro n’est pas dans la liste")
    assert left == "C’est annulé."
    assert till.payments() == []
    till.line.model.script(lambda _request: says("Deux quoi ?"))
    till.says("2")
    assert till.hears() == ["Deux quoi ?"], "a digit behind the end is an ordinary message"
    assert till.payments() == []


def spend_all(till: Till) -> None:
    with till.database.write() as session:
        ledger.post(session, 1, -till.line.credits(), "adjustment", "spent")


def test_who_has_no_credits_left_gets_the_list_again_until_a_pack_is_read(till: Till) -> None:
    spend_all(till)
    till.says("/acheter")
    till.says("celui que ma sœur avait pris")
    first, again = till.hears()
    assert again == LIST.replace(first.splitlines()[0], "Il ne vous reste plus assez de crédits pour cela. Combien "
                                 "voulez-vous en acheter par Wave ?")  # fmt: skip
    till.says("celui de 1000F")
    assert [payment.pack for payment in till.payments()] == ["medium"]
    assert till.line.outcomes() == ["command", "no_credits", "interaction"]


def test_the_list_is_not_put_again_for_ever_nor_behind_a_choice(till: Till) -> None:
    spend_all(till)
    till.says("/acheter")
    for number in range(20):
        till.says(f"question {number} sur les fractions")
        till.clock.skip(10)
    assert len(till.hears()) == 1 + SAID_A_DAY["purchase_first"] + SAID_A_DAY["no_credits"]
    till.clock.skip(86_400)
    till.buys()
    till.clock.skip(301)
    till.says("explique-moi les fractions")
    (told,) = till.hears()
    assert told.startswith("Il ne vous reste plus assez de crédits : 0 crédit.")
    assert "aide@palabre.example" in told, "who wants money back has none left to ask the agent"


def test_the_list_ends_after_an_hour(till: Till) -> None:
    till.line.model.script(lambda _request: says("Deux quoi ?"))
    till.says("/acheter")
    till.clock.skip(3_601)
    till.says("2")
    assert till.payments() == []


def test_who_is_not_signed_in_is_told_how_to(till: Till) -> None:
    till.says("/acheter", address=GUEST)
    heard = till.hears(GUEST)
    assert heard[0] == "Pour acheter des crédits, connectez-vous d’abord : /connexion"
    assert "FCFA" not in "".join(heard)
    till.says("2", address=GUEST)
    assert till.payments() == []


def test_a_list_is_nobodys_after_a_sign_out(till: Till) -> None:
    till.line.model.script(lambda _request: says("Bonjour"))
    till.says("/acheter")
    with till.database.write() as session:
        found = addresses.by_value(session, PUPIL)
        assert found
        found.signed_in_until = None
    till.says("2")
    assert till.payments() == []


def test_a_nervous_second_tap_gets_the_same_link(till: Till, wave: FakeWave) -> None:
    link = till.buys()
    till.says("2")
    assert LINK.findall(till.hears()[0]) == [link]
    till.says("/acheter")
    till.says("2")
    assert LINK.findall(till.hears()[1]) == [link]
    till.works()
    assert len(wave.stand_in.sessions) == len(till.payments()) == 1


def test_a_second_tap_before_the_link_is_there_opens_no_second_payment(till: Till, wave: FakeWave) -> None:
    till.says("/acheter")
    till.says("2")
    till.says("2")
    assert till.hears()[-1] == "Votre lien de paiement arrive dans un instant."
    till.works()
    assert len(wave.stand_in.sessions) == 1


def test_a_second_tap_behind_the_receipt_asks_nobody_to_pay_again(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    till.hears()
    for _ in range(2):
        till.says("2")
        till.works()
        (said,) = till.hears()
        assert said.startswith("Votre dernier paiement est bien arrivé : 1 000 FCFA, +120 crédits.")
    assert len(till.payments()) == 1
    assert till.buys("2") == wave.session.launch_url, "who asks for the list again buys again"
    assert len(till.payments()) == 2


@pytest.mark.parametrize("said", ["1", "500"])
def test_another_digit_behind_the_receipt_is_said_of_something_else(till: Till, wave: FakeWave, said: str) -> None:
    """Such as of the draft, or the lesson, for which the credits were bought."""
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    till.hears()
    till.line.model.script(lambda _request: says("Et ensuite ?"))
    till.says(said)
    assert till.hears() == ["Et ensuite ?"]
    assert len(till.payments()) == 1


def test_who_taps_another_pack_behind_the_receipt_means_it(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    till.line.says("50 crédits, 500 FCFA", kind="button", details={"list_id": "i1:0"})
    assert [payment.amount for payment in till.payments()] == [1000, 500]


def test_another_pack_is_another_payment(till: Till) -> None:
    till.buys("2")
    till.says("3")
    till.works()
    assert "2 000 FCFA" in till.hears()[0]
    assert [payment.amount for payment in till.payments()] == [1000, 2000]


@pytest.mark.parametrize("changed", [{"credits": 150}, {"amount": 900}, {"currency": "XAF"}])
def test_a_pack_that_has_changed_since_the_link_is_another_payment(till: Till, changed: dict[str, Any]) -> None:
    till.buys()
    payment = till.payment()
    (pack,) = (pack for pack in packs() if pack.name == payment.pack)
    shop = Shop("", "wave", ())
    with till.database.write() as session:
        whose = (session, payment.user_id, payment.conversation_id or "")
        same = shop.open_payment(*whose, pack, till.clock.now())
        other = shop.open_payment(*whose, replace(pack, **changed), till.clock.now())
    assert same
    assert other
    assert (same.is_new, other.is_new) == (False, True)


def test_behind_a_choice_any_other_words_are_for_the_agent_and_close_the_list(till: Till) -> None:
    till.line.model.script(lambda _request: says("Je vous écoute."))
    till.buys()
    till.says("explique-moi les fractions")
    till.says("2")
    assert till.hears() == ["Je vous écoute.", "Je vous écoute."]
    assert len(till.payments()) == 1


def test_a_link_that_has_grown_old_is_not_given_again(till: Till) -> None:
    first = till.buys()
    till.clock.skip(11 * 60)
    assert till.buys() != first


def test_too_many_payments_in_a_day_are_refused(till: Till) -> None:
    till.says("/acheter")
    for _ in range(20):
        till.says("2")
        till.clock.skip(11 * 60)
        till.says("/acheter")
    till.hears()
    till.says("2")
    assert till.hears()[-1].startswith("Vous avez ouvert beaucoup de paiements")
    assert len(till.payments()) == 20
    till.clock.skip(86_400)
    till.buys()
    assert len(till.payments()) == 21


def test_what_was_paid_is_counted_among_no_open_payments(till: Till) -> None:
    with till.database.write() as session:
        user_id = session.exec(select(User.id)).one()
        for number in range(MOST_A_DAY):
            paid = shop_of(till.line.runtime.settings).open_payment(
                session, user_id, conversation_id(PUPIL), replace(packs()[0], name=f"{number}"), till.clock.now()
            )
            assert paid
            paid.payment.status, paid.payment.due_at = "paid", None
    till.buys()


def test_a_payment_of_last_week_is_looked_for_by_a_human(till: Till) -> None:
    till.buys()
    till.clock.skip(4 * 86_400 + 1)
    till.says("/paiement")
    assert till.hears()[-1].startswith("Je ne trouve aucun paiement de ces derniers jours.")


@pytest.mark.parametrize("mode", [Mode.STUDENT, Mode.PRO])
def test_the_agent_opens_the_same_list(till: Till, mode: Mode) -> None:
    with till.database.write() as session:
        session.get_one(User, 1).mode = mode
    steps = iter((calls(("buy_credits", {})),))
    till.line.model.script(lambda _request: next(steps))
    till.says("mon oncle veut m’offrir de quoi continuer, comment fait-il ?")
    assert till.hears() == [LIST]
    till.says("1")
    till.works()
    assert "500 FCFA" in till.hears()[0]
    assert [payment.credits for payment in till.payments()] == [50]


@pytest.mark.parametrize(
    ("text", "others", "price"), [("", (), 0), ("Voici les packs.", (), 0), ("Pythagore dit ceci. " * 20, (), 1),
                                  ("", (("calculate", {"expression": "2*3"}),), 1)],
)  # fmt: skip
def test_the_list_alone_costs_nothing_and_makes_no_answer_free(
    till: Till, text: str, others: tuple[tuple[str, dict[str, str]], ...], price: int
) -> None:
    till.line.model.script(lambda _request: calls(*others, ("buy_credits", {}), text=text))
    till.says("mon oncle veut m’offrir de quoi continuer, comment fait-il ?")
    assert LIST in till.hears()[-1]
    assert till.line.credits() == CREDITS - price


@pytest.mark.parametrize(("text", "costs"), [("156.", [0, 1, 0, 1]), ("", [0, 0, 0, 0])])
def test_a_sentence_above_the_list_is_free_once_a_day(till: Till, text: str, costs: list[int]) -> None:
    """« 12 × 13 ? Et montre les packs »: a sentence is a whole answer."""
    till.line.model.script(lambda _request: calls(("buy_credits", {}), text=text))
    for number, cost in enumerate(costs):
        before = till.line.credits()
        till.says(f"combien font douze fois {number + 13} ? et montre aussi les packs à la fin")
        assert before - till.line.credits() == cost
        if number == 1:
            with till.database.write() as session:
                for run in session.exec(select(Run)):
                    run.started_at -= timedelta(days=1)


def test_an_expired_link_is_said_once_and_money_that_comes_later_is_still_credited(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.skip(31 * 60 + 1)
    till.works()
    (said,) = till.hears()
    assert said.startswith("Le lien de paiement de 1 000 FCFA a expiré.")
    wave.session.checkout_status, wave.session.payment_status = "complete", "succeeded"
    till.clock.skip(3_600)
    till.works()
    assert till.hears()[0].startswith("Paiement reçu : 1 000 FCFA")
    assert till.line.credits() == CREDITS + 120


@pytest.mark.parametrize("pays", [0, 1, None])
def test_an_unused_link_ends_silently_when_another_is_newer_or_was_paid(
    till: Till, wave: FakeWave, pays: int | None
) -> None:
    links = [till.buys("2")]
    till.clock.skip(11 * 60)
    links.append(till.buys("2"))
    if pays is not None:
        wave.stand_in.pay(wave.at(links[pays]).id)
        till.clock.skip(60)
        till.says("j’ai payé")
        till.works()
        assert till.hears()[-1].startswith("Paiement reçu : 1 000 FCFA")
    ends: list[str] = []
    for _ in range(4):
        till.clock.skip(15 * 60)
        till.works()
        ends += till.hears()
    assert len(ends) == (1 if pays is None else 0), "« a expiré » behind a receipt makes people pay again"
    assert [payment.status for payment in till.payments()].count("expired") == (2 if pays is None else 1)


def test_a_payment_that_fails_is_said_once_and_may_still_be_paid(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.refuse(wave.session.id)
    till.told(wave, "checkout.session.payment_failed")
    till.works()
    till.told(wave, "checkout.session.payment_failed", "EV_2")
    till.works()
    assert till.hears() == ["Le paiement de 1 000 FCFA n’a pas abouti. Pour réessayer : /acheter"]
    assert till.payment().status == "failed"
    wave.stand_in.pay(wave.session.id)
    till.told(wave, event_id="EV_3")
    till.works()
    assert till.purchases() == [120]


def test_a_webhook_that_never_comes_is_not_needed(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(2 * 60 + 1)
    till.works()
    assert till.hears()[0].startswith("Paiement reçu")


def test_looks_end_after_days_and_a_webhook_opens_the_payment_again(till: Till, wave: FakeWave) -> None:
    till.buys()
    looks = 0
    for _ in range(6 * 24 * 4):
        till.clock.skip(900)
        looks += till.works()
    assert 5 <= looks <= 8
    assert till.payment().closed_at is not None
    wave.session.checkout_status, wave.session.payment_status = "complete", "succeeded"
    till.told(wave)
    till.works()
    assert till.purchases() == [120]


def test_a_webhook_ahead_of_the_providers_own_answer_is_asked_again_soon(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.told(wave)
    till.works()
    assert till.payment().status == "pending"
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(31)
    till.works()
    assert till.purchases() == [120]


def test_one_credit_whatever_is_told_and_repeated(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    assert [till.told(wave, event_id=event) for event in ("EV_1", "EV_1", "EV_2")] == ["new", "duplicate", "new"]
    till.works()
    assert till.told(wave, event_id="EV_3") == "new"
    assert till.works() == 0
    till.told(wave, "checkout.session.payment_failed", "EV_4")
    till.works()
    assert till.purchases() == [120]
    assert len(till.hears()) == 1
    assert till.payment().status == "paid"


@pytest.mark.parametrize(
    "changes", [{"amount": "100"}, {"amount": "1000.50"}, {"currency": "EUR"}, {"client_reference": "PALOTHER"}]
)
def test_what_was_not_asked_for_is_not_credited(till: Till, wave: FakeWave, changes: dict[str, str]) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    for name, value in changes.items():
        setattr(wave.session, name, value)
    with till.database.write() as session:
        payments.make_due(session, "wave", till.payment().reference, till.clock.now())
    till.works()
    with till.database.write() as session:
        payments.make_due(session, "wave", till.payment().reference, till.clock.now())
    till.works()
    (said,) = till.hears()
    assert till.payment().reference in said
    assert till.alerts() == ["payment_mismatch"]
    assert till.purchases() == []


def test_who_paid_something_else_and_buys_again_gets_another_link(till: Till, wave: FakeWave) -> None:
    first = till.buys()
    wave.stand_in.pay(wave.session.id)
    wave.session.amount = "100"
    till.told(wave)
    till.works()
    assert "ne correspond pas" in till.hears()[0]
    second = till.buys()
    assert second != first, "that one is paid: nobody can pay by it any more"
    wave.stand_in.pay(wave.session.id)
    till.told(wave, event_id="EV_2")
    till.works()
    assert (till.purchases(), till.alerts()) == ([120], ["payment_mismatch"])


def test_a_notice_of_a_payment_nobody_made_is_an_alert(till: Till) -> None:
    with till.database.write() as session:
        taken = notices.take(session, "wave", Notice("EV_1", "checkout.session.completed", "PALX"), till.clock.now())
    assert (taken.result, taken.payment_id) == ("unknown", None)
    assert till.alerts() == ["payment_unknown"]


def test_a_notice_of_a_payment_that_never_had_a_link_makes_none(till: Till, wave: FakeWave) -> None:
    wave.fails(401)
    till.says("/acheter")
    till.says("2")
    till.works()
    till.hears()
    till.clock.skip(2 * 86_400)
    with till.database.write() as session:
        notice = Notice("EV_1", "checkout.session.completed", till.payment().reference)
        assert notices.take(session, "wave", notice, till.clock.now()).result == "unknown"
    assert (till.works(), till.hears()) == (0, [])
    assert till.alerts() == ["payment_provider", "payment_unknown"], "somebody looks what came in"


# -- a provider that is away, late, or talks nonsense


def test_a_link_that_takes_long_is_said_once_and_follows(till: Till, wave: FakeWave) -> None:
    wave.fails(503, 503)
    till.says("/acheter")
    till.says("2")
    till.works()
    till.clock.skip(21)
    till.works()
    till.clock.skip(31)
    till.works()
    _, late, link = till.hears()
    assert late.startswith("Le service de paiement ne répond pas")
    assert "https://pay.wave.example" in link


def test_a_create_whose_answer_was_lost_makes_no_second_session(till: Till, wave: FakeWave) -> None:
    wave.says("{")  # the answer …
    till.says("/acheter")
    till.says("2")
    till.works()
    order = till.payment()
    back = "https://p.example/payments/back"
    wave.stand_in.create({"amount": "1000", "currency": "XOF", "success_url": back, "error_url": back,
                          "client_reference": order.reference})  # … of this  # fmt: skip
    till.clock.skip(21)
    till.works()
    assert len(wave.stand_in.sessions) == 1
    assert till.payment().session_id == wave.session.id


def test_no_link_in_half_an_hour_ends_it(till: Till, wave: FakeWave) -> None:
    wave.fails(*[500] * 40)
    till.says("/acheter")
    till.says("2")
    for _ in range(20):
        till.works()
        till.clock.skip(180)
    assert till.payment().status == "refused"
    assert till.hears()[-1].startswith("Le paiement de 1 000 FCFA n’a pas pu être préparé")
    assert till.alerts() == ["payment_provider"]
    assert till.works() == 0


def test_credentials_that_are_refused_end_it_at_once(till: Till, wave: FakeWave) -> None:
    wave.fails(401)
    till.says("/acheter")
    till.says("2")
    till.works()
    assert (till.payment().status, till.alerts()) == ("refused", ["payment_provider"])


def test_a_provider_that_is_away_for_an_hour_loses_nothing(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    wave.fails(*[503] * 500)
    for _ in range(60):
        till.works()
        till.clock.skip(60)
    assert till.payment().status == "pending"
    assert till.hears() == [], "nothing is said of what nobody knows"
    assert set(till.alerts()) == {"payment_provider"}
    assert len(till.alerts()) <= 2
    wave.faults.clear()
    till.clock.skip(601)
    till.works()
    assert till.purchases() == [120]


@pytest.mark.parametrize("answer", ["{", "[]", "{}", '{"checkout_status": "done"}', "null", '"succeeded"'])
def test_nonsense_is_no_answer(till: Till, wave: FakeWave, answer: str) -> None:
    till.buys()
    till.told(wave)
    wave.says(answer)
    till.works()
    assert till.payment().status == "pending"
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(31)
    till.works()
    assert till.purchases() == [120]


@pytest.mark.parametrize("end", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "1999-01-01T00:00:00Z", None])
def test_a_link_that_ends_when_no_link_does_is_good_for_half_an_hour(
    till: Till, wave: FakeWave, end: str | None
) -> None:
    till.says("/acheter")
    till.says("2")
    told = {"id": "cos-1", "wave_launch_url": "https://pay.wave.com/c/1", "amount": "1000", "when_expires": end,
            "client_reference": till.payment().reference}  # fmt: skip
    wave.says(json.dumps(told))
    till.works()
    is_odd = end is not None and end.startswith("0001")
    assert till.payment().status == ("created" if is_odd else "pending")
    assert is_odd or "valable 30 minutes" in till.hears()[-1]


def test_a_link_ends_when_its_provider_says(till: Till, wave: FakeWave) -> None:
    till.says("/acheter")
    till.says("2")
    end = till.clock.now() + timedelta(minutes=12)
    told = {"id": "cos-1", "wave_launch_url": "https://pay.wave.com/c/1", "amount": "1000",
            "when_expires": end.isoformat(), "client_reference": till.payment().reference}  # fmt: skip
    wave.says(json.dumps(told))
    till.works()
    assert till.payment().expires_at == end
    assert "valable 12 minutes" in till.hears()[-1]


def test_what_has_failed_is_not_said_to_have_expired(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.refuse(wave.session.id)
    till.told(wave, "checkout.session.payment_failed")
    till.works()
    till.hears()
    till.clock.skip(32 * 60)
    assert till.works() == 1
    assert (till.payment().status, till.hears()) == ("failed", [])


@pytest.mark.parametrize("number", ["T\u0000\ud800", "T" * 9_000])
def test_money_that_came_is_credited_whatever_its_number_looks_like(till: Till, wave: FakeWave, number: str) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    wave.session.transaction_id = number
    till.told(wave)
    till.works()
    assert till.purchases() == [120]


def test_many_that_wait_for_a_provider_leave_threads_to_messages(till: Till, wave: FakeWave) -> None:
    till.buys()
    cashier, answer, asked = till.line.runtime.cashier, threading.Event(), threading.Semaphore(0)

    def hangs() -> None:
        asked.release()
        answer.wait(30)

    wave.faults.extend([hangs] * AT_ONCE)
    with till.database.write() as session:
        first = session.get_one(Payment, 1)
        for number in range(AT_ONCE + 1):
            values = first.model_dump(exclude={"id", "reference", "due_at"})
            session.add(Payment(**values, reference=f"PAL{number}", due_at=till.clock.now()))
    threads = [threading.Thread(target=cashier.advance, args=(2 + number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    assert all(asked.acquire(timeout=20) for _ in threads)
    cashier.advance(2 + AT_ONCE)
    assert till.payment().tries == 0, "nobody waits for it: it is still due"
    answer.set()
    for thread in threads:
        thread.join(20)
    cashier.advance(2 + AT_ONCE)
    assert till.payment().checked_at is not None


def test_a_link_that_is_none_is_not_sent(till: Till, wave: FakeWave) -> None:
    wave.stand_in.launch_base = "javascript:alert(1)//"
    till.says("/acheter")
    till.says("2")
    till.works()
    assert "javascript" not in "\n".join(till.hears())


def test_a_worker_that_dies_behind_its_claim_is_replaced(till: Till, wave: FakeWave) -> None:
    till.says("/acheter")
    till.says("2")
    now = till.clock.now()
    with till.database.write() as session:
        assert payments.claim(session, till.payment().id, now, now + timedelta(seconds=20))
    till.line.runtime.cashier.advance(till.payment().id)
    assert wave.requests == [], "another wake-up is harmless"
    till.clock.skip(21)
    till.works()
    assert till.payment().status == "pending"


# -- who is told, and whose it is


def test_who_said_stop_is_credited_and_told_nothing(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.says("STOP")
    till.hears()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    assert till.hears() == []
    assert till.purchases() == [120]


def test_a_receipt_goes_to_nobody_who_is_signed_out(till: Till, wave: FakeWave) -> None:
    till.buys()
    with till.database.write() as session:
        found = addresses.by_value(session, PUPIL)
        assert found
        found.signed_in_until = till.clock.now()
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    assert till.hears() == []
    assert till.purchases() == [120]


def test_an_erased_person_is_credited_nothing_and_operators_know(till: Till, wave: FakeWave) -> None:
    till.buys()
    with till.database.write() as session:
        found = addresses.by_value(session, PUPIL)
        assert found
        erase(session, found, conversation_id(PUPIL), 10_000, till.clock.now())
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    payment = till.payment()
    assert (payment.status, payment.conversation_id, payment.link) == ("paid", None, "")
    assert till.alerts() == ["payment_of_erased"]
    assert till.purchases() == []


def test_who_erases_everything_is_told_not_to_pay_and_the_link_is_closed(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.says("/supprimer")
    till.says(re.findall(r"\b\d{5}\b", "\n".join(till.hears()))[0])
    assert "Ne payez plus par le lien que vous avez reçu" in till.hears()[-1]
    till.works()
    assert wave.session.checkout_status == "expired"
    assert not wave.stand_in.pay(wave.session.id)
    till.clock.skip(86_400)
    till.works()
    assert (till.payment().status, till.alerts(), till.hears()) == ("expired", [], [])


def test_who_erases_everything_before_there_is_a_link_has_none_made(till: Till, wave: FakeWave) -> None:
    wave.fails(503)
    till.says("/acheter")
    till.says("2")
    till.works()
    till.says("/supprimer")
    till.says(re.findall(r"\b\d{5}\b", "\n".join(till.hears()))[0])
    till.clock.skip(86_400)
    assert (till.works(), wave.stand_in.sessions) == (0, {})
    assert (till.payment().status, till.alerts()) == ("refused", [])


def test_who_erases_everything_behind_the_end_of_a_link_hears_nothing_of_it(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.skip(3600)
    till.says("/supprimer")
    till.says(re.findall(r"\b\d{5}\b", "\n".join(till.hears()))[0])
    assert "tout est effacé" in (said := till.hears()[-1])
    assert ("lien" in said, wave.session.checkout_status) == (False, "open"), "nobody has looked yet"


def test_what_was_paid_amiss_stays_marked_so_when_its_person_is_erased(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.session.amount = "999"
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    with till.database.write() as session:
        found = addresses.by_value(session, PUPIL)
        assert found
        erase(session, found, conversation_id(PUPIL), 10_000, till.clock.now())
    assert till.works() == 0
    assert (till.payment().detail, till.alerts()) == ("mismatch", ["payment_mismatch"])


# -- « j’ai payé et je n’ai rien reçu »


def test_who_paid_and_got_nothing_has_the_provider_asked_at_once(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(21)
    till.says("j’ai payé et je n’ai rien reçu !")
    assert till.payment().reference in till.hears()[0]
    till.works()
    assert till.hears()[0].startswith("Paiement reçu : 1 000 FCFA")
    till.says("/paiement")
    assert till.hears()[0].startswith("Votre dernier paiement est bien arrivé : 1 000 FCFA, +120 crédits.")
    assert till.purchases() == [120]


@pytest.mark.parametrize("said", ["c'est une arnaque ?", "j’ai peur de payer", "c sûr ?", "is this a scam?"])
def test_who_fears_for_their_money_is_told_how_they_pay(till: Till, said: str) -> None:
    """The agent, which knows of no payment, took a credit for it."""
    till.says("/acheter")
    till.says(said)
    told = "\n".join(till.hears())
    assert any(sentence in told for sentence in ("je ne le demande jamais", "I never ask for it")), told
    till.says("2")
    till.works()
    assert "https://pay" in till.hears()[-1]
    till.says("c'est une arnaque ?")
    told = "\n".join(till.hears())
    assert any(sentence in told for sentence in ("rien n’est débité", "nothing is taken")), told
    assert not till.line.model.requests


def test_who_fears_to_have_paid_twice_is_told_how_many_payments_came(till: Till, wave: FakeWave) -> None:
    for event in ("EV_1", "EV_2"):
        till.buys()
        wave.stand_in.pay(wave.session.id)
        till.told(wave, event_id=event)
        till.works()
    till.hears()
    asked = len(till.line.model.requests)
    till.says("g payé 2x")
    (told,) = till.hears()
    assert "En 4 jours, 2 paiements sont arrivés, chacun avec ses crédits." in told
    assert "Si une autre somme a été débitée, écrivez à" in told
    assert len(till.line.model.requests) == asked


def test_the_title_of_an_email_is_no_complaint_of_who_has_paid_nothing(till: Till, wave: FakeWave) -> None:
    till.line.model.script(lambda _request: says("C’est noté."))
    till.says("Double paiement")
    assert till.hears() == ["C’est noté."]
    till.buys()
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(60)
    till.says("Double paiement")
    assert till.hears()[0].startswith("Je demande au service de paiement où en sont vos 1 000 FCFA.")


@pytest.mark.parametrize("said", ["j’ai payé 1000f", "J'ai payé mille francs par Wave", "on m’a débité deux fois"])
def test_who_has_no_credits_and_says_what_they_paid_is_not_sent_to_buy(till: Till, wave: FakeWave, said: str) -> None:
    till.buys()
    spend_all(till)
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(301)
    till.says(said)
    assert till.hears()[0].startswith("Je demande au service de paiement où en sont vos 1 000 FCFA.")
    till.works()
    assert till.line.credits() == 120


def test_who_asks_after_what_was_paid_amiss_is_promised_no_receipt(till: Till, wave: FakeWave) -> None:
    till.buys()
    wave.stand_in.pay(wave.session.id)
    wave.session.amount = "500"
    till.told(wave)
    till.works()
    (told,) = till.hears()
    assert "ne correspond pas" in told
    for said in ("j’ai payé et je n’ai rien reçu", "/paiement"):
        till.clock.skip(21)
        till.says(said)
        assert till.hears() == [told]
        till.works()
    assert (till.hears(), till.alerts()) == ([], ["payment_mismatch"])


def test_it_may_have_been_an_older_link_that_was_paid(till: Till, wave: FakeWave) -> None:
    till.buys("1")
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(60)
    till.buys("3")
    till.clock.skip(21)
    till.says("je viens de payer")
    till.works()
    assert till.purchases() == [50]


def test_it_may_have_been_paid_before_a_payment_that_got_no_link(till: Till, wave: FakeWave) -> None:
    till.buys("1")
    wave.stand_in.pay(wave.session.id)
    till.clock.skip(60)
    wave.fails(401)
    till.says("3")
    till.works()
    assert till.hears()[-1].startswith("Le paiement de 2 000 FCFA n’a pas pu être préparé")
    till.clock.skip(21)
    till.says("j’ai payé et je n’ai rien reçu")
    assert till.hears()[0].startswith("Je demande au service de paiement où en sont vos 500 FCFA.")
    till.works()
    assert till.purchases() == [50]


@pytest.mark.parametrize("bought", [True, False])
def test_nothing_is_asked_about_a_link_that_has_yet_to_come(till: Till, wave: FakeWave, *, bought: bool) -> None:
    if bought:
        till.buys("1")
        wave.stand_in.pay(wave.session.id)
        till.clock.skip(60)
    wave.fails(503)
    till.says("/acheter", "3")
    till.works()
    late = till.hears()[-1]
    assert late.startswith("Le service de paiement ne répond pas pour l’instant. Je vous envoie le lien (2 000 FCFA)")
    till.says("j’ai payé et je n’ai rien reçu" if bought else "/paiement")
    (told,) = till.hears()
    assert told == late if not bought else told.startswith("Je demande au service de paiement où en sont vos 500 FCFA.")
    till.works()
    assert till.purchases() == ([50] if bought else [])


def test_a_link_goes_to_every_phone_that_asked_for_it_and_the_receipt_to_the_last(till: Till, wave: FakeWave) -> None:
    sms = PUPIL.removeprefix("whatsapp:")
    add_user(till.database, sms, Mode.STUDENT, 0)
    till.says("/acheter", "2")
    till.says("/acheter", "2", address=sms)
    assert till.hears(sms)[-1] == "Votre lien de paiement arrive dans un instant."
    till.hears()
    till.works()
    for address in (PUPIL, sms):
        assert [LINK.findall(body) for body in till.hears(address)] == [[wave.session.launch_url]]
    till.says("2")
    assert LINK.findall(till.hears()[-1]) == [wave.session.launch_url]
    wave.stand_in.pay(wave.session.id)
    till.told(wave)
    till.works()
    assert till.hears(sms)[-1].startswith("Paiement recu : 1 000 FCFA")
    assert len(till.payments()) == 1


def test_a_link_that_is_late_or_never_comes_is_told_on_both_phones(till: Till, wave: FakeWave) -> None:
    sms = PUPIL.removeprefix("whatsapp:")
    add_user(till.database, sms, Mode.STUDENT, 0)
    wave.fails(503, 401)
    for address in (PUPIL, sms):
        till.says("/acheter", "2", address=address)
        till.hears(address)
    for said in ("ne répond pas", "Réessayez plus tard"):
        till.works()
        for address in (PUPIL, sms):
            assert [said in body for body in till.hears(address)] == [True]
        till.clock.skip(21)


def test_nobody_who_has_signed_out_meanwhile_gets_the_link_of_the_other_phone(till: Till, wave: FakeWave) -> None:
    sms = PUPIL.removeprefix("whatsapp:")
    add_user(till.database, sms, Mode.STUDENT, 0)
    for address in (PUPIL, sms):
        till.says("/acheter", "2", address=address)
        till.hears(address)
    till.says("/deconnexion", "1")
    till.hears()
    till.works()
    assert till.hears() == []
    assert LINK.findall(till.hears(sms)[-1]) == [wave.session.launch_url]


def test_who_has_nothing_but_a_payment_without_a_link_has_paid_nothing(till: Till, wave: FakeWave) -> None:
    wave.fails(401)
    till.says("/acheter")
    till.says("2")
    till.works()
    till.hears()
    till.says("/paiement")
    assert till.hears()[0].startswith("Je ne trouve aucun paiement de ces derniers jours.")


def test_asking_again_and_again_asks_the_provider_now_and_then(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.skip(21)
    for _ in range(4):
        till.says("/paiement")
        till.works()
    assert [path for _, path in wave.requests].count(f"/v1/checkout/sessions/{wave.session.id}") == 1


@pytest.mark.parametrize("said", ["g payé 2x", "j’ai payé 2 fois par erreur", "charged twice"])
def test_who_has_paid_twice_and_bought_nothing_here_is_told_so(till: Till, said: str) -> None:
    """The agent, which knows of no payment, took a credit for it; they may have paid from another account."""
    till.says(said)
    assert "/acheter" in (told := till.hears()[0]) or "/buy" in told
    assert "aide@palabre.example" in told
    assert not till.line.model.requests


def test_who_bought_nothing_is_told_so(till: Till) -> None:
    till.says("/paiement")
    (told,) = till.hears()
    assert told.startswith("Je ne trouve aucun paiement de ces derniers jours. Si une somme a été débitée, écrivez à ")
    till.says("/paiement", address=GUEST)
    assert "/connexion" in till.hears(GUEST)[0]


# -- what operators count


def test_payments_are_counted_by_what_became_of_them(till: Till, wave: FakeWave) -> None:
    till.buys()
    till.clock.skip(31 * 60 + 1)
    till.works()
    wave.session.checkout_status, wave.session.payment_status = "complete", "succeeded"
    till.told(wave)
    till.works()
    (family,) = till.line.runtime.cashier.books.counter.collect()
    found = {tuple(one.labels.values()): one.value for one in family.samples if one.name.endswith("_total")}
    assert found == {("wave", "pending"): 1, ("wave", "expired"): 1, ("wave", "paid"): 1}


# -- Paystack


def test_the_same_by_paystack(open_line: Callable[..., Line]) -> None:
    with FakePaystack() as paystack:
        till = Till(open_line(**paystack.settings))
        till.says("/acheter")
        till.says("1")
        till.works()
        told = till.hears()[-1]
        assert told.startswith(
            "Pour payer 500 FCFA (50 crédits) par mobile money ou par carte :\nhttps://checkout.paystack"
        )
        (asked,) = paystack.requests
        assert asked["amount"] == 50_000, "500 FCFA, by an exponent of 2"
        assert "225" not in asked["email"]
        reference = till.payment().reference
        paystack.pay(reference)
        with till.database.write() as session:
            notices.take(session, "paystack", Notice("charge.success:1", "charge.success", reference), till.clock.now())
        till.works()
        assert till.purchases() == [50]
        assert till.hears()[0].startswith("Paiement reçu : 500 FCFA")


def test_paystack_takes_a_reference_once_so_a_lost_answer_gets_another(open_line: Callable[..., Line]) -> None:
    with FakePaystack() as paystack:
        till = Till(open_line(**paystack.settings))
        paystack.loses = 1
        till.says("/acheter")
        till.says("1")
        till.works()
        till.clock.skip(21)
        till.works()
        payment = till.payment()
        assert payment.session_id == f"{payment.reference}.2"
        assert set(paystack.transactions) == {payment.reference, f"{payment.reference}.2"}
        paystack.pay(payment.session_id)
        till.clock.skip(121)
        till.works()
        assert till.purchases() == [50]


def test_a_payment_of_before_the_key_changed_expires_and_worries_nobody(open_line: Callable[..., Line]) -> None:
    """The key for trying out has payments of its own: Paystack says 400 for what it does not know."""
    with FakePaystack() as paystack:
        till = Till(open_line(**paystack.settings))
        till.buys("1")
        paystack.transactions.clear()
        till.clock.skip(31 * 60)
        till.works()
        assert till.hears()[0].startswith("Le lien de paiement de 500 FCFA a expiré.")
        for _ in range(10):
            till.clock.skip(86_400)
            till.works()
        assert (till.alerts(), till.payment().status, till.payment().due_at) == ([], "expired", None)


def test_what_our_own_code_fails_over_is_looked_at_ever_later_and_operators_are_told(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    till.buys()

    def fails(*_: object) -> None:
        raise ValueError("an answer of a kind we do not know")

    with monkeypatch.context() as broken:
        broken.setattr(Books, "reported", fails)
        looks = 0
        for _ in range(60):
            till.clock.skip(60)
            looks += till.works()
    assert looks < 20, "an hour of looks every few seconds"
    assert "payment_provider" in till.alerts()
    assert till.payment().due_at is not None
