// The developer's drawer: what the agent did, what went between Twilio and the application, the e-mails that came.
import { element } from "./dom.js";
import { entry } from "./journal.js";
import { mail } from "./mails.js";
import { Progress } from "./progress.js";
import { run } from "./runs.js";
import { t } from "./words.js";

const NARROW = window.matchMedia("(max-width: 1023px)");

export class Drawer {
  constructor({ who }) {
    this.who = who;
    this.button = document.querySelector("#drawer-button");
    this.node = document.querySelector("#drawer");
    this.panels = Object.fromEntries(["runs", "journal", "mails"].map((name) => [name, this.node.querySelector(`#${name}`)]));
    this.progress = new Progress(this.node.querySelector("#now"), () => this.refresh());
    document.addEventListener("visibilitychange", () => this.follow());
    this.button.addEventListener("click", () => this.toggle());
    this.node.querySelector(".close").addEventListener("click", () => this.toggle(false));
    this.node.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.toggle(false); });
    for (const tab of this.node.querySelectorAll("[data-panel]")) tab.addEventListener("click", () => this.turn(tab));
    this.window = this.node.querySelector(".window");
    this.window.querySelector("button").addEventListener("click", () => this.closeWindow());
    this.clear();
  }

  // WhatsApp's 24 hours pass, so that one sees what becomes of an answer that comes too late.
  async closeWindow() {
    const who = this.who();
    const order = { method: "POST", body: new URLSearchParams({ number: who }), headers: { "X-Palabre-Phone": "1" } };
    const answer = await fetch("/phone/window", order).catch(() => null);
    if (who === this.who()) this.window.querySelector("span").textContent = t(answer?.ok ? "window_closed" : "away");
  }

  toggle(open = this.node.hidden) {
    this.node.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("with-drawer", open);
    this.follow();
    if (open) this.refresh();
    if (open && NARROW.matches) this.node.querySelector(".close").focus();
    if (!open) this.button.focus();
  }

  turn(tab) {
    for (const other of this.node.querySelectorAll("[data-panel]")) {
      other.setAttribute("aria-selected", String(other === tab));
      this.node.querySelector(`#${other.dataset.panel}-panel`).hidden = other !== tab;
    }
    this.refresh(); // an e-mail comes without news of the phones
  }

  clear() {
    this.shown = {};
    this.window.querySelector("span").textContent = "";
    for (const panel of Object.values(this.panels)) panel.replaceChildren();
    this.follow();
    this.refresh();
  }

  // What happens just now is followed only while somebody looks: browsers have few connections for one server.
  follow() {
    if (this.node.hidden || document.hidden || !this.who()) this.progress.stop();
    else this.progress.follow(this.who());
  }

  async refresh() {
    const who = this.who();
    if (this.node.hidden || !who) return;
    if (this.asking === who) { this.again = true; return; }
    this.asking = who;
    this.again = false;
    try {
      const [told, post] = await Promise.all([asked(`/phone/runs?number=${encodeURIComponent(who)}`), asked("/phone/mails")]);
      if (who !== this.who()) return;
      if (told) this.draw("runs", told.runs.map(run));
      if (told) this.draw("journal", told.journal.map(entry));
      if (post) this.draw("mails", post.mails.map(mail), "mails_none");
    } catch { /* the page says that the server is away */
    } finally {
      if (this.asking === who) this.asking = null;
      if (this.again) this.refresh();
    }
  }

  // Draws a panel anew when something changed; what was unfolded stays so.
  draw(name, cards, none = "runs_none") {
    const panel = this.panels[name];
    const fresh = element("div", {}, cards.length ? cards : element("p", { class: "hint-line" }, t(none)));
    if (this.shown[name] === fresh.innerHTML) return;
    this.shown[name] = fresh.innerHTML;
    const open = new Set([...panel.querySelectorAll("details[open]")].map(({ dataset }) => dataset.key));
    const focused = panel.contains(document.activeElement) ? document.activeElement.closest("details")?.dataset.key : null;
    panel.replaceChildren(...fresh.childNodes);
    for (const details of panel.querySelectorAll("details")) {
      if (open.has(details.dataset.key)) details.open = true;
      if (focused && details.dataset.key === focused) details.querySelector("summary").focus({ preventScroll: true });
    }
  }
}

async function asked(url) {
  const answer = await fetch(url);
  return answer.ok ? answer.json() : null;
}
