"""/acheter: the list of packs, or where else credits come from."""

from bot.conversation.command import Act, Command, Request
from bot.conversation.dialogues.purchases import Purchases
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.talk import Talk
from bot.reading.commands.arguments import AnyText, any_text
from bot.reading.commands.vocabulary import Wording

PURCHASES = Purchases()


def prepare(request: Request) -> Act:
    """Nothing slow. What it is said with may name a pack of the list that is open: then it is an answer to that."""
    said = request.argument

    def start(talk: Talk) -> Obeyed:
        if isinstance(said, AnyText) and PURCHASES.is_named(talk, said.text):
            return NotMeant()
        PURCHASES.start(talk)
        return Done()

    return start


BUY = Command(
    "buy",
    Wording(
        fr="acheter|recharger|recharge",
        en="buy",
        slashed="achat|achats|payer|pay",
        said_fr="acheter des credits|acheter du credit|acheter credit|acheter credits|achat de credits|"
        "achat credit|recharger|recharge|recharger mon compte|recharger mes credits|recharger mon credit|"
        "recharge mon compte|recharge credit|recharge credits|recharger credit|rechargement|"
        "prendre des credits|ajouter des credits|plus de credits|avoir des credits|"
        "avoir plus de credits|obtenir des credits|payer des credits|comment payer|comment je paye|comment on paye|"
        "comment je paie|ou acheter des credits|ou recharger|prix des credits|le prix des credits|"
        "combien coutent les credits|combien coute un credit|c est combien un credit|c est combien le credit|"
        "c est combien les credits|un credit c est combien|le credit c est combien|les credits c est combien|"
        "un credit coute combien|le credit coute combien|les credits coutent combien|je veux payer|"
        "comment faire pour payer|comment on fait pour payer|comment je fais pour payer|"
        "acheter avec wave|payer avec wave|payer avec orange money|"
        "payer par wave|payer par orange money|payer par mobile money|acheter un abonnement|m abonner|je veux acheter|"
        "acheter d credit|acheter d credits|payer credit|payer credits|acheter un pack|acheter un forfait|"
        "prendre un pack|prendre un forfait|je n ai plus de credits|je n ai plus de credit|j ai plus de credits|"
        "j ai plus de credit|mes credits sont finis|mes credits sont epuises|mon credit est fini|credit fini|"
        "credits finis|"
        "acheter 500f|acheter pour 500f|acheter 120 credits|acheter 500f de credit|acheter 500f de credits|"
        "acheter des credits de 500f|acheter des credits pour 500f|acheter du credit de 500f|achat 500f|achat de 500f|"
        "achat de 120 credits|achat de 500f de credits|recharger 500f|recharger de 500f|recharger pour 500f|"
        "recharge 500f|recharge de 500f|recharger mon compte de 500f|recharge mon compte de 500f|"
        "recharger mes credits de 500f|500f de credit|500f de credits|je veux 120 credits|"
        "je voudrais 120 credits|il me faut 120 credits|j ai besoin de 120 credits|donne moi 120 credits|"
        "prendre 120 credits|je prends 120 credits",
        said_en="buy credits|buy credit|buy more credits|buy some credits|get credits|get more credits|"
        "more credits|top up|topup|top up my account|top up my credits|recharge|recharge my account|add credits|"
        "purchase credits|pay for credits|pay for more credits|how do i pay|how to pay|how can i pay|price of credits|"
        "how much are credits|how much do credits cost|how much is a credit|how much does a credit cost|"
        "where can i buy credits|i want to pay|pay with momo|pay with mobile money|subscribe me|buy a pack|"
        "out of credits|i am out of credits|i m out of credits|i have no credits|i have no more credits|"
        "no more credits|my credits are finished|my credit is finished|"
        "buy 500f|buy for 500f|buy 120 credits|buy 500f of credit|buy 500f of credits|top up 500f|top up with 500f|"
        "500f of credit|500f of credits|i want 120 credits|i need 120 credits|give me 120 credits|get 120 credits",
        takes=any_text,
        only_slashed=True,
    ),
    prepare=prepare,
    dialogues=(PURCHASES,),
)
