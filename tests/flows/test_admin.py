"""The administrators' page over the real stack: signing in by SMS, a filter without end, somebody blocked and
unblocked, a grant sent eight times at the same moment, an administrator who is removed."""

import re
from concurrent.futures import ThreadPoolExecutor

from tests.fakes.model import says
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import Office, column, hears_about


def test_an_administrator_blocks_gives_and_leaves(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Avec plaisir."))
    stack.start(FRAGMENT_WINDOW_S="0.05")
    office, awa = Office(stack), stack.twilio.phone(PUPIL)
    assert "Aujourd’hui" in office.signs_in()

    found = office.opens(f"/admin/users?q={'a' * 10_000}")
    assert "C’est trop long : 40 caractères au plus" in found.replace("\u00a0", " ")
    assert "n° 1" in found, "the page is there all the same"

    assert "L’utilisateur est bloqué" in office.sends("/admin/users/1/block", reason="Insultes répétées")
    awa.says("C’est quoi une fraction ?")
    hears_about(awa, "bloqué")
    assert stack.model.requests == []
    assert "n’est plus bloqué" in office.sends("/admin/users/1/unblock", reason="S’est excusée")
    awa.says("Merci !")
    hears_about(awa, "Avec plaisir")

    (before,) = column(stack, "SELECT credits FROM user_account WHERE id = 1")
    office.opens("/admin/users/1/grant")
    page = office.http.post(
        f"{stack.url}/admin/users/1/grant",
        data={"csrf_token": office.proof, "amount": "30", "reason": "Concours de l’école"},
        timeout=20,
    ).text
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)
    assert ticket
    windows = [office.another_window() for _ in range(8)]  # what is said to one must not be read by another
    with ThreadPoolExecutor(8) as taps:
        said = list(taps.map(lambda window: window.sends("/admin/users/1/grant/do", ticket=ticket[1]), windows))
    assert sum("C’est fait" in each or "déjà fait" in each for each in said) == 8
    assert column(stack, "SELECT credits FROM user_account WHERE id = 1") == [before + 30]
    assert column(stack, "SELECT count(*) FROM ledger_entry WHERE kind = 'grant' AND amount = 30") == [1]
    assert column(stack, "SELECT count(*) FROM admin_action WHERE kind = 'grant'") == [1]

    assert stack.flask("admin", "remove", office.number) == 0
    assert "Recevoir un code" in office.opens("/admin/users/1")
    assert "Concours" not in stack.log()
