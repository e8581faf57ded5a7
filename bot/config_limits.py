"""Timings and limits, a part of bot.config.Settings: seconds unless said."""

from typing import Self

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings

from bot.setting_kinds import Moments

MOST_DAYS = 36_500  # a hundred years: further back no calendar goes on for long
MOST_SECONDS = 10 * 366 * 86_400
MOST = 2**31 - 1  # of anything else that is counted: what a column holds


class LimitSettings(BaseSettings):
    """Environment variables of the same names in capitals."""

    tool_timeout_s: float = Field(60, gt=0)
    turn_timeout_s: float = Field(180, gt=0)
    background_timeout_s: float = Field(1_800, ge=60)
    background_iterations: int = Field(60, ge=1, le=200)
    background_tool_calls: int = Field(60, ge=1)
    background_pages: int = Field(60, ge=1)
    background_token_budget: int = Field(2_000_000, ge=1_000)
    background_shown_tokens: int = Field(60_000, ge=1_000)
    background_most_credits: int = Field(25, ge=0)  # beside its price, whatever its tools cost
    heartbeat_s: Moments = (60, 300, 900)
    max_iterations: int = Field(10, ge=1, le=50)
    tool_call_budget: int = Field(10, ge=1)
    run_token_budget: int = Field(400_000, ge=1_000)
    progress_after_s: float = Field(15, gt=0)
    wait_notice_s: float = Field(60, ge=0)  # who waits longer for an answer to begin is told; 0: nobody is
    fragment_window_s: float = Field(0.7, ge=0)
    media_window_s: float = Field(2.5, ge=0)  # the same for what is sent together with photos and other media
    document_pages: int = Field(1_000, ge=1)  # of a PDF that somebody sends
    document_pictures: int = Field(4, ge=0, le=20)  # pages of a scan that the models see; 0: none is read
    media_mb: float = Field(16, gt=0, le=64)  # of one attachment that somebody sends
    voice_minutes: float = Field(5, gt=0, le=60)  # of one voice message that somebody sends
    speech_chars: int = Field(700, ge=100, le=4_000)  # of an answer, as far as it is also said aloud
    photo_long_side: int = Field(1_568, ge=256, le=4_096)  # pixels: photos are kept and shown no larger
    part_wait_s: float = Field(10, gt=0)
    guest_daily_messages: int = Field(10, ge=0)
    sender_per_minute: int = Field(20, ge=1)
    sender_per_day: int = Field(300, ge=1)
    interaction_ttl_s: float = Field(3_600, gt=0)
    otp_ttl_s: float = Field(600, gt=0)
    otp_resend_s: float = Field(60, gt=0)
    otp_prefix_hourly_cap: int = Field(30, ge=1)
    otp_global_daily_cap: int = Field(2_000, ge=1)
    sign_in_days: int = Field(30, ge=1)
    number_silence_days: int = Field(120, ge=1)  # after so long a number may have another owner: who signs in is asked
    welcome_credits: int = Field(20, ge=0)
    prices_file: str = ""  # TOML that replaces lines of bot/services/money/prices.toml
    quote_from_credits: int = Field(5, ge=1)  # what costs more in all is asked about first
    low_balance_credits: int = Field(5, ge=0)  # below it people are told once
    retention_days: int = Field(365, ge=31)  # questions, guests and codes go sooner: 30 days at most
    media_link_ttl_s: int = Field(86_400, gt=0)
    library_mb: int = Field(250, ge=1)  # of one person's files; the oldest that were made for them make room
    library_files: int = Field(500, ge=1)
    sweep_interval_s: float = Field(5, gt=0)
    most_watchers: int = Field(300, ge=0)  # who follow runs by a stream, a web process; 0: pages ask instead
    worker_heartbeat_s: float = Field(2, gt=0)
    worker_lost_after_s: float = Field(8, gt=0)
    stop_grace_s: float = Field(15, ge=0, le=240)  # what turns are given to end by themselves when a worker must leave

    user_daily_tokens: int = Field(3_000_000, ge=0)  # of the models, for one user; here and below 0 means no limit
    guest_daily_dollars: float = Field(5, ge=0)  # of the models, for all guests together
    student_daily_dollars: float = Field(50, ge=0)
    pro_daily_dollars: float = Field(50, ge=0)
    daily_budget_dollars: float = Field(100, ge=0)  # for everybody together
    outage_probe_s: float = Field(60, gt=0)  # a provider that refuses us is tried again so often

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        """Nobody means more; a day that no calendar has would end a chore each time, without a word at the start."""
        for name in LimitSettings.model_fields:
            value, most = getattr(self, name), _most(name)
            if isinstance(value, int | float) and value > most:
                raise ValueError(f"{name.upper()} must be {most} or less")
        return self


def _most(name: str) -> int:
    return MOST_DAYS if name.endswith("_days") else MOST_SECONDS if name.endswith("_s") else MOST
