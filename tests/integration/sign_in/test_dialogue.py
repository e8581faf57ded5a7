"""The sign-in dialogue, exchange by exchange, on both channels and in both languages."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.dao import conversations, interactions
from bot.models import Address, InboundMessage, OutboundPart
from tests.fakes.keys import conversation_id
from tests.fakes.threads import at_once
from tests.integration.sign_in.conftest import AWA, AWA_SMS, HIDDEN, KOFFI, House

pytestmark = pytest.mark.one_database

OTHER = "+2250500000007"
CODE_MENU = "1. Recevoir un nouveau code\n2. Changer de numéro\n0. Annuler"


def bodies(house: House) -> list[str]:
    with house.database.read() as session:
        return list(session.exec(select(InboundMessage.body).order_by(InboundMessage.id)))  # type: ignore[arg-type]


def code_step(house: House, address: str = AWA) -> None:
    """Up to the awaited code."""
    house.says(address, "/connexion")
    if address == AWA:
        house.says(AWA, "1")
    assert house.open_step(address) == "code"


def test_on_whatsapp_the_number_is_offered_and_the_code_goes_there(house: House) -> None:
    menu = house.says(AWA, "/connexion")
    assert "1. Recevoir le code au 07 … 01\n2. Choisir un autre numéro\n0. Annuler" in menu
    sent = house.says(AWA, "1")
    assert "[otp]" in sent
    assert "07 00 00 00 01. Écrivez-le ici ; il est valable 10 minutes.\n" + CODE_MENU in sent
    assert house.says(AWA, house.code()) == ""
    assert [(c.is_new, c.user.phone, c.user.credits) for c in house.signed_in] == [(True, AWA_SMS, 20)]
    until = house.address(AWA).signed_in_until
    assert until is not None
    assert timedelta(days=29, hours=23) < until - house.clock.now() <= timedelta(days=30)
    assert house.open_step(AWA) is None


def test_by_sms_the_code_goes_to_the_very_number_and_nowhere_else(house: House) -> None:
    """A forged sender id must not let anybody sign in a stranger's address with a number of their own."""
    sent = house.says(AWA_SMS, "/connexion")
    assert "[otp]" in sent
    assert "Changer de numero" not in sent
    assert "changer" not in sent.lower()
    for attempt in ("2", "changer", "changer de numéro", OTHER):
        house.says(AWA_SMS, attempt)
        assert house.open_step(AWA_SMS) == "code"
    assert [row.number for row in house.rows()] == [AWA_SMS]
    house.says(AWA_SMS, house.code())
    assert house.signed_in[0].user.phone == AWA_SMS


def test_by_sms_a_number_no_code_may_go_to_is_told_so(house: House) -> None:
    for sender in ("+14155238886", "+2252720212223", "36180"):
        assert "aide@palabre.example" in house.says(sender, "/connexion")
        assert house.open_step(sender) is None
    assert house.rows() == []


def test_somebody_who_hides_the_number_is_asked_for_one(house: House) -> None:
    assert "À quel numéro de mobile" in house.says(HIDDEN, "/connexion")
    assert "[otp]" in house.says(HIDDEN, "07 00 00 00 01")
    house.says(HIDDEN, f"mon code est {house.code()}")
    assert house.signed_in[0].user.phone == AWA_SMS


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("12", "ne reconnais pas"),
        ("07 00 00", "ne reconnais pas"),
        ("+225 27 20 21 22 23", "pas celui d’un mobile"),
        ("+1 415 523 8886", "dans ce pays"),
        ("mon fixe est le 27 20 21 22 23", "pas celui d’un mobile"),
    ],
)
def test_a_number_that_will_not_do_is_refused_with_the_reason(house: House, typed: str, answer: str) -> None:
    house.says(HIDDEN, "/connexion")
    assert answer in house.says(HIDDEN, typed)
    assert house.open_step(HIDDEN) == "number"
    assert "[otp]" in house.says(HIDDEN, "0700000001")


@pytest.mark.parametrize("typed", ["bonjour", "ok", "?", "pourquoi?", "👍"])
def test_what_has_no_digit_is_no_wrong_number_and_the_number_is_asked_for_again(house: House, typed: str) -> None:
    house.says(HIDDEN, "/connexion")
    assert "À quel numéro de mobile" in house.says(HIDDEN, typed)
    assert house.open_step(HIDDEN) == "number"


@pytest.mark.parametrize("typed", ["non", "Non merci", "no"])
def test_a_no_to_the_question_for_a_number_leaves(house: House, typed: str) -> None:
    house.says(HIDDEN, "/connexion")
    assert "C’est annulé" in house.says(HIDDEN, typed)
    assert house.open_step(HIDDEN) is None


