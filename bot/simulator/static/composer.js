// Where a person writes: text, files, voice, places and contacts, each handed to `send` as one message.
import { Quoting } from "./quotations.js";
import { Recorder } from "./recorder.js";
import { choosePlace, writeContact } from "./sheets.js";
import { MOST_CHARACTERS, pieces } from "./text.js";
import { Tray } from "./tray.js";
import { count, limits, t } from "./words.js";

const ACCEPTS = { camera: "image/*", gallery: "image/*,video/*", document: ".pdf,.docx,.xlsx,.pptx,.doc,.txt,.csv,.ogg,.mp3,.mp4" };

export class Composer {
  constructor(node, { send, canAttach }) {
    this.node = node;
    this.quoting = new Quoting(node.querySelector(".quoting"), () => this.input.focus());
    this.send = (message) => send({ ...message, quotes: this.quoting.take() });
    this.send.ready = send.ready; // false when it cannot take anything now: what is written stays
    this.canAttach = canAttach;
    this.form = node.querySelector("form");
    this.input = node.querySelector("textarea");
    this.menu = node.querySelector(".menu");
    this.opener = node.querySelector(".attach");
    this.picker = node.querySelector("input[type=file]");
    this.hint = node.querySelector(".hint");
    const say = (text) => this.say(text);
    this.tray = new Tray(node.querySelector(".tray"), { changed: () => this.grow(), say });
    if (node.querySelector(".microphone")) {
      this.recorder = new Recorder(node, { say, keep: (file) => { this.send({ body: "", file }); } });
    }
    this.draft = `palabre.draft.${node.dataset.channel}`;
    this.input.value = sessionStorage.getItem(this.draft) ?? "";
    this.listen();
    this.grow();
    new ResizeObserver(() => this.fit()).observe(this.form); // a telephone out of sight has no height to measure
  }

  listen() {
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.input.addEventListener("input", () => { this.notice = ""; this.grow(); });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.submit(); }
    });
    this.input.addEventListener("paste", (event) => this.receive(event, event.clipboardData));
    this.node.addEventListener("dragover", (event) => event.preventDefault());
    this.node.addEventListener("drop", (event) => { event.preventDefault(); this.receive(event, event.dataTransfer); });
    this.opener.addEventListener("click", () => this.open());
    this.menu.addEventListener("click", ({ target }) => this.choose(target.closest("button")?.dataset.attach));
    this.menu.addEventListener("keydown", (event) => this.walk(event));
    this.picker.addEventListener("change", () => { this.tray.add(this.picker.files); this.picker.value = ""; this.input.focus(); });
    document.addEventListener("click", ({ target }) => { if (!this.form.contains(target)) this.toggle(false); });
    this.form.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.leave(); });
  }

  submit() {
    const text = this.input.value.trim();
    if (text.length > MOST_CHARACTERS || !(text || this.tray.files.length)) return;
    if (!this.send.ready()) return;
    const bodies = pieces(text);
    const files = this.tray.take();
    const caption = bodies.length === 1 && files.length ? bodies.shift() : "";
    files.forEach((file, index) => this.send({ body: index ? "" : caption, file }));
    for (const body of bodies) this.send({ body });
    this.input.value = this.notice = "";
    this.grow();
    this.input.focus();
  }

  // The next message answers this one; none when null.
  quote(message) {
    this.quoting.set(message);
    if (message) this.input.focus();
  }

  receive(event, data) {
    if (!data?.files.length) return;
    event.preventDefault();
    if (this.canAttach()) this.tray.add(data.files);
    else this.say(t("sms_attach"));
  }

  open() {
    if (this.canAttach()) this.toggle();
    else this.say(t("sms_attach"));
  }

  choose(what) {
    if (!what) return;
    this.toggle(false);
    if (what === "place") choosePlace(this.node.querySelector(".places"), (place) => this.send({ body: "", place }));
    else if (what === "contact") writeContact(this.node.querySelector(".contact-sheet"), (file) => this.send({ body: "", file }));
    else this.pick(what);
  }

  // What was opened last goes first.
  leave() {
    if (this.menu.hidden) { if (this.quoting.message) this.quoting.drop(); return; }
    this.toggle(false);
    this.opener.focus();
  }

  pick(what) {
    this.picker.accept = ACCEPTS[what];
    this.picker.multiple = what !== "camera";
    if (what === "camera") this.picker.setAttribute("capture", "environment"); // telephones open the camera at once
    else this.picker.removeAttribute("capture");
    this.picker.click();
  }

  toggle(open = this.menu.hidden) {
    if (this.menu.hidden === !open) return;
    this.menu.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (open) this.menu.querySelector("button").focus();
  }

  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...this.menu.querySelectorAll("button")];
    buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
  }

  grow() {
    this.fit();
    const text = this.input.value.trim();
    try { sessionStorage.setItem(this.draft, this.input.value); } catch { /* too long, or private browsing */ }
    this.form.classList.toggle("is-empty", !text && !this.tray.files.length);
    this.hinted(text);
    this.form.querySelector(".send").disabled = text.length > MOST_CHARACTERS;
  }

  fit() {
    this.input.style.height = "auto";
    if (this.input.scrollHeight) this.input.style.height = `${this.input.scrollHeight}px`;
  }

  // A word that stays until one types again.
  say(text) {
    this.notice = text;
    this.hinted(this.input.value.trim());
  }

  hinted(text) {
    this.hint.textContent = lengthWord(text) || this.notice || "";
    this.hint.hidden = !this.hint.textContent;
  }
}

function lengthWord(text) {
  if (text.length > MOST_CHARACTERS) return t("too_long", { length: count(text.length) });
  if (text.length > limits.body) return t("will_be_cut", { length: count(text.length), count: pieces(text).length });
  return "";
}
