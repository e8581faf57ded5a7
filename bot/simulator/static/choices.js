// What can be tapped below a message, as WhatsApp shows it: up to three buttons, or one that opens a list.
import { element, icon } from "./dom.js";
import { t } from "./words.js";

// `choose(message, title, index)` sends what was tapped; both stay there, and the server knows what is answered.
export function choices(message, choose) {
  if (!message.choices) return null;
  const { opener, titles } = message.choices;
  const sends = (title, index) => () => choose(message, title, index);
  if (opener) return element("div", { class: "taps" }, button([icon("list"), opener], () => open(opener, titles, sends)));
  return element("div", { class: "taps" }, titles.map((title, index) => button([icon("reply"), title], sends(title, index))));
}

function button(inside, onclick) {
  return element("button", { type: "button", class: "tap", onclick }, inside);
}

function open(opener, titles, sends) {
  const entries = titles.map((title, index) => element("button", {
    type: "button", class: "entry", onclick: () => { sheet.close(); sends(title, index)(); },
  }, element("span", {}, title), element("i", { class: "ring", "aria-hidden": true })));
  const close = element("button", { type: "button", class: "close", onclick: () => sheet.close() }, t("cancel"));
  const sheet = element("dialog", { class: "sheet entries", "aria-label": opener, onclose: () => sheet.remove() },
    element("h3", {}, opener), entries, close);
  document.querySelector("#phone-whatsapp").append(sheet);
  sheet.showModal();
}