@pytest.mark.parametrize("typed", ["c'est quoi un verbe ?", "J'ai 2 500 000 francs à placer"])
def test_a_question_while_a_number_is_awaited_goes_to_the_agent(house: House, typed: str) -> None:
    house.says(HIDDEN, "/connexion")
    assert house.says(HIDDEN, typed) == ""
    assert (house.outcome, house.open_step(HIDDEN)) == ("agent", "number")


def test_the_menu_shows_itself_once_more_then_digits_are_messages(house: House) -> None:
    house.says(AWA, "/connexion")
    assert "1. Recevoir le code" in house.says(AWA, "9")
    assert house.says(AWA, "9") == ""
    assert (house.outcome, house.open_step(AWA)) == ("agent", "choose")
    assert "[otp]" in house.says(AWA, "1️⃣")


def test_a_sentence_with_digits_while_the_menu_is_open_goes_to_the_agent(house: House) -> None:
    house.says(AWA, "/connexion")
    assert house.says(AWA, "j'ai 2 questions sur les fractions") == ""
    assert house.outcome == "agent"


@pytest.mark.parametrize(
    ("address", "number", "masked"),
    [("whatsapp:+22507000001", "+2250707000001", "07 … 01"), ("whatsapp:+22997123456", "+2290197123456", "01 … 56")],
)
def test_who_whatsapp_names_by_an_old_number_is_offered_the_new_one(
    house: House, address: str, number: str, masked: str
) -> None:
    assert f"Recevoir le code au {masked}" in house.says(address, "/connexion")
    house.says(address, "1")
    house.says(address, house.code(number))
    assert house.signed_in[0].user.phone == number


def test_a_number_is_read_as_in_the_country_of_an_old_one(house: House) -> None:
    house.says("whatsapp:+22997123456", "/connexion")
    assert "[otp]" in house.says("whatsapp:+22997123456", "01 95 12 34 56")
    assert [row.number for row in house.rows()] == ["+2290195123456"]


@pytest.mark.parametrize("yes", ["oui", "Ok", "d’accord", "oui envoie", "envoie le code", "celui-ci", "👍"])
def test_a_yes_in_words_has_the_code_sent_to_the_number_that_was_offered(house: House, yes: str) -> None:
    house.says(AWA, "/connexion")
    assert "[otp]" in house.says(AWA, yes)
    assert [row.number for row in house.rows()] == [AWA_SMS]


@pytest.mark.parametrize(("said", "answer"), [("autre numéro", "À quel numéro"), ("non merci", "C’est annulé")])
def test_the_other_lines_are_said_in_words_too(house: House, said: str, answer: str) -> None:
    house.says(AWA, "/connexion")
    assert answer in house.says(AWA, said)
    assert house.rows() == []


def test_who_writes_that_no_code_has_come_gets_another_once_a_minute_is_over(house: House) -> None:
    code_step(house)
    assert "Un code est déjà parti" in house.says(AWA, "Je n’ai pas reçu le code")
    house.clock.skip(61)
    assert "[otp]" in house.says(AWA, "J’ai toujours rien reçu")
    assert "À quel numéro" in house.says(AWA, "C’est pas mon numéro")


def test_zero_ends_it_at_every_step(house: House) -> None:
    for before in ([], ["1"], ["2"]):
        house.says(AWA, "/connexion")
        for reply in before:
            house.says(AWA, reply)
        assert "C’est annulé" in house.says(AWA, "0")
        assert house.open_step(AWA) is None


def test_giving_up_makes_the_code_worthless(house: House) -> None:
    code_step(house)
    house.says(AWA, "0")
    assert house.rows()[0].state == "void"
    house.says(AWA, house.code())
    assert house.outcome == "old_code"
    assert house.signed_in == []


def test_another_number_may_be_typed_instead_of_choosing(house: House) -> None:
    house.says(AWA, "/connexion")
    assert "05 00 00 00 07" in house.says(AWA, "0500000007")
    house.says(AWA, house.code(OTHER))
    assert house.signed_in[0].user.phone == OTHER


def test_the_number_can_be_changed_while_a_code_is_awaited(house: House) -> None:
    code_step(house)
    first = house.code()
    assert "À quel numéro" in house.says(AWA, "2")
    assert "[otp]" in house.says(AWA, OTHER)
    house.says(AWA, first)
    assert house.signed_in == []
    house.says(AWA, house.code(OTHER))
    assert house.signed_in[0].user.phone == OTHER


