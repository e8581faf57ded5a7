"""Kept by somebody, far from home: papers taken, not let out, a debt, sold, made to work or to lie with men."""

from typing import Final

_THEY = "on|il|ils|elle|elles|he|she|they|power|employeur|employer|agence|agent|kafil|passeur"
_BOSS = "patron|patronne|patrons|madame|madam|employeur|employer|boss|oga|agence|agent|kafil|passeur"
_TAKEN = "pris|prise|garde|confisque|cache|retenu|taken|kept|hidden|seized"
_KEEPS = "garde|gardent|prend|prennent|confisque|confisquent|hold|holds|keep|keeps|keeping|took|takes|seized"
_PASSPORT = "passeport|passeports|passport|passports $|et|and|i|on|they|no|depuis|donc|so|mais|but|avec"
_MEN = "hommes|clients|vieux|inconnus|men|customers|strangers"

PLOTS: Final = (
    f"{_THEY} ~ a|ont|has|have|had {_TAKEN} my {_PASSPORT}",
    f"{_THEY} ~ {_KEEPS} my {_PASSPORT}",
    f"{_BOSS} ~~ {_TAKEN}|{_KEEPS} my papiers|documents|papers $|i|on|they|no|depuis|donc",
    f"{_BOSS} ~~ my passeport|passport ~~ refuse|refuses",
    f"doit|dois|must|oblige|obligee|force|forcee ~ dormir|coucher|sleep avec|with the? {_MEN}",
    f"make|makes|made|force|forced|forcing me|us to? sleep with ~ {_MEN}",
    "payer|rembourser|pay ~~ avec|with my corps|body",
    f"{_THEY} ~ says|said que|that? i|j dois|owe ~ millions|francs|argent|dette|money|dollars ~~ avant|before|till|"
    "until ~ "
    "partir|liberer|leave|go|free",
    "must|have to? work|sleep till|until i pay",
    "work|works|travailler|travaille ~ sans|no|without ~ paye|payer|salaire|pay !d|des ~~ papiers|passeport|passport",
    f"{_THEY} ~ sold me|us to ~ man|men|family|people|him|woman|madam",
    f"{_THEY} not ~ let me|us go|leave|out ~~ passport|documents|papers|phone|pay|paid",
    "me|nous garde|gardent|retient|retiennent enferme|enfermee|enfermees|prisonniere|prisonniers",
    "lock|locks|locked|locking us in|inside|up",
    "on|ils|they ~ me|nous garde|gardent dans une maison|chambre|appartement !de|d",
    "they ~ keep|keeps|kept|keeping me|us ~ in a house|room|apartment !with|of",
    "passeur|passeurs|libye|desert ~~ ~ demande|demandent|want|asking|reclament ~ argent|money ~~ famille|parents|kin",
)
