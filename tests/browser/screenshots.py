"""`make screenshots`: pictures of the running product for docs/images, each small enough for a page.

Starts the whole of `make run` in a temporary folder, talks to it in a real Chromium, and takes what it sees."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser.administration import DESKTOP, PHONE, make_administrator, sign_in
from tests.browser.chromium import ARGUMENTS, CHROMIUM
from tests.browser.running_stack import ANSWER_MS, ROOT, RunningStack, say

LARGEST = 150 * 1024
AWA, KOFFI, FATOU = "+2250700000001", "+2250700000002", "+2250700000003"
ADMINISTRATOR = "+2250700000009"
FLAT = "body { background: #f5f1e8 } .phone { box-shadow: 0 0 0 1.5px #3a4044 }"  # shades are what makes a PNG large
LESSON, ENGLISH_LESSON = "Explique-moi le théorème de Pythagore", "Explain Pythagoras’ theorem to me"
SUM = "Combien font 3 × (12,5 + 7) ?"
REPORT = "Fais-moi un résumé PDF sur les fractions avec des sources"
QUIZ = "Fais-moi un quiz sur le passé composé"


def take(browser: Browser, stack: RunningStack, folder: Path) -> list[Path]:
    """The pictures, in the order docs/screens.md shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    return [*take_phones(browser, stack.url, folder), *take_administration(browser, stack, folder)]


def take_administration(browser: Browser, stack: RunningStack, folder: Path) -> list[Path]:
    """Today, the credit log and an answer, as an administrator sees them at a desk and on a phone."""
    make_administrator(stack, ADMINISTRATOR)
    pictures = []
    with browser.new_context(viewport=DESKTOP, locale="fr-FR") as context:  # type: ignore[arg-type]
        page = sign_in(context, stack, ADMINISTRATOR)
        page.goto(f"{stack.url}/admin/runs?tool=generate_pdf")
        run = page.locator("tbody a").first.evaluate("link => link.pathname")
        for name, path in (("today", "/admin"), ("credits", "/admin/credits"), ("run", run)):
            for size, ending in ((DESKTOP, ""), (PHONE, "phone")):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                page.goto(f"{stack.url}{path}")
                pictures.append(saved(page.screenshot(), folder / f"{name}{ending}.png"))
    return pictures


def take_phones(browser: Browser, url: str, folder: Path) -> list[Path]:
    """What people write and receive."""
    with browser.new_context(viewport={"width": 1240, "height": 820}, locale="fr-FR", bypass_csp=True) as context:
        page = opened(context.new_page(), url, AWA)
        ask(page, "whatsapp", LESSON, lambda heard: heard.filter(has_text="hypoténuse"))
        ask(page, "sms", SUM, lambda heard: heard.filter(has_text="58,5"))
        pictures = [saved(page.screenshot(), folder / "phone.png")]
        page.locator("#person").select_option(KOFFI)
        ask(page, "sms", SUM, lambda heard: heard.filter(has_text="58,5"))
        ask(page, "sms", "/compte", lambda heard: heard.filter(has_text="crédits"))
        pictures.append(saved(page.locator(".phone.sms").screenshot(), folder / "sms.png"))
        page.locator("#person").select_option(AWA)
        ask(page, "whatsapp", REPORT, lambda heard: heard.filter(has=page.locator("a.file")))
        pictures.append(saved(page.locator(".phone.whatsapp").screenshot(), folder / "pdf.png"))
        ask(page, "whatsapp", QUIZ, lambda heard: heard.filter(has=page.locator(".tap, .choice")))
        pictures.append(saved(page.locator(".phone.whatsapp").screenshot(), folder / "quiz.png"))
        page.locator("#drawer-button").click()
        page.locator(".run", has_text=REPORT).first.locator("summary").first.click()
        pictures.append(saved(page.screenshot(), folder / "drawer.png"))
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", bypass_csp=True) as context:
        page = opened(context.new_page(), url, FATOU)
        ask(page, "whatsapp", ENGLISH_LESSON, lambda heard: heard.filter(has_text="hypotenuse"))
        pictures.append(saved(page.screenshot(), folder / "narrow.png"))
    return pictures


def opened(page: Page, url: str, person: str) -> Page:
    """The phone page as one person, with its news."""
    page.goto(f"{url}/phone")
    page.add_style_tag(content=FLAT)
    page.locator("#person").select_option(person)
    expect(page.locator("#offline")).to_be_hidden()
    return page


def ask(page: Page, channel: str, text: str, answer: Callable[[Locator], Locator]) -> None:
    """Say something and wait for one more of the answers that are meant, until all of them have arrived."""
    heard = page.locator(f".{channel} .bubble[data-key]:not(.mine)")
    before = answer(heard).count()
    say(page, channel, text)
    expect(answer(heard)).to_have_count(before + 1, timeout=ANSWER_MS)
    settled(page, channel)


def settled(page: Page, channel: str) -> None:
    """Everything that was sent has arrived and nobody is typing."""
    arrived = "read" if channel == "whatsapp" else "delivered"
    expect(page.locator(f".{channel} .bubble[data-key]:not(.mine):not([data-status={arrived}])")).to_have_count(
        0, timeout=ANSWER_MS
    )
    expect(page.locator(f".{channel} .typing")).to_have_count(0, timeout=ANSWER_MS)
    page.evaluate("() => document.activeElement.blur()")


def saved(png: bytes, path: Path) -> Path:
    """The picture with as many colours as fit into LARGEST bytes."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.save(path, optimize=True)
    for colours in (256, 128, 64, 32):
        if path.stat().st_size <= LARGEST:
            break
        picture.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures of a stack of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/images")
    folder = parser.parse_args(arguments).folder
    if CHROMIUM is None:
        sys.stderr.write("no Chromium is installed on this machine\n")
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        stack = RunningStack(Path(data))
        try:
            stack.wait_for("/phone")
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for path in take(browser, stack, folder):
                sys.stdout.write(f"{path}\n")
            browser.close()
        finally:
            stack.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
