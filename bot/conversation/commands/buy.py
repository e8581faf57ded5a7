"""/acheter: the list of packs, or where else credits come from."""

from bot.conversation.command import Command, quick
from bot.conversation.dialogues.purchases import Purchases
from bot.reading.commands import Wording

PURCHASES = Purchases()
BUY = Command(
    "buy",
    Wording(
        fr="acheter",
        en="buy",
        said_fr="acheter des credits|acheter du credit|acheter credit|acheter credits|achat de credits|"
        "achat credit|recharger|recharge|recharger mon compte|recharger mes credits|recharger mon credit|"
        "recharge mon compte|rechargement|prendre des credits|ajouter des credits|plus de credits|avoir des credits|"
        "avoir plus de credits|obtenir des credits|payer des credits|comment payer|comment je paye|comment on paye|"
        "comment je paie|ou acheter des credits|ou recharger|prix des credits|le prix des credits|"
        "combien coutent les credits|combien coute un credit|acheter avec wave|payer avec wave|payer avec orange money|"
        "payer par mobile money|acheter un abonnement|m abonner",
        said_en="buy credits|buy credit|buy more credits|buy some credits|get credits|get more credits|"
        "more credits|top up|topup|top up my account|top up my credits|recharge|recharge my account|add credits|"
        "purchase credits|pay for credits|pay for more credits|how do i pay|how to pay|how can i pay|price of credits|"
        "how much are credits|how much do credits cost|how much is a credit|how much does a credit cost|"
        "where can i buy credits|pay with momo|pay with mobile money|subscribe me",
    ),
    prepare=quick(PURCHASES.start),
    dialogues=(PURCHASES,),
)
