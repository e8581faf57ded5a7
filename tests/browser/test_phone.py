"""The whole of `make run` in a real Chromium: from a sentence typed on the phone to a PDF that can be opened."""

import io
import re
import subprocess
import sys

import pypdf
import pytest
from playwright.sync_api import Page, expect

from tests.browser.running_stack import ANSWER_MS, ROOT, RunningStack, say

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.fixture
def phone(page: Page, stack: RunningStack) -> Page:
    page.goto(f"{stack.url}/phone")
    return page


def test_a_pdf_summary_with_sources_arrives_on_whatsapp_and_opens(phone):
    say(phone, "whatsapp", "Fais-moi un résumé PDF sur les fractions avec des sources")
    answers = phone.locator(".whatsapp .bubble[data-key]:not(.mine)")
    card = answers.locator("a.file")
    expect(card).to_be_visible(timeout=ANSWER_MS)
    expect(answers.first).to_have_attribute("data-status", "read", timeout=ANSWER_MS)
    expect(answers.last).to_have_attribute("data-status", "read", timeout=ANSWER_MS)
    expect(phone.locator(".whatsapp .mine .status")).to_have_attribute("data-status", "read")
    text = answers.first.inner_text()
    addresses = re.findall(r"http://127\.0\.0\.1:\d+/pages/[a-z-]+", text)
    assert len(addresses) == 3
    assert "sans IA" in text
    answer = phone.request.get(card.get_attribute("href"))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    written = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.body())).pages)
    unbroken = re.sub(r"\s", "", written)
    assert all(address in unbroken for address in addresses)
    assert "dénominateur" in written


def test_a_professional_gets_the_answer_to_a_calculation_by_sms(phone):
    phone.locator("#person").select_option("+2250700000002")
    say(phone, "sms", "Combien font 3 × (12,5 + 7) ?")
    answer = phone.locator(".sms .bubble[data-key]:not(.mine)").last
    expect(answer).to_contain_text("58,5", timeout=ANSWER_MS)
    expect(answer).to_have_attribute("data-status", "delivered", timeout=ANSWER_MS)
    phone.locator("#drawer-button").click()
    expect(phone.locator(".run").first.locator("summary")).to_contain_text("calculate")


def test_a_guest_gets_a_lesson_without_tools(phone):
    phone.locator("#person").select_option("+2250700000003")
    say(phone, "whatsapp", "Explique-moi le théorème de Pythagore")
    expect(phone.locator(".whatsapp .bubble[data-key]:not(.mine)", has_text="hypoténuse")).to_be_visible(
        timeout=ANSWER_MS
    )


def test_a_port_in_use_is_said_in_one_line(stack, tmp_path):
    command = [sys.executable, "-m", "bot.simulator.stack", "--port", stack.url.rpartition(":")[2]]
    done = subprocess.run([*command, "--data", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    assert "est déjà pris" in done.stdout
    assert done.stderr == ""


def test_a_second_run_on_the_same_folder_is_sent_to_the_first(stack):
    command = [sys.executable, "-m", "bot.simulator.stack", "--port", "1", "--data", str(stack.data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    assert f"tourne déjà sur {stack.data} : {stack.url}/phone" in done.stdout
