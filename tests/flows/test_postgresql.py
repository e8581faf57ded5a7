"""Key stories once more, on PostgreSQL: a question with a tool, five fragments, a kill, a ghost, an opt-out."""

import pytest

from tests.fakes.postgres import Postgres
from tests.flows.test_background import (
    test_a_frozen_worker_that_wakes_up_says_nothing_of_it,
    test_killed_five_times_it_goes_on_each_time_and_is_paid_once,
)
from tests.flows.test_bad_input import test_stop_is_obeyed_until_start
from tests.flows.test_conversations import test_five_fragments_are_one_question, test_tools_run_and_their_rows_are_kept
from tests.flows.test_endurance import (
    test_a_frozen_worker_that_wakes_up_says_nothing,
    test_a_worker_killed_during_a_tool_is_replaced_and_nothing_runs_twice,
)
from tests.flows.test_previous_release import (
    previous,
    test_a_new_release_takes_over_from_the_one_before_and_nobody_notices,
)
from tests.flows.test_purchases import (
    test_a_worker_killed_while_the_provider_is_asked_is_replaced,
    wave,
)
from tests.flows.test_reminders import test_after_the_window_the_template_and_on_the_reply_the_result_once

__all__ = [
    "previous",
    "test_a_frozen_worker_that_wakes_up_says_nothing",
    "test_a_frozen_worker_that_wakes_up_says_nothing_of_it",
    "test_a_new_release_takes_over_from_the_one_before_and_nobody_notices",
    "test_a_worker_killed_during_a_tool_is_replaced_and_nothing_runs_twice",
    "test_a_worker_killed_while_the_provider_is_asked_is_replaced",
    "test_after_the_window_the_template_and_on_the_reply_the_result_once",
    "test_five_fragments_are_one_question",
    "test_killed_five_times_it_goes_on_each_time_and_is_paid_once",
    "test_stop_is_obeyed_until_start",
    "test_tools_run_and_their_rows_are_kept",
    "wave",
]


@pytest.fixture
def stack_database(postgres: Postgres) -> str:
    """An empty database of the session's PostgreSQL."""
    return postgres.database_url()
