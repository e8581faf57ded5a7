// One of the two telephones: its thread, its composer, its attachments.
import { element } from "./dom.js";
import { bubble, typing } from "./bubbles.js";

const LESSON = "Explique-moi le théorème de Pythagore";
const IDEAS = { // to begin with, and after the first answer
  known: [["Bonjour", LESSON, "Combien font 3 × (12,5 + 7) ?", "Fais-moi un résumé PDF sur les fractions avec des sources"], ["Fais-moi un quiz"]],
  guest: [["Bonjour", LESSON, "/connexion"], ["/connexion"]],
};
const ACCEPTS = { image: "image/*", document: ".pdf,.docx,.xlsx,.pptx,.txt,.csv,.ogg,.mp3,.mp4" };
const PLATEAU = { latitude: "5.3237", longitude: "-4.0167", label: "Le Plateau, Abidjan" };

export class Telephone {
  constructor(node, send, isGuest) {
    this.node = node;
    this.channel = node.dataset.channel;
    this.send = send;
    this.isGuest = isGuest;
    this.thread = node.querySelector(".thread");
    this.input = node.querySelector("textarea");
    this.menu = node.querySelector(".menu");
    this.picker = node.querySelector("input[type=file]");
    this.listen();
    this.clear();
  }

  clear() {
    this.signatures = new Map();
    this.thread.replaceChildren(element("p", { class: "welcome" },
      "Simulateur : chaque message est signé et posté au vrai webhook, comme le ferait Twilio."));
    this.ideas = null;
  }

  listen() {
    const form = this.node.querySelector("form");
    form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.input.addEventListener("input", () => this.grow());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.submit(); }
    });
    this.node.querySelector(".attach").addEventListener("click", () => this.toggleMenu());
    this.menu.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) { this.toggleMenu(false); this.attach(button.dataset.attach); }
    });
    this.picker.addEventListener("change", () => {
      if (this.picker.files.length) this.submit({ files: [...this.picker.files] });
      this.picker.value = "";
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest(".composer")) this.toggleMenu(false);
    });
    new ResizeObserver(() => { this.thread.scrollTop = this.thread.scrollHeight; }).observe(this.thread);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.toggleMenu(false); });
  }

  submit(extra = {}) {
    const body = this.input.value.trim();
    if (!body && !Object.keys(extra).length) return;
    this.input.value = "";
    this.grow();
    this.send(this.channel, { body, ...extra });
  }

  attach(what) {
    if (what === "place") this.send(this.channel, { place: PLATEAU });
    else if (what === "contact") this.send(this.channel, { contact: true });
    else { this.picker.accept = ACCEPTS[what]; this.picker.click(); }
  }

  toggleMenu(open = this.menu.hidden) {
    this.menu.hidden = !open;
    this.node.querySelector(".attach").setAttribute("aria-expanded", String(open));
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${this.input.scrollHeight}px`;
  }

  show({ messages, typing_s, opted_out }) {
    const atEnd = this.thread.scrollHeight - this.thread.scrollTop - this.thread.clientHeight < 80;
    this.thread.querySelector(".typing")?.remove();
    let changed = this.merge(messages);
    if (typing_s > 0) { this.thread.append(typing()); changed = true; }
    this.presence(typing_s > 0);
    this.notice(opted_out);
    this.suggest(messages);
    if (changed && atEnd) this.thread.scrollTop = this.thread.scrollHeight;
  }

  merge(messages) {
    let changed = false;
    let before = null;
    for (const message of messages) {
      const day = new Date(message.at).toDateString();
      const same = before !== null && before.mine === message.mine && before.day === day;
      const signature = JSON.stringify([message, same]);
      if (this.signatures.get(message.sid) !== signature) {
        this.place(message, same, before?.day !== day && day);
        this.signatures.set(message.sid, signature);
        changed = true;
      }
      before = { mine: message.mine, day };
    }
    return changed;
  }

  place(message, same, newDay) {
    const fresh = bubble(message, this.channel, same);
    const old = this.thread.querySelector(`[data-sid="${CSS.escape(message.sid)}"]`);
    if (old) {
      fresh.style.animation = "none";
      const reason = old.querySelector(".reason");
      if (reason && fresh.querySelector(".reason")) fresh.querySelector(".reason").hidden = reason.hidden;
      old.replaceWith(fresh);
      return;
    }
    if (newDay) this.thread.append(element("p", { class: "day" }, dayName(new Date(message.at))));
    this.thread.append(fresh);
  }

  presence(isTyping) {
    const usual = this.channel === "whatsapp" ? "en ligne" : "SMS";
    this.node.querySelector(".presence").textContent = isTyping ? "écrit…" : usual;
  }

  notice(optedOut) {
    const notice = this.node.querySelector(".notice");
    notice.hidden = !optedOut;
    notice.textContent = optedOut ? "Vous avez envoyé STOP : Twilio ne vous délivre plus rien. Envoyez START pour reprendre." : "";
  }

  suggest(messages) {
    const said = messages.filter((message) => message.mine).map((message) => message.text);
    const stage = messages.length === 0 ? 0 : said.length === 1 && !messages.at(-1).mine ? 1 : 2;
    const ideas = (IDEAS[this.isGuest() ? "guest" : "known"][stage] ?? []).filter((idea) => !said.includes(idea));
    const key = JSON.stringify(ideas);
    if (this.ideas?.dataset.key === key && this.ideas === this.thread.lastElementChild) return;
    this.ideas?.remove();
    this.ideas = ideas.length ? element("div", { class: "ideas", "data-key": key }, ...ideas.map((idea) =>
      element("button", { type: "button", onclick: () => this.send(this.channel, { body: idea }) }, idea))) : null;
    if (this.ideas) this.thread.append(this.ideas);
  }
}

function dayName(date) {
  if (date.toDateString() === new Date().toDateString()) return "Aujourd’hui";
  return date.toLocaleDateString("fr-FR", { weekday: "long", day: "numeric", month: "long" });
}
