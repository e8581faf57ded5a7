"""Signing in as somebody with two telephones sees it, then a quiz: the whole of `make run` in a real Chromium."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.running_stack import ANSWER_MS, RunningStack, heard, say

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

GUEST = "+2250700000003"


def hears(phone: Page, channel: str, text: str) -> str:
    """Wait until a message with some words is seen on a telephone; the whole of it."""
    message = heard(phone, channel, text)
    expect(message).to_be_visible(timeout=ANSWER_MS)
    return message.inner_text()


def test_a_guest_signs_in_with_the_code_read_on_the_other_telephone(page: Page, stack: RunningStack) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{stack.url}/phone")
    page.locator("#person").select_option(GUEST)
    whatsapp, sms = page.locator("[data-tab=whatsapp]"), page.locator("[data-tab=sms]")
    say(page, "whatsapp", "/connexion")
    asked = hears(page, "whatsapp", "Pour vous connecter, je vous envoie")
    assert "Recevoir le code au 07 … " in asked
    assert "Annuler" in asked
    say(page, "whatsapp", "1")
    hears(page, "whatsapp", "Votre code à 6 chiffres part par SMS")
    expect(sms).to_have_class("unread", timeout=ANSWER_MS)
    sms.click()
    code = re.search(r"\b\d{6}\b", hears(page, "sms", "Code Palabre"))
    assert code
    whatsapp.click()
    say(page, "whatsapp", code.group())
    assert "20 crédits" in hears(page, "whatsapp", "Bienvenue")
    hears(page, "whatsapp", "Que puis-je faire pour vous")
    say(page, "whatsapp", "1")
    hears(page, "whatsapp", "Quel est votre niveau")
    say(page, "whatsapp", "2")
    hears(page, "whatsapp", "niveau collège")
    say(page, "whatsapp", "/compte")
    assert "20 crédits" in hears(page, "whatsapp", "Votre compte")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_quiz_is_answered_by_a_letter_and_judged_at_once(page: Page, stack: RunningStack) -> None:
    page.goto(f"{stack.url}/phone")
    say(page, "whatsapp", "Explique-moi le passé composé")
    hears(page, "whatsapp", "auxiliaire")
    say(page, "whatsapp", "Fais-moi un quiz sur le passé composé")
    asked = hears(page, "whatsapp", "Quelle phrase est bien écrite")
    assert "Choisir" in asked, "the options are a list that opens"
    assert "s’accorde" not in asked
    say(page, "whatsapp", "b")
    hears(page, "whatsapp", "s’accorde avec le sujet")
    verdict = heard(page, "whatsapp", "Bonne réponse")
    expect(verdict.locator("strong")).to_have_text("Bonne réponse !")
    hears(page, "whatsapp", "continuez comme ça")
