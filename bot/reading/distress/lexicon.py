"""What the words of danger are: who, deeds, places, things, in French, nouchi, camfranglais, English and pidgin. Read
as `words.words_of` spells them; `grammar` puts them together. A word may be of several kinds."""

from typing import Final

_KIN: Final = (
    "pere papa mere maman frere freres soeur soeurs fils fille filles enfant enfants bebe oncle tonton tante tata "
    "tantie cousin cousine neveu niece mari femme epouse epoux copain copine ami amie amis amies pote mec meuf fiance "
    "fiancee parents famille mamie mami papi papy voisin voisine voisins camarade camarades eleve petit petite gosse "
    "maratre coepouse belle beau parrain marraine jumeau jumelle bestie bff best go mbom frangin frangine vieux "
    "vieille mater pater conjoint concubin compagnon orphelin"
)
_WRITTEN: Final = {
    # who
    "i": "je j i",
    "me": "me m nous us",
    "myself": "me m",
    "moi": "moi me us nous",
    "they": "il elle ils elles on he she they quelqu somebody someone lui monde "
    "gens eleves",
    "my": "mon ma mes notre nos my our",
    "the": "le la les l un une des d du de ce cet cette ces sa son ses the a leur au aux sur",
    "kin": _KIN + " brother sister mother mom dad uncle aunt aunty child pikin son daughter baby friend cousin papa "
    "mama "
    "wife husband family grandma boyfriend girlfriend bro sis",
    "power": "patrons prof professeur maitre maitresse directeur surveillant censeur proviseur repetiteur encadreur "
    "encadrant "
    "educateur coach entraineur pasteur imam marabout pretre cure serigne oustaz prophete patron patronne boss chef "
    "madame madam monsieur tuteur tutrice logeur bailleur chauffeur taximan gardien policier militaire soldat gendarme "
    "ex homme type gars garcon grand grands inconnu client directrice brouteur brouteurs arnaqueur collegue oga "
    "teacher lecturer pastor man boy boys men guy "
    "step djo boug jeunes gens garcons filles hommes mari voisin vieux vieilles militaires soldats policiers types",
    "elder": "oncle tonton pere papa papi papy beau parrain dad uncle grandpa grandfather step stepdad prof "
    "professeur maitre directeur surveillant censeur proviseur repetiteur encadreur encadrant educateur coach "
    "entraineur pasteur imam marabout pretre cure serigne oustaz prophete patron chef tuteur logeur bailleur chauffeur "
    "gardien policier soldat militaire homme monsieur type inconnu teacher lecturer pastor man boss oga driver "
    "neighbor neighbour",  # no husbands
    "bad": "voleur voleurs bandit bandits braqueur braqueurs kuluna kulunas microbe microbes rebelle rebelles "
    "militaire "
    "militaires soldat soldats jihadiste jihadistes djihadiste djihadistes terroriste terroristes assaillant "
    "assaillants "
    "m23 boko ambazonia coupeurs agresseur agresseurs hommes armes arme assassins miliciens milice gens robbers thief "
    "soldiers bandit boys gunmen inconnus gang armed cultists",
    "raiders": "voleur voleurs bandit bandits braqueur braqueurs kuluna kulunas microbe microbes rebelle rebelles "
    "jihadiste jihadistes djihadiste djihadistes terroriste terroristes assaillant assaillants m23 boko haram "
    "ambazonia coupeurs assassins miliciens robbers thief thieves gunmen cultists",  # of « bad », who come for no good
    "militant": "rebelle rebelles jihadiste jihadistes djihadiste djihadistes terroriste terroristes assaillant "
    "assaillants m23 boko haram ambazonia miliciens milice kuluna kulunas gunmen cultists rebels kidnappers "
    "kidnappeurs ravisseurs militants "
    "terrorists",
    "settled": "maison maisons quartier village ville cour porte portail entree ecole lycee college campus internat "
    "dortoir marche eglise mosquee house houses compound gate entrance school hostel town street road church mosque "
    "market",
    "invade": "attacks attaquent enter enters entered entre entres entrent rentre rentres encerclent pillent "
    "brulent burns shooting shoot tirent saute sautent casse cassent arrivent",
    "stranger": "homme hommes type types gars inconnu inconnus monsieur man men guy somebody someone voiture car moto "
    "camionnette djo quelqu bandit voleur",
    # small words
    "has": "a ont est ete as suis va vont veux veut veulent vais fait essaye essaie tente vient viens voulu doit dois "
    "dey di don go want wants to has have had is are was were been dis dit commence peux encore toujours trop deja "
    "aussi souvent parfois bien fini entrain train en de d y que qu trop always just wan",
    "had": "a ont as ai est ete has have had don was were been",
    "will": "va vont veux veut veulent vais doit dois go wan want wants gonna will cherche cherchent menace force",
    "no": "plus pas rien jamais no not never don nor cannot",
    "much": "beaucoup trop tout tous toute toutes plein plusieurs paquet boite plaquette whole plenty many too much "
    "all bottle flacon entier fort",
    "number": "10 12 13 14 15 16 17 18 19 20 24 25 30 32 40 50 vingt trente",
    "since": "depuis since hier for",
    "time": "jour jours semaine semaines nuit nuits soir soirs hier matin day days weeks week fois lundi mardi "
    "mercredi "
    "jeudi vendredi samedi dimanche mois yesterday night",
    "each": "tous toutes chaque tout every",
    "if": "si sinon if",
    "what": "quoi faire what comment",
    "help": "aidez aide help secours sauvez sos vite urgence urgent viens venez",
    "fear": "peur scared afraid fear trouille",
    "with": "avec with",
    "at": "dans chez devant derriere sur a au entre autour near ici cote dehors outside inside for at",
    # deeds
    "beats": "frappe frappent tape bat battent tabasse cogne chicotte fouette gifle etrangle maltraite torture boxe "
    "djo bolo brutalise rosse corrige mord pince lapide poignarde bastonne matraque beat beats beating beaten flog hit "
    "slap punch kick strangle",
    "burns": "brule bruler attache attachent enferme enferment ligote ebouillante secoue burn lock",
    "rapes": "viole abuse agresse tripote caresse pelote drogue rape raped molest",
    "forces": "force forcer forcee oblige forces forced",
    "prise": "prise",
    "kills": "tuer tuent assassine egorge poignarde massacre lyncher decapite abattu kill killed stabbed murdered",
    "attacks": "attaque braque poignarde agresse agresser lynche",
    "takes": "enleve kidnappe kidnappent sequestre kidnap kidnapped",
    "chases": "chasse chassee chasser renvoye renvoyee vire viree jete mis mise met mettre drive drove pursue",
    "marries": "marier mariage marry epouser",
    "cuts": "excise exciser excisee",
    "sleeps": "coucher couche dort dormir nuit sleep",
    "says": "dit dis disent menace ecrit ecrire envoie jure said say says telling",
    "wants": "veux voulait demande exige propose want wants",
    "writes": "ecrit menace envoie appelle",
    "follows": "suit suivent poursuit poursuivent follow following suivi",
    "breaks": "casse casser cassent defonce defoncer forcer cassait break",
    "breathe": "respire respirer respirait breathe breathes breathing",
    "moves": "bouge parle repond reagit ouvre reveille reveil reveiller move wake talk answer "
    "moving waking talking answering respond responding",
    "bleeds": "saigne saignent sang bleed bleeding blood hemorragie saigner",
    "swallows": "bu boire bois avale avaler mange consomme drink drank drunk swallow swallowed",
    "took": "pris avale avaler bu mange take took taken swallow swallowed",
    "bites": "mordu mordue mordus mord pique piquee bite bites bit bitten stung",
    "eats": "mange manger mangent chop eat eaten",
    "dies": "meurt meurs mourir crever die dying",
    "gone": "disparu disparue introuvable kidnappe perdue rentre rentree revenu revenue",
    "publish": "publier publie poste poster envoyer envoie balancer balance mettre mis met diffuser diffuse partager "
    "partage montrer montre filme filmer enregistre repandre post send share spread leak",
    "pictures": "photo photos video videos nude nudes sextape images pictures pics",
    "naked": "nu nue nues nus intime intimes sextape nude nudes sexe naked",
    # things
    "toxic": "javel poison raticide insecticide pesticide herbicide desherbant gramoxone furadan ddvp ddt soude decap "
    "acide petrole kerosene essence gasoil detergent dakin sniper otapiapia grezyl crezyl baygon fluide antigel "
    "diluant "
    "white bleach battery pile piles alcool soda potasse mercure cyanure rat rats ethanol carburant produit "
    "dissolvant moustique moustiques souris cafards acetone",
    "pills": "medicament medicaments medoc medocs cachet cachets comprime comprimes pilule pilules somniferes "
    "paracetamol doliprane efferalgan nivaquine quinine tramadol tramol ibuprofene chloroquine valium tablet tablets "
    "medicine pills drug",
    "drug": "kadhafi tramadol tramol kush drogue drogues joint chanvre cocaine coke colle alcool rivotril kobolo yamba "
    "banga crack heroine gue lean mkpuruminri cannabis weed",
    "weapon": "couteau machette machettes couteaux arme armes fusil fusils pistolet kalach hache gun knife cutlass "
    "gourdin lame",
    "heated": "fer fers repasser cigarette cigarettes huile cuillere plastique allumette briquet bougie tison iron "
    "spoon candle",
    "rope": "corde ficelle foulard rope",
    "acid": "acide acid essence petrole",
    "sore": "mal pain hurts serre douleur",
    "snake": "serpent vipere cobra mamba scorpion python snake chien crocodile",
    "fire": "feu fire incendie flammes",
    "shots": "tirs tir coups feu tire tirent rafales fusillade explosion explosions obus bombes bombe balles shoot "
    "shooting guns bombarde",
    "place": "maison quartier village cour parcelle porte portail chambre kwat rue concession house room door compound "
    "ecole champ nous moi camp dortoir internat",
    "home": "maison quartier kwat village nous moi house home chez",
    "car": "voiture taxi taximan moto chauffeur bus camion coffre driver",
    "wheels": "voiture camion bus train moto car truck lorry",
    "awful": "bad scary terrible painful",
    "street": "rue dehors pont marche gare trottoir brousse chantier carton outside street road",
    "school": "school classe ecole lycee college recre groupe",
    "witch": "sorcier sorciere sorciers sorcellerie witch wizard ndoki",
    "pregnant": "enceinte grossesse pregnant ventre belle",
    "period": "regles period",
    "body": "bras jambe jambes main mains cuisse cuisses fesses seins sein poitrine ventre dos tete visage nez dents "
    "bouche "
    "yeux oeil cheveux cou gorge doigt doigts oreille pied pieds corps breast breasts body leg arm face head neck "
    "mouth",
    "private": "private zizi sexe penis seins sein poitrine fesses chatte vagin bangala culotte slip cuisse cuisses "
    "jupe "
    "soutien "
    "breast breasts bum panties pant pants nyash",
    "clothes": "habit chemisier habits vetements culotte slip jupe robe short pantalon pagne tricot uniforme uniform "
    "dress skirt "
    "clothes trousers shorts shirt panties pant pants underwear",
    "thing": "chose choses truc trucs affaires jeux things thing stuff",
    "dirty": "bizarre bizarres sale sales degoutant degoutante degoutants degoutantes mechantes vilaines sexuelles "
    "weird dirty nasty bad wrong strange",
    "favour": "coucher couche sorte sortir hotel chambre embrasser nuit lit sexe bisou",
    "intimacy": "coucher couche hotel embrasser sexe bisou",  # of « favour », what means nothing else
    "grade": "note notes moyenne zero bts bac diplome stage points boulot travail embauche poste redoubler redouble "
    "classe "
    "valider credit",
    "teach": "prof professeur maitre maitresse directeur directrice proviseur censeur repetiteur encadreur surveillant "
    "pasteur imam pretre patron chef docteur medecin teacher lecturer boss oga coach",
    "dead": "mort morte decede decedee deces dead",
    "harm": "saigne saignent vomit blesse blessee tabasse battre bat violent violente tirs bombe bombes "
    "explosion couteau machette fusil pistolet viole kidnappe otage chantage incendie agresse attaque braque poignarde "
    "etrangle exciser bleed knife gun rape",
    "strong": "egorge egorger etrangle etrangler kidnappe kidnapper sequestre violee violer violeur "
    "poignarde poignarder excisee exciser attouchement attouchements empoisonne agonise convulse convulsions "
    "nudes "
    "sextape avorter tabasse tabasser tabassee maltraite maltraiter torturer electrocute ligote fouette "
    "chicotte",
    "child": "petit petite enfant enfants fils fille bebe frere soeur neveu niece gosse jumeau pikin son daughter",
    "young": "9 10 11 12 13 14 15 16 17 6e 5e 4e 3e 6eme 5eme 4eme 3eme seconde mineure",
    # signs of a body in danger
    "fit": "seizure convulsing unconscious fainted drowning drowned electrocuted choking "
    "convulsion convulsions convulse crise evanoui evanouie inconscient inconsciente etouffe malaise coma "
    "agonise electrocute electrocutee noie noye overdose delire bave avc empoisonne empoisonnee",
    "hurtbody": "blesse blessee brule brulee ecrase renverse coince bloque tombe tombee brulures",
    "birth": "accouche accoucher accouchement contractions",
    "delivery": "birth delivering",
    "well": "puits toit arbre etage fosse",
    # words that make it a lesson, a game, a recipe, a farm, a market
    "elsewhere": "expose exposes cours svt resume resumer redaction dissertation exercice exo exos exercices "
    "definition "
    "loi code article roman film chanson jeu jeux match equipe recette prix dosage ferme elevage poule poules poulet "
    "poulets porcs poussins chat lion loup schema histoire serie anime manga examen exam bac bts "
    "devoir controle interro maths math physique chimie anglais francais philo projet rapport affiche slogan plan "
    "sensibilisation modele attestation plainte declaration essay homework score finale but buts ballon boss niveau "
    "freefire pubg gta fifa minecraft mauvaises herbes plants culture coton symbole theme "
    "chapitre personnage auteur texte phrase verbe synonyme traduis traduire conjugue analyse explique difference "
    "causes consequences poeme blague conte guerre bataille date siecle president jesus bible coran verset gta "
    "pieces argumentation exemple exemples theatre champion mondial coupe arsenal barca real psg lecon chimique "
    "embouteillage embouteillages formule masse vitesse calcule calculer secourisme premiers journal informations "
    "actu news article assurance "
    "ramadan careme jeuner recit",
}  # fmt: skip
_SAME: Final[dict[str, str]] = {}  # a word of several kinds is one string
KINDS: Final = {kind: tuple(_SAME.setdefault(word, word) for word in words.split()) for kind, words in _WRITTEN.items()}
# Left out of what is read: how often it happens changes nothing.
OFTEN: Final = frozenset(
    "toujours encore souvent deja aussi parfois presque carrement juste meme always often still just even".split()
)
# What is written by ear on a phone, and sounds like nothing else.
BY_SOUND: Final = (
    "fouette tabasse chicotte gifle etrangle maltraite brutalise ligote attache enferme enleve kidnappe sequestre "
    "exciser "
    "accouche saigne respire medicament comprime cachet doliprane paracetamol machette couteau fusil enceinte "
    "grossesse "
    "sorcier sorcellerie avorte chasse menace harcele braque poignarde agresse attaque marier mariage bouge reveille "
    "convulsion serpent suicide suicider disparaitre pistolet essence petrole insecticide herbicide javel poison "
    "violence maman parents famille drogue somnifere quartier maitre professeur pasteur voisin secours gendarme police "
    "photo video publier chantage argent manger dormir respirer"
)
