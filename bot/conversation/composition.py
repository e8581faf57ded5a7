"""What needs no agent, composed: commands, numbered replies, sign-in."""

from collections.abc import Callable, Mapping

from bot.conversation.commands import account, scores
from bot.conversation.commands.own_data import OwnData
from bot.conversation.dialogues.approvals import Approvals
from bot.conversation.dialogues.confirmation import Confirmations
from bot.conversation.dialogues.menus import Menus, after_sign_in, set_mode, sign_out
from bot.conversation.dialogues.quizzes import Quizzes
from bot.conversation.dialogues.sign_in import SignIn
from bot.conversation.exchange import Exchange, standard_acts
from bot.conversation.people import Person
from bot.conversation.talk import Desk
from bot.dao.database import Database
from bot.services.quiz.sealing import sealer_of
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier


def exchange(desk: Desk, database: Database, codes: OneTimeCodes) -> Exchange:
    """Every command and every kind of interaction."""
    own_data = OwnData(database, desk.store, desk.clock)
    sign_in = SignIn(OtpVerifier(desk.settings, codes), after_sign_in)
    return Exchange(
        acts=standard_acts(
            {
                "account": account.account,
                "files": account.files,
                "buy": account.buy,
                "human": account.human,
                "login": sign_in.start,
                "export": own_data.export,
                "delete": own_data.ask_delete,
                "progress": lambda talk: scores.say(talk, talk.prepared),
            }
        ),
        handlers={
            "sign_in": sign_in,
            "menu": Menus(),
            "confirm": Confirmations(
                {
                    "delete": own_data.erase,
                    "export": own_data.hand_over,
                    "logout_here": sign_out,
                    "logout_everywhere": sign_out,
                    "mode": set_mode,
                }
            ),
            "quiz": Quizzes(sealer_of(desk.settings)),
            "approval": Approvals(),
        },
        is_old_code=sign_in.is_old_code,
    )


def slow_halves(desk: Desk, database: Database) -> Mapping[str, Callable[[Person], object]]:
    """By command: what is made before its transaction begins."""
    return {
        "export": OwnData(database, desk.store, desk.clock).prepare_export,
        "progress": lambda person: scores.prepare(database, desk, person),
    }
