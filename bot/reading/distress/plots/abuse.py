"""What somebody grown does to a child, in the words a child has for it: things, games, secrets, hands, clothes."""

from typing import Final

_GROWN = "elder"
_HE = f"{_GROWN}|il|he"
_DIRTY = "dirty|nuit|noir|secret"

PLOTS: Final = (
    f"{_HE} ~ myself fait|fais|font the thing ~ {_DIRTY}",
    f"{_HE} ~ myself fait|fais|font the thing no bien|normal|normales|normaux|bon",
    f"{_HE} ~ myself fait|fais|font the thing que i ~ no",
    f"{_HE} ~~ nuit ~ fait|fais the thing",
    f"{_GROWN} ~ me fait|fais the bisou|bisous|calins|massage|massages|chatouilles ~ dirty|bouche|cou|lit|nue|nu",
    f"{_HE} ~ do|does|did|doing ~ dirty thing to|with me|us",
    f"{_HE} ~ do|does|did|doing thing to me",
    f"{_HE} ~ me|m parle no ~ what|thing ~ {_DIRTY}",
    # clothes, hands
    f"{_GROWN} ~ wants|says|forces ~~ me mettre|deshabiller nu|nue|$",
    f"{_HE} ~ m|me enleve|baisse|retire|souleve the|my clothes",
    f"{_HE} a|ont baisse|souleve|dechire my clothes",
    f"{_HE} ~ pulled|pulls|took|takes off|down my clothes",
    f"{_HE} ~ wants|says|forces|asked|told|made|makes|demandait ~~ enlever|enleve|baisser|baisse|retirer my "
    "clothes !sales|mouilles|sale|mouille|dirty",
    f"{_HE} ~ wants|says|forces|asked|told|made|makes me? to? take|pull off|down my clothes !dirty|wet",
    f"{_HE} ~ met|mets|mis|mettait|passe|passait|glisse|pose|put|puts the|his|my main|mains|doigt|doigts|hand|hands|"
    "finger|fingers ~ sous|entre|dans|under|inside|between|in|into my ~ clothes|private|jambes|legs",
    f"{_HE} ~ met|mets|mis|mettait|passe|passait|glisse|pose|put|puts the|his main|mains|hand|hands sur|on "
    "the|my private",
    f"{_HE} ~ me caresse|caressait",
    f"{_HE}|kin ~ put|puts|pushed his thing|penis|dick in|inside|into me|my",
    f"{_HE}|kin ~~ lie|lies|lay|lying|climbs|climb|gets|comes|came|come ~ top of me",
    "m assoie|assoies|assois|assoit|asseoir|asseye sur lui",
    "touch|touche|touches|touched me where i|he|they",
    f"{_GROWN} ~ touch|touche|touches|touched|rape|raped her|him|them $|and|at|every|when|there",
    # watching, showing
    f"{_GROWN}|grand|cousin ~ me|m? regarde|regardait|filme|espionne ~ quand|pendant ~ me lave|douche|deshabille|"
    "change",
    f"{_GROWN}|boyfriend|husband ~ watches|watch|watched|watching|spies|looks|filming ~ me when|while i ~ bath|bathe|"
    "bathing|shower|undress|"
    "change|dress",
    f"{_HE} ~~ nu|nue|naked devant moi|nous",
    f"{_HE} ~ sort|sorti|montre son zizi|sexe|penis",
    f"{_HE} ~ sort|sorti|montre son truc|machin devant|a",
    "que i ~ envoie|montre ~ my corps|seins|poitrine|fesses",
    f"{_HE} ~ naked in front of me|us",
    f"{_HE} ~ shows|showed|showing|show me|us ~~ naked|porn",
    f"{_HE} ~ me|m|moi montre|montrait|fait ~ films|pictures ~~ nus|nues|porno|porn|pornos|pornographique",
    f"{_HE}|stranger ~ wants|asked|asking ~ pictures ~~ my private",
    "oncle|tonton|pere|papa|beau|parrain|papi|teach ~~ ~~ m a? embrasse|embrassee sur the bouche|levres",
    # the bed, the room
    f"{_GROWN} ~~ vient|viens|venait|dort|dormait|monte|entre|rentre ~ dans|sur my lit !a",
    f"{_GROWN}|tante|soeur ~~ vient|viens|venait|entre|rentre dans my chambre ~~ dort|dorment|dormir",
    f"{_GROWN} ~ comes|come|came|enters|sneaks|gets to|in|into|inside her bed",
    f"{_GROWN}|boyfriend|husband ~ comes|come|came|enters|sneaks in? to|into|inside? my room ~~ sleep|asleep|dark",
    f"son|her {_GROWN} ~ dort|couche|sleeps avec|with elle|her",
    f"{_GROWN} ~ wants ~ que i dorme|dors|couche ~~ lui|elle !dans",
    f"{_GROWN} ~ entre|entres|rentre|vient dans the douche|douches|toilettes|bain ~ quand|pendant i|on|nous",
    f"{_GROWN}|kin ~ forces|forced|forcing her|him to? sleep|touch|touche|undress|have",
    # the secret
    f"{_HE} ~~ secret ~ ce qu? they me fait|fais",
    f"{_HE} ~ says|said|told|dit ~ c? est? un? secret entre nous",
    f"{_GROWN} ~ says|said|told|dit ~ est|its|s|is our|notre ~ secret !pour|for|to|de",
    f"{_HE} ~~ no ~ dire|parler|raconter|repeter|tell ~~ what|ce ~ they|we ~ fait|fais|do|does|did !for|pour",
    f"{_HE} ~ says|said|told|dit ~ si|if ~ tu|you|i parles|parle|dis|racontes|tell|talk|speak ~~ kills",
)  # fmt: skip
