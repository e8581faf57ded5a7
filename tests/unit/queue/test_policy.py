"""The table of jobs."""

import pytest

from bot.clients.twilio_media import TIMEOUT_S
from bot.conversation.turn.summarising import SUMMARY_TIMEOUT_S
from bot.queue.policy import BACK_STOP_S, DELIVERY_TIMEOUT_S, TAKING_IN_S, job_policies
from bot.services.attachments.fetching import FAILED_S
from bot.services.attachments.voices import WHOLE_S


def test_the_table_names_every_job_and_its_queue():
    assert {name: (policy.path, policy.queue) for name, policy in job_policies(180).items()} == {
        "drain": ("jobs.entry.drain", "turns"),
        "drain_guest": ("jobs.entry.drain_guest", "guests"),
        "hasten": ("jobs.entry.hasten", "urgent"),
        "speak": ("jobs.entry.speak", "turns"),
        "pay": ("jobs.entry.pay", "delivery"),
        "work": ("jobs.entry.work", "background"),
        "deliver": ("jobs.entry.deliver", "delivery"),
    }


@pytest.mark.parametrize("turn_timeout_s", [1, 180, 0.3, 1800.5])
def test_a_turn_ends_by_its_own_deadline_before_the_back_stop_strikes(turn_timeout_s):
    limit = job_policies(turn_timeout_s)["drain"].timeout_s
    assert isinstance(limit, int)
    assert TAKING_IN_S + turn_timeout_s + DELIVERY_TIMEOUT_S + BACK_STOP_S <= limit


def test_a_turn_has_all_its_time_behind_a_voice_note_that_came_slowly_and_a_summary_that_never_did():
    fetching = TIMEOUT_S * (len(FAILED_S) + 1) + sum(FAILED_S)
    assert fetching + WHOLE_S + SUMMARY_TIMEOUT_S <= TAKING_IN_S


def test_every_job_says_what_it_does():
    assert all(policy.description for policy in job_policies(180).values())
