"""Words that tell French from English, without accents, as people spell them on a phone. Data only; see `detect`.

A word that both languages write (`an`, `on`, `me`, `but`, `son`, `comment`, `page`) stands in neither list,
nor does one of their neighbours' (`na`, `am`, `we`, `man`): it says nothing."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FRENCH: Final = _words(
    """
    le les un une du de et ou ce cet cette ces cest est sont suis etes sommes etre avoir avez avons ont ete etait sera
    je tu il elle nous vous ils elles moi toi lui eux leur mon ma mes tes sa ses nos votre vos notre
    que qui quoi quel quelle quels quelles quand combien pourquoi parce donc chez entre avec sans dans pour par vers
    sous depuis pendant apres avant encore aussi assez beaucoup bien tres trop mais ni ne pas rien jamais toujours
    aux ca cela ceci voici voila ici
    oui non bonjour bonsoir salut coucou merci svp stp pardon
    fais fait faire faites faut fallait donne donner donnez donnes montre montrer envoie envoi envoyer calcule calculer
    explique expliquer expliques expliquez aide aider aidez resous resoudre resoud cherche chercher trouve trouver
    ecris ecrire ecrit redige rediger corrige corriger conjugue conjuguer traduis traduire resume resumer compare
    apprends apprendre apprend reviser comprends comprendre comprend compris connais connaitre veux veut voudrais
    vouloir peux peut peuvent pouvez pouvoir dois doit devoir sais sait savoir parle parler parlez dis dit dire aller
    vais vas vont allons allez commencer commencons continuer arreter veulent suivant appelle
    vouliez connecter deconnecter acheter supprimer annuler envoyez preparer passer perdu perdre recu
    devoirs exercice exercices exo exos cours lecon lecons eleve eleves ecole lycee classe matiere matieres
    redaction dictee interro francais anglais histoire geo physique chimie mathematiques svt philo bepc bfem cepe
    bac bacc brevet terminale tle seconde premiere troisieme
    demain hier matin soir jour jours semaine annee annees aujourd'hui aujourdhui maintenant heure heures
    lettre demande travail emploi entreprise facture tableau rapport reunion argent compte solde numero telephone prix
    cout mot mots phrase francs livre maison enfant mere pere frere soeur ami vieux petit petite grand grande
    bon bonne bons nuit mauvais facile difficile dur vrai faux juste autre autres meme chose choses exemple
    deux trois quatre cinq sept huit neuf onze douze quinze vingt trente cent
    septante nonante au loi bilan racine aire droite
    slt bjr bsr cc mrc mci koi kwa pk pkoi prk pq jai jsuis jvais jveux chui chuis ki ke kel kelle kels kelles kan kand
    komen koman coman comen cmt explik expliker vrm vrmt jsp jspas tkt dsl dacc tjr tjrs ojd ajd dem1 mtn frr bcp
    fo ossi oci ds ac moy mwa twa qd qq qqch qqn kelkun pcq pckil
    """
)
ENGLISH: Final = _words(
    """
    the of and is are be been was were have has had you your yours he she it they them their we're this that these
    those what which who whom whose how why when where with without from into about my mine his her its our i
    do does did done doing not don't dont doesn't doesnt can't cant won't isn't
    please pls plz hello hi hey thanks thank thx tnx yes yeah
    make give gimme explain teach help tell show want wanna need know think understand understood can could will would
    should shall must let's lets get got say said says see write written read find search summarise summarize send buy
    pay check solve simplify work working learn learning study studying speak mean means meaning ask answer try start
    begin understand translate
    some any many much more most very good bad well better best easy hard another again also too only just because
    if then than there here so to for by at up out off over under between after before while
    homework assignment school lesson level ordinary advanced teacher student students class letter job word words
    sentence essay english french book money account balance week month year day today tomorrow yesterday now
    time morning afternoon evening night nite next last first
    sir madam mum dad bro friend people human person thing things something anything nothing everything
    i'm im i've i'll i'd it's that's what's whats who's where's you're they're he's she's we'll you'll didn't didnt
    wat wetin abeg dey una sabi oga wahala dis dat u ur r
    """
)
