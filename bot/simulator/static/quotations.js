// What a message quotes, as it stands above its words and above the composer; and the button that quotes.
import { element, icon } from "./dom.js";
import { t } from "./words.js";

const MOST = 160; // characters; the style shows two lines

export function quotation(message) {
  return element("blockquote", { class: "quotation" }, element("b", {}, message.mine ? t("you") : "Palabre"), element("span", {}, gist(message).slice(0, MOST)));
}

// A message as words: its own without their marks, else what hangs on it.
export function gist({ text, files, place }) {
  return text.replace(/([*_~`])(\S.*?)\1/g, "$2") || files[0]?.name || place?.label || t(place ? "place" : "file");
}

// What the server does not have yet, or has refused, cannot be quoted.
export function replier(message, reply) {
  if (!reply || message.problem || message.status === "waiting") return null;
  return element("button", { type: "button", class: "replier", "aria-label": t("reply"), title: t("reply"), onclick: () => reply(message) }, icon("reply"));
}

// The strip above the composer, with what will be quoted.
export class Quoting {
  constructor(node, dropped) {
    this.node = node; // none on a telephone that quotes nothing
    this.dropped = dropped;
    this.message = null;
  }

  set(message) {
    this.message = message;
    if (!this.node) return;
    this.node.hidden = !message;
    const drop = element("button", { type: "button", class: "unquote", "aria-label": t("reply_drop"), onclick: () => this.drop() }, icon("close"));
    this.node.replaceChildren(...(message ? [quotation(message), drop] : []));
  }

  drop() {
    this.set(null);
    this.dropped(); // the button that was pressed is gone, and the keyboard's place with it
  }

  // For the message that leaves; what follows quotes nothing.
  take() {
    const { key } = this.message ?? {};
    this.set(null);
    return key;
  }
}