@pytest.mark.parametrize("typed", ["0500000007", "non c’est plutôt le 05 00 00 00 07", OTHER])
def test_a_number_typed_for_the_code_is_where_it_goes(house: House, typed: str) -> None:
    code_step(house)
    assert "[otp]" in house.says(AWA, typed)
    house.says(AWA, house.code(OTHER))
    assert house.signed_in[0].user.phone == OTHER


def test_the_same_number_typed_for_the_code_sends_nothing(house: House) -> None:
    code_step(house)
    assert "J’attends le code" in house.says(AWA, AWA_SMS)
    assert len(house.rows()) == 1


def test_by_sms_no_number_typed_for_the_code_is_taken(house: House) -> None:
    house.says(AWA_SMS, "/connexion")
    assert "Votre code a 6 chiffres" in house.says(AWA_SMS, OTHER)
    assert [row.number for row in house.rows()] == [AWA_SMS]


def test_a_new_code_after_a_minute_and_not_before(house: House) -> None:
    code_step(house)
    house.clock.skip(18)
    first, answer = house.code(), house.says(AWA, "1")
    assert "[otp]" not in answer
    assert "dans 42 secondes" in answer or "dans 41 secondes" in answer
    house.clock.skip(43)
    assert "[otp]" in house.says(AWA, "renvoyer")
    assert "Ce n’est pas le bon code. Il vous reste 4 essais." in house.says(AWA, first)
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_wrong_codes_are_counted_aloud_and_the_fifth_ends_the_code(house: House) -> None:
    code_step(house)
    answers = [house.says(AWA, house.wrong()) for _ in range(5)]
    for wanted, said in zip(("4 essais", "3 essais", "2 essais", "1 essai."), answers, strict=False):
        assert wanted in said
    assert "il ne peut plus servir" in answers[4]
    assert CODE_MENU in answers[4]
    assert "il ne peut plus servir" in house.says(AWA, house.code())
    house.clock.skip(61)
    assert "[otp]" in house.says(AWA, "1")
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_an_expired_code_says_so_and_what_to_do(house: House) -> None:
    code_step(house)
    house.clock.skip(601)
    assert house.says(AWA, house.code()) == f"Ce code a expiré.\n{CODE_MENU}"
    assert "[otp]" in house.says(AWA, "1")


def test_ten_wrong_codes_lock_and_the_time_left_is_told(house: House) -> None:
    code_step(house)
    for _ in range(5):
        house.says(AWA, house.wrong())
    house.clock.skip(61)
    house.says(AWA, "1")
    answers = [house.says(AWA, house.wrong()) for _ in range(5)]
    assert "bloquée pendant encore 24 heures" in answers[4]
    assert "pendant encore 24 heures" in house.says(AWA, house.code())
    house.clock.skip(3 * 3_600)
    house.says(AWA, "/connexion")
    assert "encore 21 heures" in house.says(AWA, "1")
    house.says(AWA, "2")
    assert "[otp]" in house.says(AWA, OTHER)


@pytest.mark.parametrize("typed", ["{}!", "code:{}", "{}😊", "*{}*", "{} reçu à 10h02"])
def test_the_right_code_is_right_however_it_is_written(house: House, typed: str) -> None:
    code_step(house)
    house.says(AWA, typed.format(house.code()))
    assert len(house.signed_in) == 1
    assert bodies(house)[-1] == "[code]"


@pytest.mark.parametrize("typed", ["12345", "1234567", "mon code est 12345", "500000€", "12+34=46"])
def test_no_code_costs_no_try(house: House, typed: str) -> None:
    code_step(house)
    assert "Votre code a 6 chiffres" in house.says(AWA, typed)
    assert house.rows()[0].tries == 0


@pytest.mark.parametrize("typed", ["ok", "Merci", "oui", "?", "👍", "abc"])
def test_what_has_no_digit_is_no_code_and_hears_which_one_is_awaited(house: House, typed: str) -> None:
    code_step(house)
    assert "J’attends le code envoyé au 07 00 00 00 01" in house.says(AWA, typed)
    assert house.rows()[0].tries == 0


@pytest.mark.parametrize("typed", ["ok", "Merci", "?"])
def test_where_no_code_is_awaited_any_more_an_ok_is_for_the_agent(house: House, typed: str) -> None:
    code_step(house)
    house.clock.skip(601)
    assert house.says(AWA, typed) == ""
    assert (house.outcome, house.open_step(AWA)) == ("agent", "code")


