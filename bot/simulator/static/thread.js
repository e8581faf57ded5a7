// A telephone's thread: messages drawn once and kept in order, and a scroll that follows unless one reads above.
import { bubble, refresh, typing, why } from "./bubbles.js";
import { element } from "./dom.js";
import { gist } from "./quotations.js";
import { Stops } from "./stops.js";
import { count, day, t } from "./words.js";

const NEAR_END = 60; // pixels
const CHANGING = { status: undefined }; // what a drawn message changes without being drawn again

export class Thread {
  constructor(screen, channel, { tap, choose, reply, earlier }) {
    this.channel = channel;
    this.tap = tap;
    this.choose = choose;
    this.reply = reply;
    this.scroller = screen.querySelector(".thread");
    this.list = screen.querySelector(".messages");
    this.voice = screen.querySelector(".voice");
    this.stops = new Stops(this.list, ".replier");
    this.jump = screen.querySelector(".jump");
    this.older = screen.querySelector(".older");
    this.older.addEventListener("click", earlier);
    this.jump.addEventListener("click", () => { this.toEnd(); this.scroller.focus({ preventScroll: true }); });
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const follow = new ResizeObserver(() => this.settle()); // pictures that load late, keyboards that open
    follow.observe(this.scroller);
    follow.observe(this.list);
    this.clear();
  }

  clear() {
    this.drawn = new Map(); // by key, the node and what it was drawn from
    this.list.replaceChildren();
    this.older.hidden = true;
    this.readUpTo = "";
    this.messages = [];
    this.loaded = false;
    this.voice.replaceChildren();
    this.toEnd();
  }

  show(messages, { isTyping, older, extra, loaded }) {
    if (this.loaded) this.speak(messages);
    this.loaded = loaded;
    this.messages = messages;
    this.older.hidden = !older;
    this.draw([...items(messages), ...(isTyping ? [{ key: "typing", signature: "", make: typing }] : []), ...extra]);
    this.stops.settle();
    if (this.pinned) this.settle();
    this.tell();
  }

  // What comes in and what fails is read out, once: the thread itself is silent, for much of it is drawn more than once.
  speak(messages) {
    const before = new Map(this.messages.map((message) => [message.key, message]));
    const newest = this.messages.findLast(({ mine }) => !mine)?.at ?? "";
    const news = messages.flatMap((message) => {
      const known = before.get(message.key);
      const comes = !known && !message.mine && message.at > newest;
      const fails = message.problem && (known ? !known.problem : comes);
      return [comes && `Palabre : ${gist(message)}`, fails && t("failed", { why: why(message.problem) })].filter(Boolean);
    });
    if (news.length) this.voice.replaceChildren(...news.map((words) => element("p", {}, words)));
  }

  // Older messages come in above: what one reads stays where it is.
  keepingPlace(change) {
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    change();
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  toEnd() {
    this.pinned = true;
    this.settle();
    this.tell();
  }

  settle() {
    if (!this.pinned) return;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.last = this.scroller.scrollTop;
  }

  // Growing content never moves the scroll upwards: only a person does, and only that lets go of the end.
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.pinned = true;
    else if (scrollTop < this.last - 1) this.pinned = false;
    this.last = scrollTop;
    this.tell();
  }

  tell() {
    if (this.pinned) this.readUpTo = this.messages.at(-1)?.at ?? "";
    const unread = this.messages.filter((message) => !message.mine && message.at > this.readUpTo).length;
    this.jump.hidden = this.pinned;
    this.jump.querySelector(".count").textContent = unread ? count(unread) : "";
    this.jump.setAttribute("aria-label", unread ? t("to_end_count", { count: unread }) : t("to_end"));
  }

  draw(wanted) {
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, { node }] of this.drawn) {
      if (!keys.has(key)) { node.remove(); this.drawn.delete(key); }
    }
    let cursor = this.list.firstElementChild;
    for (const item of wanted) {
      const old = this.drawn.get(item.key)?.node;
      const node = this.node(item);
      if (old === cursor || node === cursor) cursor = node;
      if (node === cursor) cursor = cursor.nextElementSibling;
      else this.list.insertBefore(node, cursor);
    }
  }

  node({ key, signature, message, make, same, last, quoted }) {
    const known = this.drawn.get(key);
    if (known?.signature === signature) {
      if (message && known.status !== message.status) refresh(known.node, message);
      if (message) known.status = message.status;
      return known.node;
    }
    const tap = message && !message.mine && last ? this.tap : undefined;
    const node = make ? make() : bubble(message, { channel: this.channel, same, tap, choose: this.choose, quoted, reply: this.reply });
    if (known) { node.classList.add("still"); known.node.replaceWith(node); }
    this.drawn.set(key, { node, signature, status: message?.status });
    return node;
  }
}

function* items(messages) {
  const known = new Map(messages.map((message) => [message.key, message]));
  const lastMine = messages.findLastIndex(({ mine }) => mine);
  let before = null;
  for (const [index, message] of messages.entries()) {
    const date = new Date(message.at);
    const today = date.toDateString();
    if (before?.today !== today) {
      const name = day(date);
      yield { key: `day ${today}`, signature: name, make: () => element("p", { class: "day" }, name) };
    }
    const same = before?.today === today && before.mine === message.mine;
    const last = index > lastMine; // a menu that has been answered is text again
    const quoted = message.quotes && known.get(message.quotes);
    const waits = message.status === "waiting";
    yield { key: message.key, signature: JSON.stringify([{ ...message, ...CHANGING }, same, last, waits, quoted?.key]), message, same, last, quoted };
    before = { today, mine: message.mine };
  }
}
