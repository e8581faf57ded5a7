"""/credits: how many there are, and where they went. /tarifs: what things cost."""

from bot.capabilities import capabilities_of
from bot.conversation import tariff
from bot.conversation.command import Command, quick
from bot.conversation.commands import account
from bot.conversation.talk import Talk
from bot.dao.money import ledger
from bot.i18n.catalogue import say
from bot.i18n.day import zone_of
from bot.reading.commands.vocabulary import Wording
from bot.services.money import statement
from bot.services.money.prices import prices_of
from bot.types import Mode

SHOWN, SHOWN_SHORT = 8, 3  # entries; where segments are paid, all of it is to be one


def tell(talk: Talk) -> None:
    """The balance and the last entries; to a guest, what is left of the day."""
    user, person = talk.user, talk.person
    if user is None or person.mode == Mode.GUEST:
        account.tell(talk)
        return
    count = SHOWN_SHORT if capabilities_of(person.channel).segmented else SHOWN
    entries, zone = ledger.newest(talk.session, user.id, count), zone_of(person.address)
    turn = prices_of(talk.desk.settings).of_turn(person.mode)
    talk.say(
        "credits_list",
        balance=user.credits,
        lines=[statement.line(entry, person.language, zone) for entry in entries],
        prices=say(person.language, "credits_prices", turn=turn),
    )


def tell_prices(talk: Talk) -> None:
    """What an answer costs, and what is beside it."""
    talk.tell(tariff.in_words(talk.desk.settings, talk.person.mode, talk.person.language))


CREDITS = Command(
    "credits",
    Wording(
        fr="credits|credit|mes credits|solde",
        en="credits|credit",
        said_fr="mon solde|mes credits|mon credit|le solde|mon solde de credits|solde de credits|"
        "solde credits|voir mon solde|consulter mon solde|verifier mon solde|afficher mon solde|donne moi mon solde|"
        "donnez moi mon solde|montre moi mon solde|quel est mon solde|c est quoi mon solde|c quoi mon solde|"
        "mon solde c est combien|mon solde est de combien|combien il me reste|il me reste combien|il reste combien|"
        "reste combien|reste combien de credits|il reste combien de credits|il me reste encore combien|"
        "il me reste encore combien de credits|combien de credits j ai encore|j ai encore combien de credits|"
        "combien il me reste encore|mon solde actuel|quel est mon solde actuel|mon credit restant|solde restant|"
        "combien me reste t il|combien me reste t il de credits|combien il me reste de credits|"
        "combien de credits il me reste|combien de credits me reste t il|il me reste combien de credits|"
        "combien de credits j ai|combien j ai de credits|j ai combien de credits|combien de credits ai je|"
        "j ai combien comme credits|combien de credit|credits restants|mes credits restants|"
        "combien de messages il me reste|il me reste combien de messages|mes depenses|ou sont passes mes credits|"
        "historique de mes credits|mes credits ont disparu|mon credit a disparu|vous avez mange mes credits|"
        "vous avez pris mes credits|tu as mange mes credits|tu as pris mes credits|pourquoi mes credits diminuent|"
        "pourquoi mon credit diminue|pourquoi mes credits baissent|pourquoi j ai moins de credits|"
        "pourquoi vous prenez mes credits|ou sont partis mes credits",
        said_en="my balance|my credits|my credit|balance|check balance|check my balance|show my balance|"
        "see my balance|what is my balance|what s my balance|whats my balance|how many credits do i have|"
        "how many credits do i have left|how many credits have i got|how many credits|how many credits left|"
        "how much credits do i have|how much credit left|how much credits left|how many credits remain|"
        "how much credit do i have|"
        "how much credit do i have left|how many credits are left|how much do i have left|credits left|"
        "credits remaining|"
        "remaining credits|my remaining credits|check my credits|credit balance|my credit balance|"
        "how many messages do i have left|how many messages left|where did my credits go|my credit history|"
        "my credits disappeared|my credits are gone|you took my credits|you ate my credits|"
        "why are my credits going down",
        not_wished="le solde",  # « donne le solde » is of an account in the books
        asked=True,
    ),
    prepare=quick(tell),
)
PRICES = Command(
    "prices",
    Wording(
        fr="tarifs|tarif|aide prix|prix",
        en="prices|help prices",
        said_fr="vos tarifs|les tarifs|vos prix|tes prix|c est quoi les prix|c quoi les prix|"
        "c est quoi vos prix|c est quoi tes prix|tu coutes combien|combien tu coutes|vous coutez combien|"
        "combien coute une reponse|combien coute une question|"
        "combien ca coute une question|c est combien une question|c est combien une reponse|"
        "quels sont vos tarifs|quels sont tes tarifs|quels sont les tarifs|quels sont vos prix|c est quoi vos tarifs|"
        "c est quoi les tarifs|combien coute le service|combien coute ce service|combien coute ton service|"
        "combien coute votre service|combien coutent vos services|combien ca coute le service|"
        "le service coute combien|est ce que le service est payant|est ce que le service est gratuit",
        said_en="your prices|the prices|how much is an answer|how much is a question|how much does an answer cost|"
        "how much does a question cost|what are your prices|what are the prices|what are your rates|your rates|"
        "your pricing|how much is the service|how much is this service|how much is your service|"
        "how much does the service cost|how much does this service cost|how much does your service cost|"
        "is the service free|is this service free|how much do you cost",
        not_wished="les tarifs",
        only_alone=True,
        asked=True,
    ),
    prepare=quick(tell_prices),
)
