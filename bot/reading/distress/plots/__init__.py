"""Kinds of words that follow each other: « who ~ me has* beats ». The kinds stand in `lexicon`, a name that is none is
a word; `~` are up to two words of any kind, `~~` up to five, `x?` is one or none, `x*` any number, `!x` what may not
follow, `^` and `$` the ends. `grammar` reads them."""
