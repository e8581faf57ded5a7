"""How people say in English that they want to die or to harm themselves: patterns over `words.words_of`."""

from typing import Final

from bot.reading.distress.english_people import NOT_OF

_I_WANT = (
    r"(?:i )?(?:just |ve been |have been |ve |only |still |always |so |sometimes |also |kinda |honestly |often |"
    r"really )*"
    r"(?:want(?:ed)? to|wish (?:i (?:was|were|could)|to)|would rather|d rather|am ready to|m ready to|(?:am |m |"
    r"was )?going to|need to|"
    r"(?:am |m )?about to|(?:am |m )?plan(?:ning|ned)? (?:to|on)|feel like|decided to|keep thinking (?:about|of)|"
    r"(?:am |m |keep |been |have been |was |keep on )?think(?:ing)? (?:about|of)|think i should|might|should just|"
    r"could just|hope (?:i|to)|have to) "
    r"(?:just |really |so bad |actually |only |be able to )*"
)
_DIE = (
    rf"(?:die{NOT_OF}\b|dying{NOT_OF}\b(?! (?:to|my))|kill(?:ing)? myself|end(?:ing)? (?:my life|it all|it(?= *$|"
    r" (?:tonight|now|all|today))|everything)|"
    r"hang(?:ing)? myself|hurt(?:ing)? myself|cut(?:ting)? myself|harm(?:ing)? myself|drown(?:ing)? myself|"
    r"shoot(?:ing)? myself|tak(?:e|ing) my (?:own )?life|drink(?:ing)? (?:sniper|bleach|poison|rat poison|acid)|"
    r"commit(?:ting)? suicide|suicide\b(?! (?:prevention|rates?|squad|bomb))|unaliv\w+|kms\b|be dead|not be here|"
    r"not (?:be alive|exist|wake up)|be gone forever|"
    r"disappear(?= *$| (?:forever|for good|from this))|never wake up|never been born|jump (?:off|from|in front)|"
    r"overdose|slit(?:ting)? my)"
)
ENGLISH: Final = (
    rf"\bi {_I_WANT}{_DIE}",
    rf"^(?:i )?(?:{_I_WANT})?(?:tak(?:e|ing) my own life|want to die|kms|going to kill myself|kill myself|wish i was "
    rf"dead|want to kill "
    r"myself|want to end it all)$",
    r"\bi (?:wish|wished) (?:that )?i (?:was|were|am|could be|had never been|was never|d never been) (?:dead|die|"
    r"born|not alive|gone forever)|wish i could (?:die|just die|disappear forever)",
    r"\b(?:(?:don t|do not|no longer|can t|never) (?:really )?(?:want|wish|wanted) (?:to )?|"
    r"i (?:really )?(?:don t|do not|no longer|can t|never) )(?:live(?= *$| "
    r"(?:anymore|any more|any longer|like this|this life|in this world|no more))|be alive|exist|wake up (?:anymore|"
    r"again|tomorrow)|be here anymore|go on living)",
    r"\bi (?:want|wish|have decided) to stop (?:living|existing)|tired of (?:living|life|being alive)$",
    r"\b(?:no|any|a) reason (?:left )?(?:for me )?to (?:live|stay alive|keep living)$|\bmy life (?:is(?: not| n "
    r"t)? (?:worthless|pointless|over$|worth (?:living|nothing)|meaningless)|isn t worth|has no (?:meaning|point|"
    r"purpose))",
    r"\bi (?:hate|loathe) (?:my life|being alive|living)\b(?! (?:in|with|as|here|at|near))",
    r"\b(?:i am|i m|i d be|i would be|they d be|they would be|everyone (?:is|would be|will be)|everybody (?:is|"
    r"would be)|world (?:is|would be)|family (?:is|would be)|better) (?:so much )?(?:better )?off (?:dead|without "
    r"me)|better (?:off )?without me$|world would be better (?:off )?without me",
    r"\bi (?:deserve|need) to die\b(?! of)|i don t deserve to live",
    r"\bi (?:am |m |have been |ve been |keep |started |been |have |ve )?(?:cut|cutting|harm|harming|hurt|hurting|"
    r"burn|burning|started cutting) myself(?! (?:shaving|cooking|on|by|while|off|some|playing|with the (?:paper|"
    r"knife while)|at|when i (?:fell|tripped|was (?:cooking|playing|shaving))|a)\b)|\bi (?:started|keep|am|m) "
    r"cutting(?= *$| again)",
    r"\bi (?:have |ve |just |already )*(?:took|taken|swallowed|drank|had|ate) (?:all|too many|a lot of|lots of|a "
    r"bottle of|a whole bottle of|a bunch of) (?:of )?(?:the |my |her |his )?(?:mom s |dad s |sleeping )?(?:pills|"
    r"tablets|medicine|paracetamol|painkillers|meds)|\bi (?:just )?(?:drank|took|swallowed) (?:an overdose|bleach|"
    r"poison|rat poison)",
    r"\bi (?:have |ve |already |once |just )*tried (?:to )?(?:kill myself|killing myself|die|end my life|commit "
    r"suicide|hang myself|suicide)",
    r"\bi (?:am|m|feel|felt|have been|ve been|been feeling|m feeling|am feeling) (?:so |very |really |kind of |"
    r"kinda |feeling )*suicidal|\bi (?:have|ve had|am having|m having|keep having|get|been having|m getting) "
    r"(?:been having |really |these |dark )*(?:suicidal|suicide) (?:thoughts|ideas|ideation)",
    r"\bhow (?:can i|do i|to|could i|should i) (?:kill myself|die (?:painlessly|without pain|quickly|fast|easily|"
    r"in my sleep)|hang myself|end my life|commit suicide|overdose|cut myself)",
    r"\b(?:how many|how much|what dose|which) (?:.{0,40} )?(?:to (?:die$|kill myself|overdose|end my life)|will "
    r"kill me$|would kill me$)",
    r"\b(?:easiest|quickest|fastest|best|painless|least painful) (?:\w+ )?way (?:for me )?to (?:die|kill myself|"
    r"end my life)(?! in)",
    r"\bmy (?:suicide note|goodbye letter|own suicide)|nobody (?:would|will) (?:miss me|care if i (?:die|died|was "
    r"gone|disappeared))|no one (?:would|will) (?:miss me|care if i (?:die|died|was gone))",
    r"\bi (?:will|ll|shall|go|gonna|should|must) (?:just |now |rather |better |really )*(?:(?:kill|hang|drown|shoot|"
    r"stab|poison|burn) "
    r"myself|end my life|take my (?:own )?life|commit suicide|drink (?:sniper|bleach|poison|rat poison))",
    r"\b(?:better (?:if )?|make )i (?:just )?(?:die|was dead|were dead)\b(?! of)|i prefer (?:to die|death)\b(?! of)|"
    r"i (?:d rather|would rather) (?:be dead|die)\b(?! (?:than|of))|i should (?:just )?die\b",
    r"\b(?:please )?let me die\b(?! (?:of|laughing))|\bhelp me (?:to )?(?:die$|kill myself|end my life)|\b(?:way|"
    r"method|poison|drug|pills) to (?:kill "
    r"myself|end my life|die$)|\bi want death$|\bi no want (?:to )?live\b|\bi (?:should have )?(?:never|not) been "
    r"born|"
    r"wish i (?:wasn t|was "
    r"not|were not|weren t) (?:born|alive)|\bregret being (?:born|alive)|\bif i die(?:d)? (?:nobody|no one|they won "
    r"t)|"
    r"\bi (?:am |m )?(?:standing )?on the (?:roof|bridge|"
    r"balcony|ledge) .{0,25}jump",
    r"\bwhy am i (?:still |even )?alive$|\bnothing (?:left )?to live for$|(?<!unexamined )\blife (?:is not|is n t|"
    r"isn "
    r"t|isnt) worth "
    r"living(?= *$| (?:anymore|for me))",
    r"\b(?:tired of|tire for|done with|fed up with|give up on|giving up on) (?:this |my )?life$",
    r"\bsleep (?:and never (?:wake|to wake)|forever$)|hope i (?:don t|never) wake up",
    r"\bi (?:have |ve |just |already )*(?:overdosed|took an overdose|(?:took|swallowed|drank|ate) (?:[1-9]\d|twenty|"
    r"thirty|"
    r"forty|fifty) (?:pills|tablets?|paracetamols?|capsules|sleeping pills|painkillers)(?! (?:to|for|in|over|a|per|"
    r"this|since)\b)|(?:drank|took|swallowed) (?:some )?"
    r"(?:sniper|gramoxone|insecticide|rat poison))",
    r"\bi (?:have |ve |just |already )*(?:cut|slit|slashed) my (?:wrists?|veins|(?:arms|thighs)(?= *$| (?:again|with|"
    r"and|last|because|when)))|\bi (?:am |m |do |have been |ve been "
    r")?self ?harm(?:ing|ed|s)?\b(?! (?:is|in|among))|^suicidal$|\bi (?:am|m) taking my (?:own )?life|^i (?:have|"
    r"had) "
    r"suicidal thoughts?",
    r"\b(?:how (?:to|can i|do i|could i) die(?= *$| (?:fast|quickly|without pain|painlessly|easily|peacefully|now))|"
    r"painless ways? to die)",
    r"\b(?:can t|cannot) (?:go on|do this|live like this) (?:living|anymore i want to|like this anymore|with "
    r"(?:this|my) life)|i can t go on$",
)  # fmt: skip
