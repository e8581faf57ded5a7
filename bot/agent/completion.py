"""One completion, whatever it takes: tries again, falls back to the next model, and gives up with one short word."""

from contextlib import closing as closed_after
from dataclasses import replace

from bot.agent.bare_calls import without_bare_calls
from bot.agent.progress import Progress
from bot.agent.retry import MOST_WAITING_S, Failure, Kind, failure_of, pause, wait_s
from bot.agent.shaping import CHARS_PER_TOKEN, estimate_tokens, in_strict_order
from bot.agent.shaping import text_of as said_in
from bot.agent.spec import Completion, Journal, Model, Usage
from bot.agent.state import RunState
from bot.agent.stream import CALLED, FILTERED, REFUSED, fold, heard
from bot.agent.strict_models import StrictModels
from bot.agent.tool_results import text_of
from bot.errors import (
    AuthError,
    ContextOverflow,
    ModelStreamBroken,
    ModelUnavailable,
    PermanentError,
    PromptFiltered,
    ProviderError,
    ProviderTimeout,
    TransientError,
)
from bot.types import JSON, Message

UNPAID, FAILED, MALFORMED = 402, 500, (400, 422)
IN_WORDS: Message = {
    "role": "system",
    "content": "No tool can be called any more. Answer the person now, in words, with what you have.",
}
LAST_CALL_LEAST_S = 1.0  # the last completion is tried even when the deadline has just passed


class Completer:
    """Asks the models of a run, in order; stays with the one that answered."""

    def __init__(self, state: RunState, model: Model, journal: Journal, strict: StrictModels) -> None:
        self._state = state
        self._model = model
        self._journal = journal
        self._index = 0
        self._strict = strict
        self._in_order: set[str] = set()  # models of this run that have refused another order of roles

    def complete(self, *, closing: bool) -> Completion:
        """The model's next step; text only when `closing`. Raises ModelUnavailable, its text a short kind."""
        state = self._state
        until = state.deadline if closing else state.work_until
        failures: list[Failure] = []
        waited, blank = 0.0, False
        while True:
            try:
                completion = self._once(closing, until, blank=blank)
            except (ProviderError, ModelStreamBroken) as error:
                if self._put_in_order(error) or self._squeezed(error):
                    continue
                if self._is_last and isinstance(error, PromptFiltered):
                    return Completion("", (), FILTERED, self._name, Usage(), 0)
                failures.append(_failure(error))
                wait = wait_s(failures)
                if wait is None or waited + wait > MOST_WAITING_S or state.clock.monotonic() + wait >= until:
                    self._fall_back(error, until)
                    failures.clear()
                    continue
                waited += wait
                self._pause(wait, failures[-1])
                continue
            if _is_enough(completion, as_it_is=blank or closing or not state.offered):
                return completion
            if blank:
                raise ModelUnavailable("blank_answer")
            blank = True

    def _once(self, closing: bool, until: float, *, blank: bool) -> Completion:
        state, name = self._state, self._name
        started = state.clock.monotonic()
        seconds = until - started
        if closing:
            seconds = max(seconds, LAST_CALL_LEAST_S)
        elif seconds <= 0:
            raise ProviderTimeout("no time left for another completion")
        with closed_after(self._model.stream(self._request(name, closing, blank), timeout_s=seconds)) as chunks:
            completion = self._without_bare_calls(fold(heard(chunks, state.spec.on_words), name))
        if not (completion.calls or state.iteration):  # nobody wants back what was thought where nothing was called
            completion = replace(completion, thought="", details=())
        usage = completion.usage if completion.usage.total_tokens else self._estimate(completion)
        completion = replace(completion, usage=replace(usage, cost=state.spec.cost_of(name, usage)))
        state.spend(completion, name)
        if name in self._in_order:
            self._strict.add(name, state.clock.monotonic())
        latency_ms = round((state.clock.monotonic() - started) * 1000)
        if closing or completion.finish_reason in REFUSED:
            return replace(completion, calls=(), latency_ms=latency_ms)
        return replace(state.fit(completion), latency_ms=latency_ms)

    def _without_bare_calls(self, completion: Completion) -> Completion:
        """What its server took for an answer and is a call: the model is asked once more, as for one that was lost."""
        spec = self._state.spec
        text = without_bare_calls(completion.text, spec.tools, said_in(spec.history[-1]))
        if text == completion.text or completion.finish_reason in REFUSED:
            return completion
        return replace(completion, text=text, finish_reason=CALLED)

    def _estimate(self, completion: Completion) -> Usage:
        """What a completion took of whose provider says nothing: budgets and limits of cost hold all the same."""
        state = self._state
        offered = round(len(text_of(state.offered)) / CHARS_PER_TOKEN)
        return Usage(
            prompt_tokens=estimate_tokens(state.shown.messages) + offered,
            completion_tokens=estimate_tokens([completion.message()]),
            cost=completion.usage.cost,
        )

    def _request(self, name: str, closing: bool, blank: bool) -> dict[str, JSON]:
        messages = self._state.shown.messages
        if closing and blank:  # not every provider keeps a model from calling tools
            messages = [*messages, IN_WORDS]
        if name in self._in_order or self._is_known_strict:
            messages = in_strict_order(messages)
        request: dict[str, JSON] = {"model": name, "messages": messages}
        if self._state.offered:
            request["tools"] = self._state.offered  # sent to the end, so that the provider's cache keeps hitting
            if closing:
                request["tool_choice"] = "none"
        return request

    def _pause(self, seconds: float, failure: Failure) -> None:
        state = self._state
        state.emit(Progress("retry", state.iteration + 1, self._name, failure.message))
        pause(state.clock, seconds, state.spec.cancelled)
        if state.spec.cancelled():
            raise ModelUnavailable("cancelled")

    def _put_in_order(self, error: ProviderError | ModelStreamBroken) -> bool:
        """Whether the same may be asked in stricter roles: not every server takes the service's words behind a person's
        (Qwen's templates; llama.cpp calls that a fault of its own), or a person's behind a tool's (Mistral)."""
        if self._name in self._in_order or not _may_be_the_order(error):
            return False
        if self._is_known_strict:  # it may be no more, and then is asked as others are
            return isinstance(error, PermanentError) and self._strict.forget(self._name)
        shown = self._state.shown.messages
        if in_strict_order(shown) == shown:
            return False
        self._in_order.add(self._name)
        return True

    @property
    def _name(self) -> str:
        return self._state.spec.models[self._index]

    @property
    def _is_known_strict(self) -> bool:
        return self._strict.has(self._name, self._state.clock.monotonic())

    def _squeezed(self, error: ProviderError | ModelStreamBroken) -> bool:
        """Whether the last model may be asked again: it will not read this, and is shown less. Why it will not is said
        in words that are others with every provider; what is left out in vain was no answer either."""
        is_refusal = isinstance(error, PermanentError) and error.code != UNPAID
        return self._is_last and is_refusal and self._state.shown.squeeze()

    @property
    def _is_last(self) -> bool:
        return self._index + 1 == len(self._state.spec.models)

    def _fall_back(self, error: ProviderError | ModelStreamBroken, until: float) -> None:
        """Move on to the next model. Raises ModelUnavailable after the last one, when the provider refuses our key
        (it is the same for every model), and when the time is over."""
        state, kind = self._state, _kind(error)
        if kind in ("provider_auth", "provider_payment"):
            self._journal.alert(kind, str(error))
        self._index = (self._index + 1) % len(state.spec.models)
        if self._index == 0 or kind == "provider_auth" or state.clock.monotonic() >= until:
            raise ModelUnavailable(kind, ": ".join(filter(None, (str(error), error.said)))) from error
        state.emit(Progress("fallback", state.iteration + 1, self._name, kind))


