"""Whether somebody asks, in plain words, for a person rather than us: to talk to one, or to get money back, which no
machine here can give. Pure. The whole message must say it:
« je veux parler à quelqu’un » does, « je veux parler à quelqu’un de mon exposé » and "talk to people" do not."""

import re
from typing import Final

from bot.text.folding import folded

LONGEST: Final = 160  # characters
_HELLO: Final = (
    r"(?:(?:bonjour|bonsoir|bjr|bsr|slt|salut|coucou|svp|stp|s il (?:vous|te) plait|please|pls|hello|hi|hey|ok|non|"
    r"no|mais|but|"
    r"excusez moi|pardon|sorry|alors|so|good (?:morning|evening|afternoon)|monsieur|madame|sir|urgent|au fait|"
    r"merci|thanks|well) )*"
)
_END: Final = (
    r"(?: (?:svp|stp|s il (?:vous|te) plait|sil (?:vous|te) plait|please|pls|plz|merci|thanks|thank you|maintenant|"
    r"now|tout de suite|"
    r"urgent|urgence|urgemment|vite|directement|vrai|ici|here|instead|at all|de vrai|pour de vrai|s il te plait|"
    r"rapidement|"
    r"d urgence|a la place|et pas (?:a )?(?:un |une )?(?:robot|bot|machine|ia)|pas (?:a )?un (?:robot|bot|machine|"
    r"programme)|not a (?:bot|robot|machine)|"
    r"de l equipe|du service|from (?:the|your) team|on the phone|au telephone|de chez vous|de votre equipe|de "
    r"palabre|aujourd hui|today|aussi))*"
)
_PERSON_FR: Final = (
    r"(?:(?:a |avec |un |une |a un |a une |avec un |avec une |au |le |la |votre |a votre |l |a l |avec l |quelqu )*"
    r"(?:quelqu un|quelquun|qlq1|kelkun|qqun|qqn|humain|humaine|etre humain|vrai etre humain|vrai humain|"
    r"vraie personne|personne|personne reelle|personne humaine|"
    r"conseiller|conseillere|agent|operateur|operatrice|responsable|administrateur|admin|gestionnaire|vrai agent|"
    r"vrai conseiller|"
    r"service client|service clients|standard|assistance|equipe|support|vraie personne humaine|membre de l equipe|"
    r"quelqu un de vrai|quelqu un d autre|quelqu un de reel|vraie personne|homme ou une femme)(?: (?:reel|reelle|"
    r"humain|humaine|physique|vivante?|de verite))?)"
)
_PERSON_EN: Final = (
    r"(?:(?:to |with |a |an |the |some |your |actual |real |live |another |someone |customer |human )*"
    r"(?:someone|somebody|human|human being|person|people|agent|adviser|advisor|counsellor|counselor|operator|"
    r"representative|rep|support|"
    r"customer service|customer care|manager|admin|team|staff|living person|someone real|somebody real|human "
    r"agent)(?: (?:real|else|human))?)"
)
_WHAT_IS_MINE: Final = (
    r"(?:mon|mn|m|mes|ms|l|le|les|notre|nos|tout mon|tous mes) ?"
    r"(?:argent|sous|thunes?|fric|paiement|credits?|\d+ ?(?:f|fr|fcfa|cfa|francs?))"
)
_MONEY_BACK: Final = (  # a person alone can give it back
    r"(?:je |j |moi je )?(?:veux|veu|jveux|voudrais|souhaite|souhaiterais|aimerais|exige|demande) "
    r"(?:a etre|etre|me faire) rembours[a-z]{1,3}",
    r"(?:je |j )?(?:veux|veu|jveux|voudrais|souhaite|demande|exige) (?:un |le |mon )?remboursement"
    rf"(?: de {_WHAT_IS_MINE})?",
    r"comment (?:me faire|etre|on se fait|avoir un|obtenir un|demander un) rembours[a-z]{1,6}",
    r"(?:vous pouvez |tu peux |pouvez vous |il faut )?(?:me rembours[a-z]{1,3}|rembours[a-z]{1,3} moi)"
    rf"(?: {_WHAT_IS_MINE})?|rembours(?:e|es|er|ez) (?:mon|mes|mn) (?:argent|sous|credits?)",
    r"(?:(?:vous etes|vs etes|vs ete|bande)(?: des| de| d)? |d )?(?:(?:voleurs?|arnaqueurs?|escrocs?) )?"
    rf"(?:rendez|rend|rends|redonnez|remettez|retournez) (?:moi|nous) {_WHAT_IS_MINE}",
    r"(?:vous|vs|tu) (?:m )?(?:avez|ave|as|a) (?:(?:vole|pris|bouffe|mange) (?:mon argent|mes sous)|escroque|arnaque)|"
    r"(?:vous m avez|vs m avez|tu m as) vole",
    r"(?:you|u) (?:stole|took|ate) my money",
    r"(?:je )?(?:veux|veu|jveux|voudrais) (?:recuperer )?mon argent",
    r"(?:i )?(?:want|need|would like|d like|demand|request) (?:a |my )?(?:refund|money back)",
    r"(?:can i (?:get|have) (?:a refund|my money back)|refund (?:me|please|pls)|refund my money|"
    r"give (?:me )?(?:back )?my money(?: back)?)",
)
_PHRASES: Final = tuple(
    re.compile(rf"{_HELLO}(?:{phrase}){_END}")
    for phrase in (
        r"(?:je |j |moi je )?(?:veux|veu|voudrais|voudrai|souhaite|souhaiterais|aimerais|aimerai|desire|jveux|jveu|"
        r"jaimerais|ai besoin de|prefere|prefererais|dois|peux|pourrais|peut)"
        r"(?: (?:bien|juste|vraiment|aussi|plutot|absolument))?(?: (?:de|d))? ?(?:parler|discuter|causer|parle|"
        rf"echanger|dialoguer) {_PERSON_FR}",
        r"(?:est ce que |est il possible de |c est possible de |comment (?:je peux |faire pour |puis je )?|on "
        r"peut |puis je |peut on |possible de |y a t il moyen de |ya moyen de |moyen de )(?:je peux )?"
        rf"(?:parler|discuter|joindre|contacter|avoir) (?!a des gens|aux gens){_PERSON_FR}",
        r"(?:est ce que |est il possible de |puis je |je peux |on peut |c est possible de )(?:je peux )?(?:parler|"
        r"discuter) (?:a|avec) une (?:vraie )?personne(?: reelle| humaine)?",
        r"(?:passez|passe|mettez|mets|donnez|transferez|transfere|connectez)(?: |-)?(?:moi|nous|le|la|moi en "
        rf"(?:contact|relation|ligne)|moi en (?:contact|relation|ligne) avec) {_PERSON_FR}",
        r"(?:mettez|mets) moi en (?:contact|relation|ligne) avec (?:quelqu un|une (?:vraie )?personne|un (?:humain|"
        r"conseiller|agent|responsable))",
        rf"parler (?:a |avec |au ){_PERSON_FR}",
        r"(?:je cherche a |je veux |je voudrais |comment )(?:joindre|contacter|appeler) (?:quelqu un|une personne|"
        r"un humain|un conseiller|un responsable|l equipe|votre equipe|le service client|le support|l assistance)",
        r"(?:il )?(?:y a|ya|y a t il|y at il|est ce qu il y a|yatil|ya t il) (?:quelqu un|kelkun|qlq1|qqun|un "
        r"humain|une vraie personne|une personne|un conseiller|un responsable)(?: de (?:vrai|reel))?(?: (?:la|ici|"
        r"derriere|au bout|en ligne|a l autre bout))?",
        r"je (?:ne )?veux (?:pas|plus) parler (?:a|avec) (?:un |une |ce |cette )?(?:robot|machine|bot|programme|ia|"
        r"ordinateur)(?: je veux (?:un humain|quelqu un|une (?:vraie )?personne))?",
        r"(?:je veux|il me faut|donnez moi|j ai besoin d|besoin d|je voudrais|je prefere) ?un (?:vrai )?(?:humain|"
        r"conseiller|etre humain|agent(?: humain)?|operateur)",
        r"(?:(?:je (?:veux|voudrais|souhaite) )?faire )?(?:une )?reclamation",
        r"(?:i (?:want|would like|need) to )?(?:make|file) a complaint",
        r"(?:je veux|il me faut|j ai besoin d|je voudrais|je prefere) ?une (?:vraie personne|personne reelle|"
        r"personne humaine)",
        rf"(?:can|could|may) i (?:please )?(?:talk|speak|chat|get to|get|have) {_PERSON_EN}",
        r"(?:i )?(?:want|need|would like|d like|wanna|have|wish)(?: to)?(?: really| just)? (?:talk|speak|chat) "
        rf"{_PERSON_EN}",
        r"(?:i )?(?:want|need|would like|d like|prefer) (?:a |an )?(?:real |live |actual )?(?:human|person|human "
        r"being|human agent|live agent)",
        r"(?:let me|how (?:can|do) i|is it possible to|i am trying to|put me (?:through|in touch|in contact)|"
        rf"connect me|transfer me|pass me) ?(?:talk|speak|chat|reach|contact|get)? ?{_PERSON_EN}(?<! people)",
        r"(?:talk|speak) (?:to|with) (?:a |an )?(?:real |live |actual )?(?:human|person|someone|somebody|agent|"
        r"human being|representative|counsellor)",
        r"(?:is (?:there )?(?:anyone|anybody|someone|somebody|a (?:real )?(?:person|human)))(?: (?:there|here|real|"
        r"behind this|i can (?:talk|speak) to|available|online))*",
        r"i (?:don t|do not|dont) want (?:to (?:talk|speak) (?:to|with) )?a (?:robot|bot|machine|program)(?: i "
        r"want (?:a human|a person|to talk to (?:a person|someone)))?",
        r"(?:real|human) (?:agent|person|support|help)",
        r"un (?:vrai )?(?:conseiller|agent|operateur|responsable|etre humain) (?:svp|stp|s il (?:vous|te) plait|"
        r"please)",
        r"(?:(?:(?:quel est|c est quoi|donnez moi|donne moi|je veux|je cherche) )?(?:le |votre )?(?:numero|contact|"
        r"telephone)(?: de telephone)? (?:du|de votre) )?(?:le )?service clients?",
        r"(?:the )?customer (?:service|care|support)(?: (?:number|contact))?",
        r"(?:je )?(?:veux|voudrais|souhaite) parler (?:a|avec) (?:votre|ton) (?:chef|patron|superieur|directeur)",
        r"(?:appelez|contactez) moi|(?:please )?call me(?: back)?",
        *_MONEY_BACK,
    )
)


