// A run of the agent as the drawer shows it: the question, how it went, each iteration and its tool calls.
import { element } from "./dom.js";
import { count, dollars, seconds, t } from "./words.js";

const GOOD = ["done_signal", "confidence_threshold", "awaiting_user"];
const CHANNELS = { whatsapp: "WhatsApp", sms: "SMS" };

export function run(told) {
  return element("section", { class: "run", "aria-label": t("run", { id: told.id }) },
    element("header", {},
      element("h3", {}, t("run", { id: told.id })), channel(told.channel), outcome(told)),
    told.question && element("blockquote", { class: "question", "aria-label": t("question") }, told.question),
    element("p", { class: "facts" },
      fact("model", told.model || "–"), fact("duration", seconds(told.seconds * 1000)), fact("tokens", count(told.tokens)),
      fact("mode", told.mode), told.cost > 0 && fact("cost", dollars(told.cost)), told.lives > 1 && fact("lives", told.lives)),
    told.error && element("div", { class: "problem" }, element("b", {}, t("provider_error")), element("p", {}, told.error)),
    element("ol", { class: "steps" }, told.iterations.map((iteration) => step(told.id, iteration))));
}

export function channel(name) {
  return element("span", { class: `chip on-${name}` }, CHANNELS[name]);
}

function outcome({ status, stop_reason: reason }) {
  if (status === "running") return element("span", { class: "chip live" }, t("running"));
  return element("span", { class: `chip ${GOOD.includes(reason) ? "ok" : "bad"}` }, reason || status);
}

function step(id, iteration) {
  return element("li", {},
    element("div", { class: "row" },
      element("b", {}, t("iteration", { number: iteration.number })),
      element("span", { class: "chip" }, iteration.finish_reason),
      element("span", { class: "right" }, t("tokens_and_time", { tokens: count(iteration.tokens), time: seconds(iteration.latency_ms) }))),
    iteration.calls.map((call, index) => toolCall(call, `run ${id}.${iteration.number}.${index}`)));
}

function toolCall(call, key) {
  const status = call.error_type ? `${call.status} (${call.error_type})` : call.status;
  return element("details", { class: "call", "data-key": key },
    element("summary", {},
      element("span", { class: `dot ${call.status}`, title: status, role: "img", "aria-label": status }),
      element("code", {}, call.tool),
      call.error_type && element("span", { class: "chip bad" }, call.error_type),
      call.attempts > 1 && element("span", { class: "chip" }, t("attempts", { count: call.attempts })),
      element("span", { class: "right" }, call.latency_ms ? seconds(call.latency_ms) : "…")),
    element("div", { class: "inside" },
      element("h4", {}, t("arguments")), element("pre", { tabindex: 0 }, pretty(call.arguments)),
      element("h4", {}, t("result")), element("pre", { tabindex: 0 }, pretty(call.result) || status)));
}

// JSON with a line for each value; what is cut or no JSON stays as it is.
function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

function fact(name, value) {
  return element("span", {}, `${t(name)} `, element("b", {}, String(value)));
}
