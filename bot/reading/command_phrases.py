"""Commands as people say them: whole phrases, by command and language, without accents. Data only; see `commands`.

What is said before and behind stands in FILLERS and WISHES, spellings of a hurry in SPELLINGS, not in each phrase.
A phrase that may be said of a lesson stands here only if nobody says it so, alone."""

from collections.abc import Mapping
from typing import Final

from bot.types import Language

PHRASES: Final[Mapping[Language, Mapping[str, str]]] = {
    Language.FR: {
        "help": "liste des commandes|les commandes|voir le menu|le menu|menu principal|retour au menu|"
        "afficher le menu",
        "account": "mon solde|mes credits|mon credit|le solde|mon solde de credits|solde de credits|solde credits|"
        "voir mon solde|consulter mon solde|verifier mon solde|afficher mon solde|donne moi mon solde|"
        "donnez moi mon solde|montre moi mon solde|quel est mon solde|c est quoi mon solde|c quoi mon solde|"
        "mon solde c est combien|mon solde est de combien|combien il me reste|il me reste combien|il reste combien|"
        "combien me reste t il|combien me reste t il de credits|combien il me reste de credits|"
        "combien de credits il me reste|"
        "combien de credits me reste t il|il me reste combien de credits|combien de credits j ai|"
        "combien j ai de credits|j ai combien de credits|combien de credits ai je|j ai combien comme credits|"
        "combien de credit|credits restants|mes credits restants|mon compte|voir mon compte|mon profil|"
        "voir mon profil|"
        "infos de mon compte|mon abonnement|combien de messages il me reste|il me reste combien de messages",
        "new": "nouvelle conversation|nouvelle discussion|nouvelle question|nouveau sujet|une nouvelle question|"
        "une nouvelle conversation|j ai une nouvelle question|commencer une nouvelle conversation|"
        "ouvrir une nouvelle conversation|demarrer une nouvelle conversation|nouveau chat|changer de sujet|"
        "changeons de sujet|on change de sujet|passons a autre chose|on passe a autre chose|recommencer a zero|"
        "recommence a zero|repartir a zero|on repart a zero|effacer la conversation|oublie tout",
        "mode": "changer de mode|changer le mode|changer mon mode|changer de niveau|changer mon niveau|"
        "modifier mon niveau|changer de classe|changer ma classe|j ai change de classe|passer en mode professionnel|"
        "passer en mode pro|mode professionnel|mode pro|mode eleve|mode etudiant|passer en mode eleve|"
        "passer en mode etudiant|choisir mon niveau|choisir un mode",
        "language": "changer de langue|changer la langue|changer ma langue|choisir la langue|choisir ma langue|"
        "changement de langue|modifier la langue|autre langue|parler une autre langue",
        "files": "mes fichiers|mes documents|mes pdf|voir mes fichiers|voir mes documents|ou sont mes fichiers|"
        "ou sont mes documents|liste de mes fichiers|liste de mes documents|la liste de mes documents|"
        "retrouver mes documents|retrouver mes fichiers|afficher mes documents",
        "status": "ou en es tu|ou en etes vous|tu en es ou|t en es ou|vous en etes ou|ou en est ma demande|"
        "ou en est mon document|ou en est mon pdf|ou en est ma reponse|tu travailles encore|tu es encore dessus|"
        "etat de ma demande|statut de ma demande",
        "cancel": "annuler ma demande|annule ma demande|annulez ma demande|annuler la demande|annuler tout|"
        "annule tout|"
        "tout annuler|annule ca|annuler ca|annule|annulez|annuler ma question|annule ma question|annuler la reponse|"
        "arreter le quiz|arrete le quiz|on arrete le quiz|arreter ce quiz|quitter le quiz|stop le quiz|stop quiz",
        "buy": "acheter des credits|acheter du credit|acheter credit|acheter credits|achat de credits|achat credit|"
        "recharger|recharge|recharger mon compte|recharger mes credits|recharger mon credit|recharge mon compte|"
        "rechargement|prendre des credits|ajouter des credits|plus de credits|avoir des credits|"
        "avoir plus de credits|obtenir des credits|payer des credits|comment payer|comment je paye|comment on paye|"
        "comment je paie|ou acheter des credits|ou recharger|prix des credits|le prix des credits|"
        "combien coutent les credits|combien coute un credit|acheter avec wave|payer avec wave|"
        "payer avec orange money|payer par mobile money|acheter un abonnement|m abonner",
        "login": "me connecter|je me connecte|connecte moi|connectez moi|connecter moi|se connecter|connecter|"
        "ouvrir ma session|ouvrir une session|m inscrire|je m inscris|inscris moi|creer un compte|"
        "creer mon compte|ouvrir un compte|acceder a mon compte|entrer dans mon compte|m identifier|me reconnecter|"
        "reconnecte moi|reconnexion|connexion a mon compte|recevoir un code|recevoir le code|recevoir mon code",
        "logout": "me deconnecter|je me deconnecte|deconnecte moi|deconnectez moi|deconnecter moi|se deconnecter|"
        "deconnecter|deconnexion|fermer ma session|fermer la session|quitter ma session|sortir de mon compte|"
        "deconnexion de mon compte|deconnecte mon compte|deconnecter mon compte",
        "export": "mes donnees|voir mes donnees|"
        "exporter mes donnees|exporte mes donnees|exportez mes donnees|exporter mon compte|"
        "exporter les donnees|"
        "exporter toutes mes donnees|export de mes donnees|export de donnees|exportation de mes donnees|"
        "telecharger mes donnees|recuperer mes donnees|recevoir mes donnees|avoir mes donnees|copie de mes donnees|"
        "une copie de mes donnees|recevoir une copie de mes donnees|avoir une copie de mes donnees|"
        "envoie moi mes donnees|donne moi mes donnees|envoyez moi mes donnees",
        "delete": "supprimer mes donnees|supprime mes donnees|supprimez mes donnees|supprimer toutes mes donnees|"
        "supprimer mon compte|supprime mon compte|supprimez mon compte|suppression de mon compte|"
        "suppression de mes donnees|suppression du compte|la suppression de mon compte|"
        "la suppression de mes donnees|supprimer le compte|effacer mes donnees|efface mes donnees|"
        "effacez mes donnees|effacer toutes mes donnees|effacer mon compte|efface mon compte|effacer mes messages|"
        "efface mes messages|effacez mes messages|supprimer mes messages|supprime mes messages|"
        "supprimer mes informations|"
        "effacer mes informations|detruire mes donnees|fermer mon compte|cloturer mon compte|efface moi",
        "progress": "mes progres|mes resultats|voir mes resultats|voir mes progres|mes scores|mes notes aux quiz|"
        "mes resultats aux quiz|mon bilan de quiz|montre moi mes progres|montre mes progres|montre moi mes resultats",
    },
    Language.EN: {
        "help": "list of commands|commands|show menu|show the menu|main menu",
        "account": "my balance|my credits|my credit|balance|check balance|check my balance|show my balance|"
        "see my balance|what is my balance|what s my balance|whats my balance|how many credits do i have|"
        "how many credits do i have left|how many credits have i got|how many credits left|how much credit do i have|"
        "how much credit do i have left|how many credits are left|how much do i have left|credits left|"
        "credits remaining|remaining credits|my remaining credits|check my credits|credit balance|my credit balance|"
        "see my account|view my account|check my account|my profile|my subscription|how many messages do i have left|"
        "how many messages left",
        "new": "new conversation|new chat|new question|new topic|a new question|a new conversation|"
        "i have a new question|"
        "start a new conversation|start new conversation|start a new chat|start over|start again from zero|"
        "change the subject|change subject|change topic|change the topic|clear the conversation|clear chat|"
        "let s talk about something else|forget everything",
        "mode": "change mode|change my mode|change level|change my level|change the mode|change class|"
        "change my class|"
        "switch mode|switch modes|professional mode|pro mode|student mode|switch to professional mode|"
        "switch to student mode|switch to pro mode|choose my level",
        "language": "change language|change the language|change my language|switch language|switch languages|"
        "choose language|choose my language|another language|other language|language settings",
        "files": "my files|my documents|my pdfs|see my files|see my documents|show my files|show my documents|"
        "where are my files|where are my documents|list my files|list of my files|list my documents",
        "status": "how far are you|how far along are you|are you still working|are you still on it|"
        "status of my request|what is the status of my request|where is my document|where is my pdf|"
        "where is my answer",
        "cancel": "cancel my request|cancel the request|cancel it|cancel that|cancel this|cancel everything|"
        "cancel all|"
        "cancel my question|stop the quiz|quit the quiz|end the quiz|leave the quiz|stop quiz|stop this quiz",
        "buy": "buy credits|buy credit|buy more credits|buy some credits|get credits|get more credits|more credits|"
        "top up|topup|top up my account|top up my credits|recharge|recharge my account|add credits|"
        "purchase credits|pay for credits|pay for more credits|how do i pay|how to pay|how can i pay|"
        "price of credits|how much are credits|how much do credits cost|how much is a credit|"
        "how much does a credit cost|where can i buy credits|pay with momo|pay with mobile money|subscribe me",
        "login": "log in|log me in|login|sign in|sign me in|signin|sign up|sign me up|signup|register|register me|"
        "create an account|create account|create my account|open an account|get an account|log into my account|"
        "log in to my account|sign in to my account|access my account|get a code|get my code|get the code|"
        "connect me|connect my account",
        "logout": "log out|log me out|logout|sign out|sign me out|signout|log off|sign off|log out of my account|"
        "sign out of my account|disconnect me|disconnect my account|close my session",
        "export": "my data|see my data|"
        "export my data|export all my data|export my account|download my data|download all my data|"
        "get my data|get a copy of my data|copy of my data|a copy of my data|send me my data|give me my data|"
        "data export|export of my data",
        "delete": "delete my data|delete all my data|delete my account|delete the account|delete account|"
        "delete my messages|delete my information|delete my info|delete all my messages|erase my data|"
        "erase all my data|erase my account|erase my messages|remove my data|remove my account|remove all my data|"
        "close my account|deletion of my account|deletion of my data|wipe my data|delete me",
        "progress": "my progress|my results|my scores|see my results|see my progress|show my progress|"
        "show my results|"
        "show me my progress|show me my results|my quiz results|my quiz scores",
    },
}  # fmt: skip

