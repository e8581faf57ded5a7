// One message as the person sees it: what hangs on it, its text, its time, its ticks, and why it failed.
import { attachment, missing, place } from "./attachments.js";
import { choices } from "./choices.js";
import { element, icon } from "./dom.js";
import { formatted, plain } from "./marks.js";
import { quotation, replier } from "./quotations.js";
import { clock, knows, t } from "./words.js";

const TICKS = { waiting: "wait", sent: "check", delivered: "checks", read: "checks" };

// The parts of a message from top to bottom; each is a node or nothing.
const PARTS = [
  (message, { quoted }) => quoted && quotation(quoted),
  (message) => message.files.map(attachment),
  (message) => place(message.place),
  missing,
  (message, { channel, tap }) => message.text && element("div", { class: "text" },
    channel === "whatsapp" ? formatted(message.text, tap) : plain(message.text, tap)),
];

// `quoted` is the message that it quotes, `reply` is told that it is to be quoted.
// `tap(digit)` makes the lines of a menu buttons; `choose` is told what is tapped below a message; `same` says that the one before is of the same side.
export function bubble(message, { channel, same, tap, choose, quoted, reply }) {
  const classes = ["bubble", message.mine && "mine", same && "same", message.problem && "failed"].filter(Boolean);
  const foot = meta(message);
  const parts = PARTS.flatMap((part) => part(message, { channel, tap, quoted })).filter(Boolean);
  const bare = !message.text && (message.files.some(({ type }) => type.startsWith("image/")) || message.place);
  const skin = element("div", { class: bare ? "skin bare" : "skin" }, parts, channel === "whatsapp" && foot, choices(message, choose));
  const node = element("article", { class: classes.join(" "), "data-key": message.key, "data-status": message.status }, skin, channel === "sms" && foot, replier(message, reply));
  if (message.problem) node.append(element("p", { class: "reason", hidden: true }, why(message.problem)));
  return node;
}

// Only the time and ticks have changed: what plays goes on playing.
export function refresh(node, message) {
  node.dataset.status = message.status;
  node.querySelector(".meta").replaceWith(meta(message));
}

export function typing() {
  return element("div", { class: "bubble typing", role: "img", "aria-label": t("is_typing") },
    element("div", { class: "skin" }, element("i"), element("i"), element("i")));
}

function meta(message) {
  const segments = message.segments && element("span", { class: "segments" }, `${message.segments} SMS ·`);
  const time = element("time", { datetime: message.at }, clock(new Date(message.at)));
  return element("div", { class: "meta" }, segments, time, message.problem ? bang(message.problem) : message.mine && ticks(message));
}

function ticks(message) {
  const label = t(`status_${message.status}`);
  const holder = element("span", { class: "status", title: label, "data-status": message.status, role: "img", "aria-label": label });
  holder.append(icon(TICKS[message.status] ?? "wait", `tick ${message.status}`));
  return holder;
}

function bang(problem) {
  const reason = why(problem);
  return element("button", {
    type: "button", class: "bang", title: reason, "aria-label": t("failed", { why: reason }), "aria-expanded": "false",
    onclick: ({ target }) => {
      const shown = target.closest(".bubble").querySelector(".reason");
      shown.hidden = !shown.hidden;
      target.setAttribute("aria-expanded", String(!shown.hidden));
      if (!shown.hidden) shown.scrollIntoView({ block: "nearest" });
    },
  }, "!");
}

export function why({ code, detail, refused }) {
  if (refused) return t(knows(`refused_${refused}`) ? `refused_${refused}` : "refused_other");
  const reason = t(knows(`error_${code}`) ? `error_${code}` : "error_other");
  return [code, detail && `(${detail})`, "·", reason].filter(Boolean).join(" ");
}
