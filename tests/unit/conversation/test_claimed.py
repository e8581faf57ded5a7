"""What is a claim that something was sent or noted, and what only sounds like one."""

import pytest

from bot.conversation.turn.claimed import Claim, claims_in

SENT = """\
Envoyé !
C'est envoyé.
C’est envoyé ! Regarde ta boîte mail.
Voilà, c'est envoyé !
E-mail envoyé ✅
✅ E-mail envoyé !
Le mail est parti.
L'e-mail a bien été envoyé.
L’e-mail vient d’être envoyé à ton adresse.
Ton e-mail est en route.
Je t'ai envoyé l'e-mail.
Je vous ai envoyé le récapitulatif par e-mail.
Je viens de t'envoyer le SMS.
C'est fait ! Je t’ai envoyé le résumé par mail.
J'ai envoyé le message à ton numéro.
Le SMS est envoyé.
SMS envoyé.
Message envoyé 👍
Ton résumé a été envoyé par e-mail. N'hésite pas si tu as d'autres questions.
Parfait Awa, je t'ai envoyé le planning par SMS.
Le message est bien parti sur ton WhatsApp.
Sent!
Done! I've sent it to your e-mail.
I have sent you the summary by email.
I just sent the email.
Your email has been sent.
The SMS was sent to your number.
Email sent ✅
It's been sent to your inbox.
I’ve emailed you the summary.
**Envoyé** par e-mail. Bonne lecture !
Bien sûr ! Je l'ai envoyé à ton adresse.
"""
NOTED = """\
C'est noté.
C’est noté !
C'est bien noté, Awa.
Noté !
Noté, je m'en souviendrai.
Parfait, c'est noté.
D'accord, c'est noté : dentiste demain à 8 h.
Très bien ! C’est noté pour mardi à 15 h.
J'ai noté ton examen du 12 juin.
Je l'ai noté.
Je l’ai bien enregistré.
J'ai enregistré le rappel.
J'ai créé le rappel pour demain à 8 h.
J'ai ajouté la tâche à ta liste.
Rappel programmé pour demain à 8 h ✅
✅ Rappel enregistré : appeler Moussa, vendredi.
Ton rappel est enregistré.
Le rappel a été créé.
Je te rappellerai d'appeler Moussa demain à 8 h.
OK, je vous rappellerai de payer le loyer.
Je te le rappellerai demain.
Je m'en souviendrai.
Je retiens que tu es en Terminale D.
C'est enregistré !
C'est retenu.
Ok c'est noté 👍 N'hésite pas si tu as besoin d'autre chose.
Tu recevras un rappel demain à 8 h.
Noted!
Got it, I'll remind you tomorrow at 8.
I've noted it.
I've set a reminder for Friday.
Reminder set for tomorrow at 8 am ✅
Your reminder has been set.
I will remind you to call Moussa.
I'll remember that.
I've saved that.
Done! I've added it to your list.
I have created the task.
"""
NEITHER = """\
Je n'ai pas pu envoyer l'e-mail.
L'e-mail n'a pas été envoyé : ton adresse n'est pas confirmée.
Je ne peux pas t'envoyer d'e-mail tant que ton adresse n'est pas confirmée. Écris /email suivi de ton adresse.
L'envoi a échoué.
Malheureusement, le SMS n'est pas parti.
Je t'ai envoyé un e-mail hier.
Tu m'as envoyé une photo floue.
Le document que tu as envoyé parle des fractions.
Vous m’avez envoyé deux fichiers.
Veux-tu que je t'envoie un e-mail ?
Je t'envoie l'e-mail dès que ton adresse est confirmée.
Je t'enverrai le résumé quand tu auras confirmé ton adresse.
L'e-mail sera envoyé dès que tu réponds 1.
Voici le texte à copier : « J'ai envoyé mon dossier le 3 mai. »
Madame, je vous ai envoyé mon dossier le 3 mai et reste sans réponse.
Bonjour Monsieur Diop, je vous ai envoyé le devis. Bien à vous, Awa
Quand une lettre est envoyée, elle porte un timbre.
Un message envoyé sur WhatsApp est chiffré.
Le participe passé « envoyé » s'accorde avec le complément placé avant.
As-tu envoyé le mail ?
Votre limite d'e-mails du jour est atteinte.
Ton message est clair.
Le colis est parti de Dakar.
Ton prof t'a envoyé ce devoir ?
Elle a envoyé la lettre : « elle » est le sujet.
I couldn't send the email.
I can't send it until your address is confirmed.
The email wasn't sent.
The file you sent is about fractions.
Should I send it by SMS?
I'll send it once you confirm your address.
Here's the text: "I've sent you my application."
Dear Madam, I have sent you my application. Kind regards, Awa
Sent by email or by post, a letter needs a date.
Bien reçu ! Le résumé : la photosynthèse transforme la lumière.
Voici le résumé en attendant, à copier dans ton e-mail.
Je peux te l'envoyer par SMS à la place.
L’adresse a l’air incorrecte. Peux-tu la vérifier ?
Envoyé par la poste, un colis met dix jours.
Envoyé spécial : journaliste qui travaille hors de sa rédaction.
Le message est clair : travaille chaque jour.
Le message est envoyé par le serveur au client, puis lu.
Le SMS est un message de 160 signes.
Le train est parti à 8 h.
Moussa est parti.
J'ai envoyé est au passé composé.
J'ai envoyé, tu as envoyé, il a envoyé.
Ton adresse n'est pas confirmée.
Il faut d'abord confirmer ton adresse avec /email.
Merci pour ton message !
Tu as atteint le nombre de SMS du jour.
Envoie-moi ton adresse et je m'en occupe.
Le destinataire ne veut plus recevoir nos messages.
Je n'ai pas pu enregistrer ce rappel : la date est passée.
Le rappel n'a pas été créé.
Cette date est déjà passée. Quel jour veux-tu ?
Pour quel jour dois-je le noter ?
Je ne garde pas les mots de passe.
Ta mémoire est pleine : /memoire la montre.
Votre liste est pleine. Cochez-en avec /fait N.
Rien n'a été noté.
Veux-tu que je te le rappelle demain ?
Je peux te rappeler d'appeler Moussa.
Je te le rappelle dès que tu me dis l'heure.
Rappelle-toi : l'aire du disque est πr².
Rappel : le carré de 5 est 25.
Rappel de cours : un vecteur a une direction.
Je te rappelle que la somme des angles vaut 180°.
Petit rappel : on note f'(x) la dérivée.
On note x l'inconnue.
Notons x l'âge d'Awa.
Noté f'(x), ce nombre est la dérivée.
Noté sur 20, ton devoir vaut 15.
Ton devoir est noté sur 20.
Tu as bien noté la leçon.
J'ai noté trois erreurs dans ton texte.
Je retiens 1 et je pose 5.
Je pose 4 et je retiens 2.
Pour l'addition, 7 + 8 = 15 : je pose 5, je retiens 1.
C'est noté « f » dans ton livre.
C'est noté f(x) dans le cours.
Voici la phrase : « C'est noté, je viendrai. »
Le mot « noté » est un participe passé.
Sorry, I couldn't save that.
That date is past. Which day do you mean?
The reminder was not set.
Noted for its music, Dakar is a lively city.
As noted above, the sum is 12.
Remember that the area is πr².
Reminder: the square of 5 is 25.
I can remind you if you give me a day.
Do you want me to remind you?
I've noted three mistakes in your text.
Your list is full.
C'est à noter dans ton cahier.
À noter : le bac commence le 12 juin.
Ton examen est le 12 juin : révise bien.
Note bien : v = d/t.
Le vendredi 12 est un jour férié, veux-tu quand même ce rappel ?
J'ai noté 15/20 ton devoir.
J'ai ajouté 3 aux deux côtés.
Le rappel est dans ton cours.
Rappel de la règle : le verbe s'accorde avec le sujet.
Je te rappellerai la règle en cas de besoin ?
Enregistré à Dakar, cet album date de 1990.
Programmé en Python, ce robot avance.
Retenons que a² + b² = c².
Quel jour, et à quelle heure ?
Cette date n'existe pas : février a 28 jours.
"""


@pytest.mark.parametrize("text", SENT.splitlines())
def test_that_something_was_sent(text: str) -> None:
    assert Claim.SENT in claims_in(text)


@pytest.mark.parametrize("text", NOTED.splitlines())
def test_that_something_was_noted(text: str) -> None:
    assert claims_in(text) & {Claim.KEPT, Claim.REMINDER}


@pytest.mark.parametrize(
    "text",
    [
        *NEITHER.splitlines(),
        "Voici la lettre :\n> Je vous ai envoyé mon dossier.",
        "Madame, je vous ai envoyé mon dossier le 3 mai.\nCordialement,\nAwa",
        "C'est noté." + " Un mot de plus." * 50,
    ],
)
def test_that_nothing_is_claimed(text: str) -> None:
    assert not claims_in(text)
