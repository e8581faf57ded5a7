"""How people say in English and in pidgin that they want to die without saying it outright: patterns over
`words.words_of`."""

from typing import Final

_TOXIC = (
    r"(?:sniper|gramoxone|bleach|(?:rat )?poison|rat killer|acid|insecticide|pesticide|izal|hypo|kerosene|detergent|"
    r"battery water)"
)
_DRANK = r"(?:drink|drank|drunk|swallow(?:ed)?|took|take|taken)"
ENGLISH: Final = (
    r"\b(?:no ?one|nobody) (?:will|would|go) (?:cry|notice|care|miss me) (?:when|if) i (?:am |m )?(?:dead|die|gone)|"
    r"\bfeel(?:ing)? like jumping (?:off|from|out)",
    r"\bi no (?:fit|dey|wan) (?:fit )?(?:continue|go on|take|carry on)(?: with)? (?:this )?life",
    r"\b(?:want|wish|need) (?:my|this) life to (?:end|stop|be over)|\b(?:god|jesus|allah) (?:please )?kill me|\bi "
    r"(?:want to|am going to|go) hang(?= *$)|"
    r"\b(?:think|thinking) (?:of|about) (?:jumping|hanging|drowning|ending|shooting)(?! (?:out|up|rope|the "
    r"(?:picture|frame|video)))|"
    r"\bi (?:just |already |have )*(?:took|taken|swallowed|drank) (?:a |the |my )?(?:whole |entire |full )(?:box|"
    r"bottle|pack|strip|packet) of (?!water|juice|milk|coke|fanta|tea)",
    r"\b(?:only|just) (?:death|dying) (?:go|fit|can|will|would|could)|\b(?:pain|suffering|it) (?:only )?(?:stops|"
    r"ends|go end) (?:only )?(?:if|when) i (?:die|am dead|am gone)|\bwant out of this life|\b(?:want to|going to|"
    r"will|go) jump (?:inside|into|in) (?:the )?(?:river|well|lagoon|sea|water|lake)(?! (?:to|and) swim)",
    r"\b(?:this|my) life (?:no|is not|isn t|not) worth|\b(?:tied?|tie|hung|hang) (?:the |a )?rope (?:for|on|to|from|"
    r"around) (?:the |my )?(?:ceiling|fan|roof|tree|neck|beam)",
    r"\b(?:think|thinking|thought|dream|dreaming) (?:about |of )?(?:to )?(?:kill|killing|hang|hanging|end|ending) "
    r"(?:myself|my life)|\b(?:find|found|see|discover) my (?:dead )?body\b(?! (?:type|shape|weight))",
    r"\bif i (?:take|took|drink|drank|swallow|swallowed) (?:[1-9]\d|all|a whole|too many|the whole|bleach|poison) "
    r"(?:.{0,14})(?:pills|tablets|paracetamol|bottle|tramadol)|\bwhen i die\b.{0,4}$|look like an accident "
    r".{0,14}(?:i|me)",
    r"\b(?:knife|razor|blade|scissors|lighter|needle)s? (?:.{0,24} )?(?:on|at|against) (?:myself|my (?:skin|arms?|"
    r"wrists?|thighs?|legs?))|\bwrote (?:my )?(?:goodbye )?(?:letters?|notes?) .{0,30}(?:tonight|goodbye|sorry)|\bi "
    r"(?:have |ve )?decided .{0,8}tonight .{0,12}sorry|\bif i (?:don t|didn t|never) wake up",
    r"^this is goodbye$|\bthis is goodbye forever",
    rf"\bi (?:have |just |already |done |don )*{_DRANK} (?:.{{0,12}} )?{_TOXIC}\b",
    r"\b(?:cut|cutting|slice|slicing|burn|burning) (?:up )?my (?:hands?|arms?|skin|thighs?|legs?|wrists?) (?:with|"
    r"again|at night|every|when|to feel)",
    r"\bi (?:want to )?(?:want )?end am\b",
    r"\b(?:nobody|no one|no body|who) (?:go|would|will|is going to) (?:even )?(?:miss|cry for|notice) (?:me )?(?:if|"
    r"when) i (?:die|go|am gone|disappear)|\b(?:nobody|no one) (?:go|would|will) (?:even )?notice if i (?:die|am "
    r"gone|disappear)",
    r"\b(?:make )?(?:god|jesus|allah|lord) (?:please )?(?:to )?(?:take|carry|call) (?:my life|me(?= *$| (?:away|home|"
    r"tonight|now)))",
    r"\bkms (?:tonight|now|today|no joke|for real)|\bi (?:am going to|will|want to) kms\b",
    r"\bi (?:have|got|bought|tied|prepared) the (?:rope|noose)|\bi (?:have|got|bought) (?:the|a) (?:rope|pills|blade|"
    r"gun|razor|noose) (?:ready|and i (?:am|will)|in my hand|for tonight)",
    r"\bi (?:am |m )?(?:standing |sitting )(?:on|at) the (?:edge|ledge|railing)(?! of the (?:field|world))",
    r"\b(?:can t|cannot) (?:go on|take it|do (?:this|it)|live)(?: like this)? (?:anymore|any more|any longer|no "
    r"more)(?= *$| (?:help|please|i))",
    r"\bi (?:won t|will not|am not going to|not going to) be (?:alive (?:tomorrow|by|much)|here (?:anymore|much "
    r"longer))",
    r"\b(?:will|would|does|can) (?:god|allah|jesus) (?:still )?forgive (?:me|someone|people|you|those) (?:if|who|"
    r"when|for) (?:.{0,10} )?(?:kill|killing|suicide|commit|take|taking)",
    r"\bdon t want to (?:live|be alive|exist|be here)\b(?! (?:in|with|at|here|near|when|for the))",
    r"\bi (?:just )?(?:want to|could|wish i could) (?:go to )?sleep (?:and|to) (?:never|not) wake",
    r"\bi hate myself$",
    r"\bi (?:hate myself|am worthless|m worthless|am a burden|m a burden) (?:.{0,20} )?(?:disappear|die|gone|end)",
    r"\bi (?:am|m) (?:just |only |nothing but |such )?a burden (?:to|on|for) (?:everyone|everybody|them|others|"
    r"people|my (?:family|parents|mom|mum|mother|dad|father|friends))",
    r"\bif i (?:die|am gone|disappear) (?:.{0,10} )?(?:who|nobody|no one|will anyone)",
)  # fmt: skip
