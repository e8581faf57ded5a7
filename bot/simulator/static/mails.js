// An e-mail as it arrived in the mailbox of this machine: its text, never its HTML.
import { element } from "./dom.js";
import { clock, day, t } from "./words.js";

export function mail(told) {
  const at = new Date(told.at);
  const facts = [["mail_from", told.from], ["mail_to", told.to], ["mail_reply_to", told.reply_to], ["mail_files", told.files.join(", ")]];
  return element("section", { class: "run wire", "aria-label": told.subject },
    element("header", {}, element("h3", {}, told.subject || "…"), element("time", { class: "chip", datetime: told.at }, `${day(at)}, ${clock(at)}`)),
    element("details", { class: "call", "data-key": `mail ${told.id}` },
      element("summary", {}, element("span", {}, `→ ${told.to}`)),
      element("div", { class: "inside" },
        element("dl", {}, facts.map(([name, value]) => value && [element("dt", {}, t(name)), element("dd", {}, value)])),
        element("pre", { tabindex: 0 }, told.text || t("mail_no_text")))));
}
