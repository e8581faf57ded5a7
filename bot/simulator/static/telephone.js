// One of the two telephones: its thread, its composer, and what is known of the messages in it.
import { Composer } from "./composer.js";
import { element } from "./dom.js";
import { Thread } from "./thread.js";
import { t } from "./words.js";

const MOST_SHOWN = 200; // a page left open for a day forgets the oldest; « earlier » brings them back
const MOST_READING = 600; // while somebody reads above
const IDEAS = { // to begin with, and after the first answer
  known: [["idea_hello", "idea_lesson", "idea_sum", "idea_pdf"], ["idea_quiz"]],
  guest: [["idea_hello", "idea_lesson", "idea_login"], ["idea_login"]],
};

export class Telephone {
  constructor(node, { people, outbox }) {
    this.node = node;
    this.channel = node.dataset.channel;
    this.people = people;
    this.outbox = outbox;
    const send = (message) => this.send(message);
    send.ready = () => people.isReady();
    this.thread = new Thread(node, this.channel, {
      tap: (digit) => this.send({ body: digit }),
      choose: (message, body, option) => this.send({ body, tapped: message.key, option }),
      reply: this.channel === "whatsapp" ? (message) => this.composer.quote(message) : undefined,
      earlier: () => this.earlier(),
    });
    this.composer = new Composer(node, { send, canAttach: () => this.channel === "whatsapp" || people.number().startsWith("+1") });
    this.clear();
  }

  clear() {
    this.known = [];
    this.older = false;
    this.typingUntil = 0;
    this.loaded = false;
    this.thread.clear();
    this.notice(false);
    this.composer.quote(null);
    this.draw();
  }

  send({ body, file, place, tapped, option, quotes }) {
    if (!this.people.isReady()) return;
    this.outbox.add({ number: this.people.number(), name: this.people.name(), channel: this.channel, body, file, place, tapped, option, quotes });
    this.thread.toEnd();
  }

  // News of this thread: its newest messages, which follow those that are known already.
  hear({ messages, older, typing_s, opted_out }) {
    const start = messages.length ? this.known.findIndex(({ key }) => key === messages[0].key) : -1;
    if (start < 0) this.older = older;
    this.known = [...(start > 0 ? this.known.slice(0, start) : []), ...messages];
    this.loaded = true;
    this.forget();
    this.typingUntil = Date.now() + typing_s * 1000;
    clearTimeout(this.timer);
    if (typing_s > 0) this.timer = setTimeout(() => this.draw(), typing_s * 1000 + 50);
    this.notice(opted_out);
    this.draw();
  }

  forget() {
    const most = this.thread.pinned ? MOST_SHOWN : MOST_READING;
    if (this.known.length <= most) return;
    this.known = this.known.slice(-most);
    this.older = true;
  }

  async earlier() {
    const [number, before] = [this.people.number(), this.known[0]?.key ?? ""];
    const asked = new URLSearchParams({ number, channel: this.channel, before });
    const answer = await fetch(`/phone/history?${asked}`).catch(() => null);
    if (!answer?.ok || number !== this.people.number() || before !== this.known[0]?.key) return;
    const { messages, older } = await answer.json();
    this.known = [...messages, ...this.known];
    this.older = older;
    this.thread.pinned = false; // somebody reads above
    this.thread.keepingPlace(() => this.draw());
  }

  draw() {
    const keys = new Set(this.known.map(({ key }) => key));
    this.outbox.arrived(keys);
    const waiting = this.outbox.waiting(this.people.number(), this.channel);
    const isTyping = Date.now() < this.typingUntil;
    const messages = [...this.known, ...waiting];
    this.thread.show(messages, { isTyping, older: this.older, extra: this.loaded ? this.ideas(messages) : [], loaded: this.loaded });
    this.presence(isTyping);
  }

  presence(isTyping) {
    const usual = t(this.channel === "whatsapp" ? "online" : "sms_presence");
    const presence = isTyping ? t("typing") : this.isAway ? t("connecting") : usual;
    this.node.querySelector(".presence").textContent = presence;
  }

  away(isAway) {
    this.isAway = isAway;
    this.presence(Date.now() < this.typingUntil);
  }

  notice(optedOut) {
    const notice = this.node.querySelector(".notice");
    notice.hidden = !optedOut;
    notice.textContent = optedOut ? t("opted_out") : "";
  }

  ideas(messages) {
    const said = messages.filter(({ mine }) => mine).map(({ text }) => text);
    const stage = messages.length === 0 ? 0 : said.length === 1 && !messages.at(-1).mine ? 1 : 2;
    const ideas = (IDEAS[this.people.isGuest() ? "guest" : "known"][stage] ?? []).map((key) => t(key)).filter((idea) => !said.includes(idea));
    if (!ideas.length) return [];
    const make = () => element("div", { class: "ideas", role: "group", "aria-label": t("ideas") }, ideas.map((idea) =>
      element("button", { type: "button", onclick: () => this.send({ body: idea }) }, idea)));
    return [{ key: "ideas", signature: ideas.join("\n"), make }];
  }
}
