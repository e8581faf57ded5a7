"""A page of a few words for whoever followed a link, in every language: nobody knows who they are."""

from html import escape

from bot.i18n.catalogue import say
from bot.types import Language

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
STYLE = (
    ":root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;"
    "padding:0 1rem}h1{font-size:1.2rem}section+section{margin-top:2rem;padding-top:.5rem;border-top:1px solid #8886}"
    "button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.2rem;border:0;border-radius:10px;"
    "background:#ad3b12;color:#fff}"
)


def page(key: str, *, form: str = "", **values: object) -> str:
    """The sentences `<key>_title` and `<key>`, to be sent with HEADERS. `form`: the hidden fields, as HTML, of what the
    button `<key>_button` posts to the page's own address; without any there is no button."""
    told = "".join(
        f'<section lang="{language}"><h1>{escape(say(language, f"{key}_title"))}</h1>'
        f"<p>{escape(say(language, key, **values))}</p>{_button(key, form, language)}</section>"
        for language in Language
    )
    return (
        f'<!doctype html><html lang="{Language.FR}"><head><meta charset="utf-8"><meta name="robots" content="noindex">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(say(Language.FR, f"{key}_title"))}'
        f"</title><style>{STYLE}</style></head><body><main>{told}</main></body></html>"
    )


def _button(key: str, form: str, language: Language) -> str:
    if not form:
        return ""
    return f'<form method="post">{form}<button>{escape(say(language, f"{key}_button"))}</button></form>'
