// What the agent is doing just now and what it writes, told by a stream while the drawer is open. Without one (another
// server, another life of it) the drawer shows what it asks for, as before.
import { element } from "./dom.js";
import { t } from "./words.js";

const KINDS = ["turn_start", "content", "tool_start", "tool_progress", "tool_end", "file", "done"];
const TOGETHER_MS = 150; // what comes within so long is one change
const MOST_WORDS = 2000; // of a run, the newest

export class Progress {
  // `node` is where it stands; `changed()` is called when the database has something new.
  constructor(node, changed) {
    Object.assign(this, { node, changed });
    this.stop();
  }

  follow(who) {
    this.stop();
    this.source = new EventSource(`/phone/stream?number=${encodeURIComponent(who)}`);
    for (const kind of KINDS) this.source.addEventListener(kind, ({ data }) => this.hear(kind, JSON.parse(data)));
  }

  stop() {
    this.source?.close();
    this.runs = new Map();
    this.draw();
  }

  hear(kind, { run, words, state, tool }) {
    const now = this.runs.get(run) ?? { words: "" };
    if (words) now.words = (now.words + words).slice(-MOST_WORDS);
    else if (kind === "content" && state !== "written") Object.assign(now, { words: "", tool: "" });
    else if (kind === "tool_start") Object.assign(now, { words: "", tool });
    if (kind === "done") this.runs.delete(run);
    else this.runs.set(run, now);
    this.draw();
    if (!words) this.soon();
  }

  soon() {
    this.timer ??= setTimeout(() => { this.timer = undefined; this.changed(); }, TOGETHER_MS);
  }

  draw() {
    this.node.replaceChildren(...[...this.runs].map(([run, { tool, words }]) =>
      element("p", { class: "now" },
        element("b", {}, t("run", { id: run })), " ",
        words ? element("q", {}, words) : tool ? element("code", {}, tool) : t("thinking"))));
  }
}