def test_a_code_in_two_fragments_of_one_turn_is_a_code(house: House) -> None:
    code_step(house)
    code = house.code()
    house.says(AWA, code[:3], code[3:])
    assert len(house.signed_in) == 1
    assert bodies(house)[-2:] == ["[code]", "[code]"]


def test_a_code_in_two_turns_is_asked_for_in_one_message_and_not_kept(house: House) -> None:
    code_step(house)
    code = house.code()
    for half in (code[:3], code[3:]):
        assert "en un seul message" in house.says(AWA, half)
    assert code[:3] not in bodies(house)
    house.says(AWA, code)
    assert len(house.signed_in) == 1


@pytest.mark.parametrize("typed", ["au fait, c'est quoi un adverbe ?", "Combien font 123456 fois 7 ?"])
def test_a_question_while_the_code_is_awaited_goes_to_the_agent_and_the_code_still_works(
    house: House, typed: str
) -> None:
    code_step(house)
    assert house.says(AWA, typed) == ""
    assert house.outcome == "agent"
    assert house.rows()[0].tries == 0
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_asking_again_goes_on_waiting_for_the_same_code(house: House) -> None:
    code_step(house)
    answer = house.says(AWA, "/connexion")
    assert "J’attends le code" in answer
    assert "[otp]" not in answer
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_asking_again_after_the_code_died_begins_anew(house: House) -> None:
    code_step(house)
    house.clock.skip(601)
    assert "1. Recevoir le code au" in house.says(AWA, "/connexion")
    assert "[otp]" in house.says(AWA, "1")


def test_a_dialogue_replaced_by_another_question_is_taken_up_with_the_same_code(house: House) -> None:
    code_step(house)
    with house.database.write() as session:
        key = conversation_id(AWA)
        replacing = interactions.open_interaction(session, key, "menu", {"menu": "mode"}, house.clock.now(), 60)
        interactions.claim(session, replacing.id, "cancelled", house.clock.now())
    house.says(AWA, "/connexion")
    answer = house.says(AWA, "1")
    assert "Un code est déjà parti au" in answer
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_a_code_typed_in_the_wrong_conversation_is_sent_back_and_kept_from_the_model(house: House) -> None:
    code_step(house)
    house.says(AWA_SMS, f"voici {house.code()}")
    assert house.outcome == "old_code"
    assert bodies(house)[-1] == "[code]"
    house.says(KOFFI, house.code())
    assert house.outcome == "agent"  # six digits like any others: nobody there ever got this code
    house.says(AWA, house.code())
    assert len(house.signed_in) == 1


def test_a_used_code_never_reaches_the_model_later(house: House) -> None:
    house.signs_in(AWA)
    house.clock.skip(40 * 86_400)
    house.says(
        AWA, f"pourquoi {house.code()} ne marche plus depuis ce matin, j'ai bien reçu ce code par SMS le mois dernier"
    )
    assert house.outcome == "old_code"


def test_what_is_said_does_not_tell_whether_a_number_has_an_account(house: House) -> None:
    house.signs_in(AWA)
    house.clock.skip(700)
    house.says(HIDDEN, "/connexion")
    house.says(KOFFI, "/connexion")
    house.says(KOFFI, "2")
    known, unknown = house.says(KOFFI, "0700000001"), house.says(HIDDEN, OTHER)
    assert known.replace("07 00 00 00 01", "#") == unknown.replace("05 00 00 00 07", "#")
    assert house.says(KOFFI, house.wrong()) == house.says(HIDDEN, house.wrong(OTHER))


def test_too_many_codes_for_everybody_is_said_plainly(house: House) -> None:
    for number in range(30):
        house.says(f"+22507000001{number:02d}", "/connexion")
    house.says(AWA, "/connexion")
    assert "Réessayez dans une heure" in house.says(AWA, "1")


def test_somebody_signed_in_is_told_until_when(house: House) -> None:
    house.signs_in(AWA)
    until = house.address(AWA).signed_in_until
    assert until is not None
    answer = house.says(AWA, "/connexion")
    assert f"jusqu’au {until:%d/%m/%Y}" in answer
    assert "/deconnexion" in answer
    assert "rien ne change" in house.says(AWA, "0")
    house.signs_in(AWA_SMS.replace("01", "08"))
    assert "1." not in house.says(AWA_SMS.replace("01", "08"), "/connexion")


def test_somebody_signed_in_may_take_a_new_number(house: House) -> None:
    house.signs_in(AWA)
    house.says(AWA, "/connexion")
    assert "nouveau numéro de mobile de ce compte" in house.says(AWA, "2")
    assert "rien ne change" in house.says(AWA, "0")
    house.takes(AWA, OTHER)
    first, second = house.signed_in
    assert (second.user.id, second.user.phone, second.is_new) == (first.user.id, OTHER, False)


