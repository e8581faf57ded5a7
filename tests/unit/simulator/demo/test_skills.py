"""What the demo model makes of one message, as people type it: the skill it goes to and the heart of the answer."""

import json
from typing import Any

import pytest

from bot.services.mail.run_mails import NOT_CONFIRMED
from bot.simulator.demo.conversation import read_turn
from bot.simulator.demo.steps import Say
from tests.fakes.demo import BRAIN, Talk

# message · the skill that reads it · what its answer says
FRENCH = """
bonjour | courtesy | Bonjour ! Je suis Palabre
Bonsoir ! | courtesy | Bonsoir !
slt | courtesy | Bonjour !
bjr prof | courtesy | Bonjour !
salut ça va ? | courtesy | Toujours là
sa va | courtesy | Toujours là
merci | courtesy | Avec plaisir
mrc bcp monsieur | courtesy | Avec plaisir
ok | courtesy | Très bien
ok d'accord | courtesy | Très bien
👍 | courtesy | Très bien
👍🏾 | courtesy | Très bien
oui | courtesy | à quoi
non merci | courtesy | à la place
au revoir | courtesy | Au revoir
bonne soirée à vous | courtesy | Au revoir
bonne nuit | courtesy | Bonne nuit
mdr 😂 | courtesy | plaisir
désolé | courtesy | pas de mal
tu es un robot ? | courtesy | pas une personne
t'es qui | courtesy | modèle de démonstration
que sais tu faire ? | courtesy | expliquer une leçon
je suis nul | courtesy | plus doucement
test | courtesy | Je vous reçois
mrc c gentil | courtesy | Avec plaisir
t ki toi ? | courtesy | pas une personne
slt g 1 devoir de math | courtesy | Envoyez-moi un calcul
c'est faux | courtesy | je peux me tromper
jai peur | courtesy | pas grave
😭😭😭 | courtesy | pas grave
mbote | courtesy | Bonjour !
envoie-moi le résumé par e-mail | sending | e-mail part
envoie-le-moi par SMS | sending | SMS part
envoie-moi ça sur whatsapp | sending | WhatsApp
signale un problème : le PDF ne s'ouvre pas | sending | signalé
exécute : python3 -c "print(2**64)" | shell | mode professionnel
execute la commande : seq 3 | shell | mode professionnel
lance ls -la | shell | mode professionnel
run date | shell | mode professionnel
merci tata | courtesy | Avec plaisir
tu peu maidé | courtesy | expliquer une leçon
tu es une vrai persone ? | courtesy | pas une personne
15 000 f + 3 500 f | arithmetic | = **18 500**
20 % de 35 000 fcfa | arithmetic | = **7 000**
3f + 2 = 8 | equation | f = **2**
aide moi a faire mes devoirs | courtesy | Envoyez-moi un calcul
en anglais stp | courtesy | let us speak English
explique | follow_up | sur quelle leçon
vite exo maths | follow_up | sur quelle leçon
résoudre x/3 - 2 = 4 | equation | On multiplie par 3 : x = **18**
x + 1 = 2 | equation | x = 1
5x - 3 = 2x + 9 c combien x | equation | x = **4**
trouve x : 4x = 20 | equation | x = **5**
x : 4 = 5 | equation | x = **20**
2x=10 c'est quoi x | equation | x = **5**
2c + 1 = 9 | equation | c = **4**
x² = 49 | equation | √49 = 7
x² = 3 | equation | √3 ≈ 1,732
x+5 | equation | dépend de x
fais-moi une facture Excel | workbook | « Facture FA-2026-014 »
un tableau d'amortissement de 5 000 000 FCFA sur 4 ans | workbook | 48 mensualités
fé moi 1 balance syscohada stp | workbook | équilibrés
tableau excel de notes | workbook | moyenne coefficientée
mon budget sur excel | workbook | « Budget du mois »
un diaporama de 5 diapositives sur la photosynthèse | slides | 5 diapositives
powerpoint pitagor | slides | « Le théorème de Pythagore »
rappelle-moi de réviser les fractions demain à 18 h | reminder | noté : réviser les fractions, pour 20
Rappelle moi d’appeler maman dans 10 min | reminder | noté : appeler maman, pour 10.
bonjour, rappelle-moi d’acheter du pain demain | reminder | noté : acheter du pain, pour 20
rappelle-moi vendredi à 17h d’appeler la banque | reminder | noté : appeler la banque, pour 20
rappelle-moi le 3 décembre à 15h d’aller au conseil | reminder | noté : aller au conseil, pour 20
rappelle-moi de payer la cotisation | reminder | Dites-moi un jour
rappelle-moi d’appeler maman tous les lundis à 8h | reminder | noté : appeler maman, pour 20
rappelle-moi tous les lundis à 7 h de réviser | reminder | noté : réviser, pour 20
rappelle-moi d’aller au marché hier à 8h | reminder | Dites-moi un jour
tu peux me rappeler de prendre mes médicaments dans 2h ? | reminder | noté : prendre mes médicaments, pour 120
utilise l’outil d’achat | purchase | écrivez à aide@palabre.example
je voudrais 50 crédits, comment les acheter ? | purchase | écrivez à aide@
montre-moi un bonus | bonus | 1 crédit bonus
un diaporama | slides | sur quoi
c'est quoi un amortissement | lesson | **L’amortissement
pdf de la lettre de stage | letter | « Demande de stage »
g envie de mourir | care | on peut vous aider
mon père me frappe | care | on peut vous aider
bonjour, c'est quoi une fraction ? | lesson | **Comprendre les fractions**
c koi 1 fraction | lesson | **Comprendre les fractions**
cest kwa les frations | lesson | **Comprendre les fractions**
Explique-moi le théorème de Pythagore | lesson | **Le théorème de Pythagore**
explik moi pitagor stp | lesson | **Le théorème de Pythagore**
la fotosintèse | lesson | **La photosynthèse**
coman on conjugue au passé composé | lesson | **Conjuguer au passé composé**
lamortissement lineaire | lesson | **L’amortissement linéaire
additionner des fractions | lesson | **Additionner, soustraire
c'est quoi une équation | lesson | **Les équations du premier degré**
la négation au passé composé | lesson | _La négation_
comment écrire une lettre administrative ? | lesson | **Rédiger une lettre administrative**
Combien font 3 x 12 ? | arithmetic | 3 × 12 = **36**
3/4 + 5/6 | arithmetic | 9/12 + 10/12 = 19/12
cb font 12 fois 8 | arithmetic | **96**
15 % de 24 000 | arithmetic | **3 600**
15% de 24.000 | arithmetic | 15 % de 24 000 = **3 600**
15 pour cent de 24000 | arithmetic | **3 600**
Calcule la TVA de 18% sur 125000 F | arithmetic | **22 500**
calcul la tva sur 50 000 | arithmetic | **9 000**
2 puissance 10 | arithmetic | **1 024**
5 au carré | arithmetic | **25**
racine carrée de 49 | arithmetic | **7**
racine de 2 | arithmetic | ≈ **1,414**
$\\frac{3}{4}+\\frac{1}{2}$ | arithmetic | **5/4** (= 1,25)
\\sqrt{16} | arithmetic | √16 = **4**
2/7 : 3/5 | arithmetic | 2/7 × 5/3 = 10/21
les 3/4 de 2 000 | arithmetic | **1 500**
simplifie 18/24 | arithmetic | **3/4**
10/3 | arithmetic | ≈ **3,333**
1/0 | arithmetic | jamais par zéro
racine de -4 | arithmetic | pas de racine carrée
bonjour 7 + 3 svp | arithmetic | **10**
résous 2x+3=11 | equation | x = **4**
resou lekation 3(x-2)=x+4 stp | equation | x = **5**
2x + 3 = 11 | equation | On retranche 3 à gauche et à droite : 2x = 8
5=2x+1 | equation | On échange la gauche
3x=7 | equation | **7/3 (≈ 2,333)**
2x = 2x + 1 | equation | pas de solution
2x + 2 = 2(x + 1) | equation | Tous les nombres
$\\frac{x}{2} + 1 = 4$ | equation | x = **6**
x^2 = 49 | equation | x = **−7**
x² = -4 | equation | jamais négatif
x^2 + 1 pour x = 5 | equation | **26**
x^2 | equation | dépend de x
x^2+2x+1=0 | equation | premier degré
Écris une lettre de demande de stage | letter | **Objet : demande de stage**
ecri moi une letre de motivation | letter | **Objet : candidature
lettre au directeur pour une absence | letter | Monsieur le Directeur,
lettre de démission en pdf | letter | « Lettre de démission »
je veux une lettre pour demander une bourse | letter | attribution d’une bourse
lettre d'amour | letter | mieux que moi
Fais-moi un résumé PDF sur les fractions avec des sources | research | « Comprendre les fractions »
fiche pdf photosynthese | research | « La photosynthèse »
fè moi 1 pdf sur pitagor | research | « Le théorème de Pythagore »
Quels sont mes fichiers ? | own_files | Cours de SVT (cours.pdf)
lis mon fichier cours de SVT | own_files | Les feuilles vertes
cherche dans mes fichiers la photosynthèse | own_files | Les feuilles vertes
retiens que je passe le bac en juin | own_files | « je passe le bac en juin »
cherche des sources sur la TVA | research | http://demo/tva-uemoa
pdf sur les dragons | research | rien trouvé
fais une fiche | research | sur quoi
un exemple | follow_up | sur quelle leçon
donne moi un exo sur les équations | follow_up | Résolvez 4x + 1 = 13.
g pa compri les fractions | follow_up | plus simplement
j'ai eu 12/20 en maths | unknown | je ne le connais pas
mon numéro est 07 01 02 03 04 | unknown | je ne le connais pas
le 12/03/2026 ? | unknown | je ne le connais pas
Quel âge a le capitaine ? | unknown | modèle de démonstration
donne moi un exemple de poème | unknown | je ne le connais pas
asdfgh | unknown | je ne le connais pas
"""
ENGLISH = """
remind me to call Ali in 2 hours | reminder | Noted: call Ali, for 120.
use the purchase tool | purchase | aide@palabre.example
hello | courtesy | Hello! I am Palabre
good evening | courtesy | Good evening!
hi, how are you? | courtesy | Always ready
thank u so much | courtesy | You are welcome
goodbye, thanks for your help | courtesy | Goodbye
who are you | courtesy | demonstration model
what can you do? | courtesy | explain a lesson
can u help me with my homework | courtesy | Gladly
english please | courtesy | let us speak English
i want to die | care | you are not alone
hi, what is a fraction? | lesson | **Understanding fractions**
explain photosynthesis | lesson | **Photosynthesis**
how do i write a formal letter | lesson | **Writing a formal letter**
What is 15% of 24,000? | arithmetic | 15 % of 24,000 = **3,600**
how much is 12 times 8 | arithmetic | **96**
what is the square root of 16 | arithmetic | **4**
what is 5 squared | arithmetic | **25**
solve 3(x - 2) = x + 4 please | equation | x = **5**
write a letter asking for an internship | letter | Yours faithfully,
i need a resignation letter as pdf | letter | “Resignation letter”
Make me a PDF summary about fractions with sources please | research | “Understanding fractions”
search for sources about photosynthesis | research | http://demo/photosynthesis
i don't understand fractions | follow_up | in simpler words
give me an exercise on equations | follow_up | Solve 4x + 1 = 13.
who won the match? | unknown | demonstration model
"""