# Without one of these no phrase can match: most messages cost one look.
_NAMED: Final = re.compile(
    r"quelqu|kelk|chef|patron|superieur|directeur|qlq|qqu?n|humain|homme|personne|conseill|agent|operat|responsable|admin|gestion|service|standard|assistance|"
    r"reclamation|complaint|equipe|support|robot|bot|machine|programme|ordinateur|\bia\b|someone|somebody|anyone|anybody|human|person|people|advis|"
    r"counsel|\brep|manager|team|staff|customer|program|rembours|argent|refund|money|"
    r"appelez|contactez|call me|(?:rend|rends|rendez|redonnez|remettez|retournez) (?:moi|nous)\b|"
    r"\b(?:vole|voler|escroque|arnaque)$"
)


_WORD: Final = re.compile(r"[a-z0-9]+")
_SOMEBODY_SPELT: Final = re.compile(r"\b(?:quelquun|quelqun|qlq1|qlqun|qqun|qqn|kelk1|kelkun|kelqun)\b")


def wants_a_person(text: str) -> bool:
    """Whether a message says that its writer wants to talk to a human."""
    if len(text) > LONGEST:
        return False
    words = " ".join(_WORD.findall(folded(text)))
    words = _SOMEBODY_SPELT.sub("quelqu un", words)
    return _NAMED.search(words) is not None and any(phrase.fullmatch(words) for phrase in _PHRASES)