def test_the_other_phones_of_an_account_are_told_that_its_number_was_changed(house: House) -> None:
    """Whoever does it was signed in for long: « Quelqu’un vient de se connecter » says something else."""
    house.signs_in(AWA)
    house.clock.skip(61)
    house.signs_in(AWA_SMS)
    house.takes(AWA, OTHER)
    with house.database.read() as session:
        parts = session.exec(select(OutboundPart).where(OutboundPart.address == AWA_SMS).order_by(col(OutboundPart.id)))
        told = parts.all()[-1].body
    assert told.startswith("Le numéro de votre compte vient d'etre changé par WhatsApp (...0001)")
    assert "c'est maintenant le 05 ... 07. Si ce n'est pas vous, répondez" in told


def test_somebody_else_on_the_same_phone_takes_nothing_of_who_is_signed_in(house: House) -> None:
    first = house.signs_in(AWA).user
    house.clock.skip(61)
    told = house.says(AWA, "/connexion")
    assert "Le compte du 07 … 01 est déjà connecté ici" in told
    assert "1. Connecter une autre personne\n2. Changer le numéro du compte" in told
    assert "2. Choisir un autre numéro" in house.says(AWA, "1")
    house.says(AWA, OTHER)
    house.says(AWA, house.code(OTHER))
    second = house.signed_in[-1]
    assert (second.is_new, second.user.phone, second.user.credits) == (True, OTHER, 20)
    assert (house.user(first.id).phone, house.user(first.id).credits) == (AWA_SMS, 20)


def test_a_code_wished_for_again_before_one_was_sent_is_sent(house: House) -> None:
    house.says(AWA, "/connexion")
    assert "[otp]" in house.says(AWA, "renvoyer le code")


def test_in_english_too(house: House) -> None:
    with house.database.write() as session:
        session.get_one(Address, conversations.ensure(session, AWA).address_id).language = "en"
    assert "1. Send the code to 07 … 01\n2. Use another number" in house.says(AWA, "/login")
    assert "Write it here; it is valid for 10 minutes." in house.says(AWA, "1")
    assert "You have 4 tries left." in house.says(AWA, house.wrong())
    assert "in one message" in house.says(AWA, "12345")
    assert "tries left" in house.says(AWA, house.wrong())
    house.clock.skip(61)
    assert "[otp]" in house.says(AWA, "resend")


def test_twenty_right_codes_at_once_sign_in_once(house: House) -> None:
    code_step(house)
    code = house.code()
    at_once(20, lambda _: house.says(AWA, code))
    assert len(house.signed_in) == 1
    assert house.user(house.signed_in[0].user.id).credits == 20


def test_the_code_is_in_no_table_after_a_whole_dialogue(house: House) -> None:
    code_step(house)
    code, wrong = house.code(), house.wrong()
    house.says(AWA, wrong)
    house.says(AWA_SMS, code)
    house.says(AWA, f"{code[:3]} {code[3:]}")
    house.says(AWA, code)
    text = house.dump()
    assert len(house.signed_in) == 1
    for digits in (code, wrong, f"{code[:3]} {code[3:]}"):
        assert digits not in text


@pytest.mark.parametrize("step", ["choose", "number", "code"])
@pytest.mark.parametrize("typed", ["c'est quoi ce code", "c payant ?", "arnaque", "vous etes qui ?", "is it free?"])
def test_what_the_code_is_for_needs_no_model_and_the_step_stays(house: House, step: str, typed: str) -> None:
    for said in ("/connexion", *{"choose": (), "number": ("2",), "code": ("1",)}[step]):
        house.says(AWA, said)
    answered = house.says(AWA, typed)
    assert "gratuit" in answered or "free of charge" in answered
    assert (house.outcome, house.open_step(AWA)) == ("interaction", step)
    assert answered.count("0. ") == 1  # and what can be chosen there is said again


@pytest.mark.parametrize("typed", ["laisse tomber", "non merci", "j'ai changé d'avis", "je veux plus", "never mind"])
@pytest.mark.parametrize("step", ["choose", "number", "code"])
def test_who_gives_up_in_words_has_left(house: House, step: str, typed: str) -> None:
    for said in ("/connexion", *{"choose": (), "number": ("2",), "code": ("1",)}[step]):
        house.says(AWA, said)
    assert "C’est annulé" in house.says(AWA, typed)
    assert house.open_step(AWA) is None
