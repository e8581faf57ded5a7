"""Opt-out and opt-in words, alone in their message."""

from typing import Literal

import pytest

from bot.reading.commands.keywords import brings_back, opt_keyword, wants_to_stop
from bot.types import Channel

STOP_WORDS = (
    "STOP stop Stop. STOPALL UNSUBSCRIBE END QUIT REVOKE OPTOUT ARRET arrêt ARRÊT DESABONNEMENT Désabonnement".split()
)


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("body", [*STOP_WORDS, " stop ! ", "« STOP »", "ＳＴＯＰ", "\nArre\u0302t\n"])
def test_stop_words_stop_on_both_channels(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel, "Palabre") == "stop"


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize(
    "body",
    ["START", "start", "UNSTOP", "RÉABONNEMENT", "Start svp", "bonjour, START s'il vous plaît",
     "Envoyez START pour reprendre.", "Send START to resume"],
)  # fmt: skip
def test_start_words_start_again(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel, "Palabre") == "start"


@pytest.mark.parametrize(
    ("body", "is_back"),
    [("Reprendre", True), ("« reprise » !", True), ("on reprend", False), ("reprendre la leçon", False), ("", False)],
)
def test_what_brings_back_who_had_opted_out_says_nothing_to_others(body: str, is_back: bool) -> None:
    assert all(brings_back(body, channel) is is_back for channel in Channel)
    assert all(opt_keyword(body, channel, "Palabre") is None for channel in Channel)


@pytest.mark.parametrize("body", ["YES", "yes", "Yes!"])
def test_yes_lifts_the_block_by_sms_where_twilio_lifts_its_own(body: str) -> None:
    assert [brings_back(body, channel) for channel in (Channel.SMS, Channel.WHATSAPP)] == [True, False]
    assert opt_keyword(body, Channel.SMS, "Palabre") is None, "it answers questions, too"


@pytest.mark.parametrize(("channel", "meaning"), [(Channel.SMS, "stop"), (Channel.WHATSAPP, None)])
def test_cancel_is_an_opt_out_on_sms_only(channel: Channel, meaning: Literal["stop"] | None) -> None:
    assert opt_keyword("CANCEL", channel, "Palabre") == meaning


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize(
    "body",
    [
        "",
        "stop it",
        "arrête de me parler",
        "yes",
        "oui",
        "/annuler",
        "/cancel",
        " /Cancel.",
        "« /cancel »",
        "non stop",
        "stopper",
        "s t o p",
        "2",
        "👍",
    ],
)
def test_other_messages_are_not_keywords(body: str, channel: Channel) -> None:
    assert opt_keyword(body, channel, "Palabre") is None


@pytest.mark.parametrize(
    "body",
    ["arrêter", "Arrête", "arrêtez !", "ARRETER", "on arrête", "c'est bon on arrête", "C’est bon, on s’arrête là merci",
     "ok stop", "stop stp", "stop c bon", "je veux arrêter", "jveux arreter", "arrête de m'écrire", "stop it",
     "please stop", "let's stop here", "Stop messaging me please", "on arrête pour aujourd'hui",
     "je ne veux plus recevoir de messages", "plus de SMS svp", "je me désabonne", "laissez-moi tranquille",
     "unsubscribe me", "opt out", "leave me alone please", "/arrête ça", "comment me désabonner ?",
     "how do I unsubscribe?", "je peux me désinscrire ?", "stop tout !", "je veux résilier", "résiliation svp",
     "enlevez mon numéro", "foutez-moi la paix", "plus de message", "S T O P", "stopez !", "arrette", "arrettez ça",
     "je ne veux plus recevoir", "jveu plus recevoir"],
)  # fmt: skip
def test_who_may_only_mean_the_lesson_is_asked(body: str) -> None:
    assert opt_keyword(body, Channel.WHATSAPP, "Palabre") is None
    assert wants_to_stop(body, "Palabre")


@pytest.mark.parametrize(
    "body",
    [
        "STOP SMS",
        "Stop les messages",
        "stop pub svp",
        "STOP STOP",
        "ARRET SMS",
        "stop merci",
        "STOP ALL",
        "Stop tout !",
        "opt out",
        "Opt-out please",
        "opt me out",
        "unsubscribe me",
        "Désabonnez-moi svp",
        "Bonjour, je veux me désabonner",
        "désinscription svp",
        "I want to unsubscribe please",
        "je souhaite ne plus recevoir vos messages merci",
        "Ne m’écrivez plus !",
        "je ne veux plus recevoir vos messages",
        "je ne veux plus de tes messages",
        "Bonjour, arrêtez de m’envoyer des SMS svp",
        "stop sending me messages",
        "please don't text me again",
        "STOP PALABRE",
        "Palabre, stop svp !",
        "arrêt palabre",
        "STOP au 36180",
        "STOP 36180",
        "ok stop",
        "Merci, stop.",
        "stop s'il vous plaît",
        "stoppp",
        "STOOOP !!",
        "Arrêtt",
        "STPO",
        "st0p",
        "Désabonement",
        "arrêtez vos messages",
        "retirez-moi de votre liste",
        "remove me from your list please",
        "stop les msg",
        "stop tt",
        "arretez de menvoyer des sms",
        "jveu plus recevoir de msg",
        "ne menvoyez plus vos msgs svp",
        "jveux me désabonner",
        "STOP ne m’envoyez plus rien",
        "stop, ne m’écrivez plus",
    ],
)
def test_what_is_written_around_the_word_of_sms_changes_nothing_there(body: str) -> None:
    assert opt_keyword(body, Channel.SMS, "Palabre") == "stop"
    assert opt_keyword(body, Channel.WHATSAPP, "Palabre") is None


@pytest.mark.parametrize(
    "body",
    [
        "merci",
        "les messages",
        "stop au feu",
        "non stop",
        "stop motion",
        "arrêt du cœur",
        "stop 2",
        "stop au 2",
        "stop orange",
        "spot",
        "stoppe",
        "quitt",
        "stop quiz",
        "plus de messages",
        "jveux plus de msg",
        "ton msg",
        "quel est le msg du texte",
        "ne m’écris plus en anglais",
        "don't write to me in French",
    ],
)
def test_other_words_with_it_are_no_opt_out(body: str) -> None:
    assert opt_keyword(body, Channel.SMS, "Palabre") is None


@pytest.mark.parametrize("body", ["arrêter", "ARRETER", "Arrêter."])
def test_the_french_word_of_sms_stays_an_opt_out_there(body: str) -> None:
    assert opt_keyword(body, Channel.SMS, "Palabre") == "stop"


@pytest.mark.parametrize(
    "body",
    ["", "le bus s'arrête", "arrêt cardiaque", "l'arrêt du cœur", "stop au feu rouge", "verbe arrêter", "bus stop",
     "arrêter un verbe", "stop and go", "full stop", "on arrête pas le progrès", "arrête de parler anglais",
     "c'est bon", "merci", "ok", "palabre", "stop orange", "résilier un bail", "arrête " * 60, "assez"],
)  # fmt: skip
def test_what_stops_in_a_lesson_is_for_the_agent(body: str) -> None:
    assert not wants_to_stop(body, "Palabre")
