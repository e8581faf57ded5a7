"""The table of jobs."""

import pytest

from bot.queue.policy import BACK_STOP_S, job_policies


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
    assert turn_timeout_s + BACK_STOP_S <= limit < turn_timeout_s + BACK_STOP_S + 1


def test_every_job_says_what_it_does():
    assert all(policy.description for policy in job_policies(180).values())