def _may_be_the_order(error: ProviderError | ModelStreamBroken) -> bool:
    """Whether a request may have been refused for the roles in it: each server says so in words of its own."""
    if isinstance(error, TransientError):
        return error.code == FAILED
    is_told = isinstance(error, ContextOverflow | PromptFiltered)  # why, and it is not that
    return isinstance(error, PermanentError) and not is_told and error.code in MALFORMED


def _is_enough(completion: Completion, *, as_it_is: bool) -> bool:
    """Whether there is something to do or to say. Words before calls that their server has lost are a promise, and no
    answer: they are asked for once more."""
    if completion.calls or completion.finish_reason in REFUSED:
        return True
    return bool(completion.text.strip()) and (as_it_is or completion.finish_reason != CALLED)


def _failure(error: ProviderError | ModelStreamBroken) -> Failure:
    """A model that is late or breaks off is asked again like one that is busy: nothing has happened."""
    if isinstance(error, ModelStreamBroken):
        return Failure(Kind.TRANSIENT, str(error))
    failure = failure_of(error)
    return replace(failure, kind=Kind.TRANSIENT) if failure.kind is Kind.TIMEOUT else failure


def _kind(error: ProviderError | ModelStreamBroken) -> str:
    match error:
        case AuthError():
            return "provider_auth"
        case ContextOverflow():
            return "context_overflow"
        case ProviderTimeout():
            return "provider_timeout"
        case TransientError():
            return "provider_unavailable"
        case ModelStreamBroken():
            return "stream_broken"
        case _:
            return "provider_payment" if error.code == UNPAID else "provider_refused"
