"""What needs no agent, composed: commands, numbered replies, sign-in."""

from collections.abc import Callable, Mapping

from bot.conversation import acts, progress
from bot.conversation.exchange import Exchange, standard_acts
from bot.conversation.menus import Menus, after_sign_in
from bot.conversation.own_data import OwnData
from bot.conversation.people import Person
from bot.conversation.quizzes import Quizzes
from bot.conversation.sign_in import SignIn
from bot.conversation.talk import Desk
from bot.dao.database import Database
from bot.services.otp import OneTimeCodes, OtpDesk
from bot.services.sealing import sealer_of


def exchange(desk: Desk, database: Database, codes: OneTimeCodes) -> Exchange:
    """Every command and every kind of interaction."""
    own_data = OwnData(database, desk.store, desk.clock)
    sign_in = SignIn(OtpDesk(desk.settings, codes), after_sign_in)
    return Exchange(
        acts=standard_acts(
            {
                "account": acts.account,
                "files": acts.files,
                "buy": acts.buy,
                "human": acts.human,
                "login": sign_in.start,
                "export": own_data.export,
                "delete": own_data.ask_delete,
                "progress": lambda talk: progress.say(talk, talk.prepared),
            }
        ),
        handlers={
            "sign_in": sign_in,
            "menu": Menus(own_data.erase),
            "quiz": Quizzes(sealer_of(desk.settings)),
        },
        is_old_code=sign_in.is_old_code,
    )


def slow_halves(desk: Desk, database: Database) -> Mapping[str, Callable[[Person], object]]:
    """By command: what is made before its transaction begins."""
    return {
        "export": OwnData(database, desk.store, desk.clock).prepare_export,
        "progress": lambda person: progress.prepare(database, desk, person),
    }
