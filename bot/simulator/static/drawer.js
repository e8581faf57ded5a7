// The developer's drawer: the newest runs, drawn from the rows of the database.
import { element } from "./dom.js";

export class Drawer {
  constructor(button, node, number) {
    this.button = button;
    this.node = node;
    this.number = number;
    this.shown = "";
    button.addEventListener("click", () => this.toggle());
  }

  toggle() {
    this.node.hidden = !this.node.hidden;
    this.button.setAttribute("aria-expanded", String(!this.node.hidden));
    this.refresh();
  }

  async refresh() {
    if (this.node.hidden) return;
    const answer = await fetch(`/phone/runs?number=${encodeURIComponent(this.number())}`);
    if (!answer.ok) return;
    const { runs } = await answer.json();
    const signature = JSON.stringify(runs);
    if (signature === this.shown) return;
    const open = new Set([...this.node.querySelectorAll("details[open]")].map((details) => details.dataset.key));
    this.shown = signature;
    this.node.querySelector("#runs").replaceChildren(...(runs.length ? runs.map((run) => card(run, open))
      : [element("p", { class: "hint" }, "Rien encore : envoyez un message.")]));
  }
}

function card(run, open) {
  return element("section", { class: "run" },
    element("header", {}, element("h3", {}, `Exécution ${run.id}`), ...chips(run)),
    element("p", { class: "facts" }, fact("modèle", run.model || "–"), fact("durée", seconds(run.seconds * 1000)),
      fact("jetons", run.tokens.toLocaleString("fr-FR")), fact("mode", run.mode),
      run.cost > 0 && fact("coût", `${run.cost} $`), run.lives > 1 && fact("vies", run.lives)),
    run.error && element("p", { class: "problem" }, run.error),
    element("ol", { class: "steps" }, ...run.iterations.map((iteration) => step(run, iteration, open))));
}

function chips(run) {
  if (run.status === "running") return [element("span", { class: "chip live" }, "en cours")];
  const good = ["done_signal", "confidence_threshold", "awaiting_user"].includes(run.stop_reason);
  return [element("span", { class: `chip ${good ? "ok" : "bad"}` }, run.stop_reason || run.status)];
}

function step(run, iteration, open) {
  return element("li", {},
    element("div", { class: "row" }, element("b", {}, `Itération ${iteration.number}`),
      element("span", { class: "chip" }, iteration.finish_reason),
      element("span", {}, `${iteration.tokens.toLocaleString("fr-FR")} jetons · ${seconds(iteration.latency_ms)}`)),
    ...iteration.calls.map((call, index) => toolCall(call, `${run.id}.${iteration.number}.${index}`, open)));
}

function toolCall(call, key, open) {
  const status = call.error_type ? `${call.status} (${call.error_type})` : call.status;
  return element("details", { class: "call", "data-key": key, open: open.has(key) },
    element("summary", {}, element("span", { class: `dot ${call.status}`, title: status }), element("code", {}, call.tool),
      call.attempts > 1 && element("span", { class: "chip" }, `${call.attempts} essais`),
      element("span", {}, call.latency_ms ? seconds(call.latency_ms) : "…")),
    element("pre", {}, `${pretty(call.arguments)}\n\n→ ${pretty(call.result) || status}`));
}

function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 1); } catch { return text; }
}

function fact(name, value) {
  return element("span", {}, `${name} `, element("b", {}, String(value)));
}

function seconds(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toLocaleString("fr-FR", { maximumFractionDigits: 1 })} s`;
}
