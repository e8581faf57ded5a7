"""The agent loop: stream the model, run the tools it asks for, leave a checkpoint, until there is an answer."""

from dataclasses import replace

from bot.agent import answer, control, tool_results
from bot.agent.completion import Completer
from bot.agent.condensing import Condenser
from bot.agent.control import HandedOver
from bot.agent.progress import Progress
from bot.agent.spec import Completion, Journal, Model, RunResult, RunSpec
from bot.agent.state import RunState
from bot.agent.stream import CUT, DECLINED, FILTERED, REFUSED
from bot.agent.strict_models import StrictModels
from bot.agent.tools import ToolRunner, refused
from bot.clock import Clock
from bot.errors import ModelUnavailable
from bot.types import StopReason

ALERTS = (StopReason.MAX_ITERATIONS, StopReason.BUDGET_EXHAUSTED)
CLOSING = (StopReason.DEADLINE, *ALERTS)  # why a completion is the last one, beside that it answers
ASKED_FIRST = "Not done: the person is asked something else in this step. Wait for their answer."
CUT_CALL = "Not run: the response was cut at the length limit. Write less in one step."


def run(
    spec: RunSpec, model: Model, journal: Journal, clock: Clock, strict: StrictModels | None = None
) -> RunResult | HandedOver:
    """Run the agent until it has an answer, and say why it ended. A run with a trail goes on where it stopped. One that
    may be handed over comes back without an end when it is to go on in the background. `strict`: what this process has
    found out about its models.

    Raises what stops the work itself: StopWork and the classes of `spec.fatal`. Everything else becomes a result.
    """
    state = RunState(spec, clock)
    completer = Completer(state, model, journal, strict or StrictModels())
    condenser = Condenser(state, model, journal)
    tools = ToolRunner(state, journal)

    result = _resume(state, tools)
    while result is None:
        if spec.cancelled():
            result = state.result(StopReason.CANCELLED)
            break
        closing = state.closing()
        result = _handed_over(state, closing)
        if result is not None:
            break
        if closing in ALERTS:
            journal.alert(closing, f"after {state.iteration} iterations, {state.usage.total_tokens} tokens")
        state.emit(Progress("iteration", state.iteration + 1))
        condenser.condense(may_ask=closing is None)
        try:
            completion = completer.complete(closing=closing is not None)
        except ModelUnavailable as error:
            result = _without_model(state, closing, error)
            continue
        if closing is not None and completion.finish_reason not in (CUT, *REFUSED):
            completion = replace(completion, finish_reason=closing)  # for a life that finds the answer unsaid
        journal.completed(state.iteration + 1, completion)
        state.append(completion.message(whole=True))
        state.emit(Progress("completed", state.iteration, tokens=completion.usage.total_tokens))
        result = _act(state, tools, completion) if completion.calls else _answer(state, journal, completion, closing)

    detail = result.stop_reason if isinstance(result, RunResult) else "handed_over"
    state.emit(Progress("ended", state.iteration, detail=detail))
    return result


def _handed_over(state: RunState, closing: StopReason | None) -> HandedOver | None:
    """Whether the run goes on in the background from here: the person wishes it, or its time is over while the model
    has just asked for something and not answered yet."""
    if not state.spec.handover:
        return None
    if state.spec.wished():
        return HandedOver("person")
    return HandedOver("deadline") if closing is StopReason.DEADLINE and state.batch else None


def _resume(state: RunState, tools: ToolRunner) -> RunResult | HandedOver | None:
    """Finish what an earlier life of this run left open; its result, when that was the end of it."""
    if not state.spec.trail:
        return None
    if state.batch:
        return _finish_batch(state, tools, resumed=True)
    if state.messages[-1]["role"] != "assistant":
        return None
    ended = state.spec.ended if state.text else FILTERED  # nothing else is stored without text
    forced = state.offered and state.iteration >= state.spec.limits.max_iterations
    otherwise = StopReason.MAX_ITERATIONS if forced else StopReason.DONE_SIGNAL
    return _as_ended(state.result(StopReason(ended) if ended in CLOSING else otherwise, state.text), ended)


def _without_model(state: RunState, closing: StopReason | None, error: ModelUnavailable) -> RunResult | None:
    """The end of a run whose model gave nothing; None while the time reserved for a last completion is left."""
    if state.spec.cancelled():
        return state.result(StopReason.CANCELLED)
    if closing is None and state.closing() is StopReason.DEADLINE:
        return None
    return state.result(StopReason.ERROR, error=str(error), detail=error.detail)


def _act(state: RunState, tools: ToolRunner, completion: Completion) -> RunResult | HandedOver | None:
    """Run the calls of a completion; the result, when one of them ends the run."""
    if completion.finish_reason == CUT:
        for call in completion.calls:
            tools.record(call, refused(CUT_CALL))
        return None
    return _finish_batch(state, tools, resumed=False)


def _finish_batch(state: RunState, tools: ToolRunner, *, resumed: bool) -> RunResult | HandedOver | None:
    """Run the open calls of the last step, control tools after all others; the result, when they end the run."""
    others = [call for call in state.batch if not state.is_control(call)]
    tools.run([call for call in others if call.id not in state.replies], resumed=resumed)
    if any(call.id not in state.replies for call in others):
        return state.result(StopReason.CANCELLED)
    for call in state.open_calls:
        if state.is_plan(call):
            tools.record(call, control.noted(call))
    awaits_user = any(tool_results.awaits_user(reply) for reply in state.replies.values())
    reason = control.reason_of(state.open_calls) if state.spec.handover else None
    if reason is not None and not awaits_user:
        return HandedOver("model", reason)
    succeeded = all(tool_results.is_success(state.replies[call.id]) for call in others)
    may_send_back = not state.sent_back and state.closing() is None
    for call in state.open_calls:
        if not state.is_final(call):  # it would go on elsewhere, but the person is to answer first
            tools.record(call, refused(ASKED_FIRST))
            continue
        tools.record(call, answer.judge(call, others_succeeded=succeeded, may_send_back=may_send_back))

    final = answer.accepted(state.batch, state.replies)
    if awaits_user:
        return state.result(StopReason.AWAITING_USER, final.text if final else state.text)
    if final is None:
        return None
    sure = final.confidence >= answer.ENOUGH
    return state.result(StopReason.CONFIDENCE_THRESHOLD if sure else StopReason.DONE_SIGNAL, final.text)


def _answer(state: RunState, journal: Journal, completion: Completion, closing: StopReason | None) -> RunResult | None:
    """The result of a completion without calls; None when the model is reminded to use `final_answer` first."""
    complete = completion.finish_reason not in (CUT, *REFUSED)
    if state.wants_final and not state.reminded and closing is None and complete:
        journal.note(answer.REMINDER)
        state.append(answer.REMINDER)
        return None
    return _as_ended(state.result(closing or StopReason.DONE_SIGNAL, completion.text), completion.finish_reason)


def _as_ended(result: RunResult, finish: str) -> RunResult:
    """A result whose text is the answer of a completion that ended so."""
    return replace(result, cut=finish == CUT, refused=finish in REFUSED, declined=finish == DECLINED)