FILLERS: Final = (
    "bonjour|bonsoir|salut|coucou|slt|bjr|bsr|cc|hello|hi|hey|good morning|good afternoon|good evening|stp|svp|"
    "s il te plait|s il vous plait|s il te plais|s il vous plais|sil te plait|sil vous plait|silteplait|silvousplait|"
    "please|pls|plz|merci|merci d avance|merci beaucoup|mrc|thanks|thank you|thx|pardon|excuse me|excusez moi|"
    "excuse moi|monsieur|madame|mr|mme|sir|madam|prof|boss|chef|frere|frr|bro|alors|euh|ok|okay|donc|maintenant|now|"
    "tout de suite|right now|a nouveau|again|vite|quickly|rapidement|ici|here"
)  # before or behind, and no part of what is said
WISHES: Final = (
    "je veux|je voudrais|je voulais|j aimerais|je souhaite|je souhaiterais|je dois|je peux|je desire|j ai besoin de|"
    "j ai envie de|j ai besoin d|il faut que je|il me faut|on peut|est ce que je peux|est ce qu on peut|puis je|"
    "peux tu|tu peux|tu peux me|peux tu me|pouvez vous|vous pouvez|pouvez vous me|pourriez vous|pourrais tu|"
    "tu pourrais|voulez vous|veux tu|veuillez|comment|comment je peux|comment puis je|comment on peut|"
    "comment faire pour|"
    "comment je fais pour|comment on fait pour|je fais comment pour|comment tu fais pour|aide moi a|aidez moi a|"
    "je n arrive pas a|j arrive pas a|impossible de|je demande a|je demande la|je demande|"
    "donne moi|montre moi|dis moi|dites moi|fais moi|faut|"
    "i want to|i want|i would like to|i would like|i d like to|i d like|i need to|i need|i wish to|i have to|"
    "can i|can you|could you|could i|may i|how can i|how do i|how to|how could i|please can i|please can you|"
    "would you|kindly|help me|help me to|let me|i can t|i cannot|i can not|tell me|show me|give me|i wanna|"
    "i want u to|"
    "i want you to"
)  # before a phrase of two words or more
# Who wants one of these wants another exercise.
WITHOUT_WISH: Final = "nouvelle question|une nouvelle question|nouveau sujet|new question|a new question|new topic"
SPELLINGS: Final = {
    "jveux": "je veux", "jveu": "je veux", "jve": "je veux", "veu": "veux", "ve": "veux", "jvoudrais": "je voudrais",
    "jvoudrai": "je voudrais", "voudrai": "voudrais", "jpeux": "je peux", "jpeu": "je peux", "peu": "peux",
    "jaimerais": "j aimerais", "jaimerai": "j aimerais", "jarrive": "j arrive", "jme": "je me", "jai": "j ai",
    "cmt": "comment", "coment": "comment", "commen": "comment", "komen": "comment", "koman": "comment",
    "koi": "quoi", "kombien": "combien", "combi1": "combien", "cb": "combien", "cbn": "combien", "konbien": "combien",
    "sold": "solde", "kredit": "credit", "kredits": "credits", "credi": "credit",
    "compt": "compte", "kont": "compte", "conecte": "connecter", "connecte": "connecter",
    "connect": "connecter", "conect": "connecter", "conecter": "connecter", "konecter": "connecter",
    "conekte": "connecter", "deconect": "deconnecter", "deconnect": "deconnecter", "deconecte": "deconnecter",
    "deconnecte": "deconnecter", "deconecter": "deconnecter", "conexion": "connexion", "conection": "connexion",
    "connection": "connexion", "konexion": "connexion", "deconexion": "deconnexion", "deconnection": "deconnexion",
    "suprimer": "supprimer", "suprime": "supprime", "suppr": "supprimer",
    "eface": "efface", "efacer": "effacer", "anuler": "annuler", "anule": "annule",
    "donee": "donnees", "donees": "donnees", "donnee": "donnees", "done": "donne",
    "achete": "acheter", "ajeter": "acheter", "nouvel": "nouvelle", "nvelle": "nouvelle",
    "nvl": "nouvelle", "kestion": "question", "chg": "changer",
    "lang": "langue", "doc": "documents", "docs": "documents", "document": "documents", "fichier": "fichiers",
    "resultat": "resultats", "acc": "account", "acount": "account", "u": "you", "wanna": "want to",
    "dat": "data", "datas": "data", "del": "delete", "delet": "delete", "msg": "messages", "msgs": "messages",
    "convo": "conversation",
}  # fmt: skip
