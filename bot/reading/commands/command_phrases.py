"""What people put around commands, and how they spell in a hurry. Data only, without accents; see `vocabulary`."""

from typing import Final

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
    "tu pourrais|voulez vous|veux tu|veuillez|comment|comment je|comment on|comment je peux|comment puis je|"
    "comment on peut|"
    "comment faire pour|"
    "comment je fais pour|comment on fait pour|je fais comment pour|comment tu fais pour|aide moi a|aidez moi a|"
    "je n arrive pas a|j arrive pas a|impossible de|je demande a|je demande la|je demande|"
    "donne moi|donnez moi|montre moi|montrez moi|"
    "dis moi|dites moi|fais moi|donne|donnez|montre|montrez|affiche|affichez|faut|"
    "i want to|i want|i would like to|i would like|i d like to|i d like|i need to|i need|i wish to|i have to|"
    "can i|can you|could you|could i|may i|how can i|how do i|how to|how could i|please can i|please can you|"
    "would you|kindly|help me|help me to|let me|i can t|i cannot|i can not|tell me|show me|give me|i wanna|"
    "i want u to|"
    "i want you to|i wan|i wan to"
)  # before a phrase of two words or more
SPELLINGS: Final = {
    "jveux": "je veux", "jveu": "je veux", "jve": "je veux", "veu": "veux", "ve": "veux", "jvoudrais": "je voudrais",
    "jvoudrai": "je voudrais", "voudrai": "voudrais", "jpeux": "je peux", "jpeu": "je peux", "peu": "peux",
    "jaimerais": "j aimerais", "jaimerai": "j aimerais", "jarrive": "j arrive", "jme": "je me", "jai": "j ai",
    "g": "j ai", "chui": "je suis", "chuis": "je suis", "jsuis": "je suis", "jsui": "je suis",
    "cmt": "comment", "coment": "comment", "commen": "comment", "komen": "comment", "koman": "comment",
    "koi": "quoi", "kel": "quel", "kombien": "combien", "combi1": "combien", "cb": "combien", "cbn": "combien",
    "konbien": "combien",    "sold": "solde", "kredit": "credit", "kredits": "credits", "credi": "credit",
    "compt": "compte", "kont": "compte", "conecte": "connecter", "connecte": "connecter", "connectee": "connecter",
    "connect": "connecter", "conect": "connecter", "conecter": "connecter", "konecter": "connecter",
    "conekte": "connecter", "deconect": "deconnecter", "deconnect": "deconnecter", "deconecte": "deconnecter",
    "deconnecte": "deconnecter", "deconecter": "deconnecter", "conexion": "connexion", "conection": "connexion",
    "connection": "connexion", "konexion": "connexion", "deconexion": "deconnexion", "deconnection": "deconnexion",
    "suprimer": "supprimer", "suprime": "supprime", "suppr": "supprimer",
    "eface": "efface", "efacer": "effacer", "anuler": "annuler", "anule": "annule", "anulez": "annulez",
    "tt": "tout",
    "donee": "donnees", "donees": "donnees", "donnee": "donnees", "done": "donne",
    "achete": "acheter", "ajeter": "acheter", "rechaj": "recharge", "rechage": "recharge",
    "nouvel": "nouvelle", "nvelle": "nouvelle", "nvl": "nouvelle", "kestion": "question", "chg": "changer",
    "rapel": "rappel", "rapels": "rappels",
    "lang": "langue", "doc": "documents", "docs": "documents", "document": "documents", "fichier": "fichiers",
    "resultat": "resultats", "acc": "account", "acount": "account", "u": "you", "wanna": "want to",
    "dat": "data", "datas": "data", "del": "delete", "delet": "delete", "msg": "messages", "msgs": "messages",
    "convo": "conversation",
}  # fmt: skip