def table(text: str) -> list[tuple[str, ...]]:
    return [tuple(cell.strip() for cell in line.split(" | ")) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("text", "skill", "part"), table(FRENCH) + table(ENGLISH))
def test_a_message_as_people_type_it_goes_to_its_skill_and_gets_its_answer(text: str, skill: str, part: str) -> None:
    talk = Talk()
    assert talk.skill(text) == skill
    answer = talk.says(text)
    assert part in answer.replace("\u00a0", " ")
    assert len(answer) < 1_600


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(table(FRENCH) + table(ENGLISH)) >= 100


@pytest.mark.parametrize(
    ("text", "tool"), [("envoie-le-moi par e-mail", "send_email_to_user"), ("écris un mail à a@b.ci", "draft_email")]
)
def test_an_address_that_is_not_confirmed_is_the_persons_to_confirm_in_their_own_language(text: str, tool: str) -> None:
    call = {"id": "1", "type": "function", "function": {"name": tool, "arguments": "{}"}}
    refused = json.dumps({"status": "error", "error_type": "permanent", "message": NOT_CONFIRMED})
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": text},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": refused},
    ]
    said = BRAIN.next_step(read_turn({"messages": messages, "tools": []}))
    assert isinstance(said, Say)
    assert "écrivez /email suivi de votre adresse" in said.text
    assert "Refused" not in said.text
