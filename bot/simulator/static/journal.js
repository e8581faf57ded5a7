// A message as it went over the wire: the webhook as it came, the call that made it, the callbacks as they went.
import { element } from "./dom.js";
import { channel } from "./runs.js";
import { exactly, t } from "./words.js";

const SHOWN = 90; // characters of the message in its title

export function entry(told) {
  const text = told.text.replace(/[ \t\r\n]+/g, " ").trim() || "…";
  return element("section", { class: "run wire", "aria-label": told.sid },
    element("header", {},
      element("span", { class: "way", "aria-hidden": true }, told.received ? "→" : "←"),
      element("h3", {}, t(told.received ? "received" : "sent")), channel(told.channel),
      told.status && element("span", { class: `chip ${verdict(told.status)}` }, told.status)),
    element("blockquote", { class: "question" }, text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text),
    told.requests.map((request, index) => requested(request, `${told.sid} ${index}`)));
}

function verdict(status) {
  if (["failed", "undelivered"].includes(status)) return "bad";
  return ["delivered", "read"].includes(status) ? "ok" : "live";
}

function requested(request, key) {
  const { http_status: http, problem } = request;
  const isGood = http >= 200 && http < 300 && !problem;
  const answer = http === null ? t("under_way") : http === 0 ? t("no_answer") : String(http);
  return element("details", { class: "call", "data-key": key },
    element("summary", {},
      element("span", { class: `dot ${http === null ? "dispatched" : isGood ? "success" : "error"}`, "aria-hidden": true }),
      element("span", {}, t(request.kind, { status: request.status ?? "" })),
      element("span", { class: `chip ${http === null ? "live" : isGood ? "ok" : "bad"}` }, answer),
      element("time", { class: "right", datetime: request.at }, request.at ? exactly(new Date(request.at)) : "")),
    element("div", { class: "inside" },
      problem && element("p", { class: "problem" }, problem),
      element("pre", { tabindex: 0 }, `POST ${request.url}`, Object.entries(request.headers).map(([name, value]) => `\n${name}: ${value}`)),
      element("dl", {}, Object.entries(request.form).map(([name, value]) => [element("dt", {}, name), element("dd", {}, value || "∅")]))));
}
