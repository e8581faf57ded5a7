"""The wish for a person, in plain words, and what only looks like it."""

import pytest

from bot.reading.wishes.human_wish import wants_a_person

WISHES = """
je veux parler à quelqu'un
parler a kelkun
Je voudrais parler à une personne svp
passez-moi un conseiller
passez moi un responsable
y a quelqu'un ?
Y a-t-il quelqu’un ?
ya kelkun
je veux parler a un humain
Bonjour, je souhaite parler avec un conseiller
est-ce que je peux parler à une vraie personne ?
je peux parler a qlq1
mettez-moi en contact avec quelqu'un
jveux parler a kelkun
j'aimerais discuter avec un humain
je ne veux pas parler à un robot
il me faut un humain
je veux un humain
comment joindre le service client ?
comment contacter l'équipe
parler à quelqu'un
je veux parler à une personne de l'équipe maintenant
c'est possible de parler à quelqu'un ?
je préfère parler à une vraie personne
je veux parler avec un agent
can I talk to a person
can I talk to a person please?
I want to talk to someone
I need to speak to a human
Hi, could I speak with a real person?
I want to speak to an agent
let me talk to a human
put me through to someone
is there anybody there?
is anyone there
i dont want to talk to a bot
connect me to a human
I'd like to talk to somebody
how can I contact support?
I want a real person
je veux parler à un vrai être humain pas un robot
un conseiller svp
parler au service client
service client
quel est le numéro du service client ?
customer care number please
je voudrais parler à votre chef
rembourse moi
remboursez-moi mon argent svp
jveux etre rembourser
je veux me faire rembourser
je demande un remboursement
rendez moi mon argent
rend moi mn argent
rendez-nous nos sous svp
rends moi mes 500f
rends-moi mon crédit
rembourse moi le crédit
remboursez mes crédits
voleurs rendez moi mon argent
vous avez volé mon argent
comment me faire rembourser ?
j'exige le remboursement de mon argent
you stole my money
I want a refund
give me my money back
""".strip().splitlines()
OTHERS = """
je veux parler à l'oral du bac
je veux parler anglais
je veux parler de mon exposé
comment parler aux gens ?
comment parler à quelqu'un qu'on aime
how to talk to people
how do I talk to people without fear
how to talk to a girl
je veux parler à quelqu'un de mon exposé sur le climat
conseiller : conjugue ce verbe
le corps humain
l'humain et la machine, dissertation
une personne morale, c'est quoi ?
y a-t-il quelqu'un dans l'histoire qui a fait ça ?
quelqu'un a mangé mon devoir
personne ne m'aide
c'est quoi un conseiller pédagogique ?
écris une lettre à un responsable
je veux devenir conseiller
je veux être agent de police
talk about human rights
a person is a noun
I want to talk about my essay
I want to be a human rights lawyer
can I talk about photosynthesis
write a letter to a customer service
someone stole my book
is there life on Mars
service client : définition
le service client d'Orange
un agent économique svp
l'équipe de France a gagné
je peux parler français ?
can I get a PDF?
can I have a quiz
can i get people in my essay
what is a person in grammar
traduis : je veux parler à quelqu'un
je veux appeler une fonction en Python
comment contacter une université au Canada ?
support de cours sur les fractions
le remboursement d'un emprunt
je veux que mon ami me rembourse
mon argent de poche
vous avez pris
tu as mangé ?
rends moi le service
rendez-moi les copies
remboursement
refund
remettez moi les 2 premiers
il a volé mon argent
explain refund
""".strip().splitlines()


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_is_understood(text: str) -> None:
    assert wants_a_person(text)


@pytest.mark.parametrize("text", OTHERS)
def test_what_only_looks_like_one_is_not(text: str) -> None:
    assert not wants_a_person(text)
