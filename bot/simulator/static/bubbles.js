// One message as the person sees it: bubble, files, ticks, and why it failed.
import { element, icon, link } from "./dom.js";
import { formatted, plain } from "./marks.js";

const STATUS = {
  queued: ["wait", "en attente"], accepted: ["wait", "acceptée"], sending: ["wait", "en cours d’envoi"],
  sent: ["check", "envoyé"], delivered: ["checks", "distribué"], read: ["checks", "lu"],
};

export function bubble(message, channel, same) {
  const classes = ["bubble", message.mine && "mine", same && "same", message.problem && "failed"].filter(Boolean);
  const meta = element("div", { class: "meta" }, ...metaParts(message, channel));
  const skin = element("div", { class: "skin" },
    ...message.files.map(attachment), place(message.place), missing(message),
    message.text && element("div", { class: "text" }, channel === "whatsapp" ? formatted(message.text) : plain(message.text)),
    channel === "whatsapp" && meta);
  const node = element("article", { class: classes.join(" "), "data-sid": message.sid }, skin, channel === "sms" && meta);
  if (message.problem) node.append(element("p", { class: "reason", hidden: true }, message.problem));
  return node;
}

export function typing() {
  return element("div", { class: "bubble typing", "aria-label": "Palabre est en train d’écrire" },
    element("div", { class: "skin" }, element("i"), element("i"), element("i")));
}

function metaParts(message, channel) {
  const time = new Date(message.at).toLocaleTimeString("fr-FR", { hour: "2-digit", minute: "2-digit" });
  const segments = message.segments && element("span", { class: "segments" }, `${message.segments} SMS ·`);
  return [segments, element("time", { datetime: message.at }, time), ticks(message, channel)].filter(Boolean);
}

function ticks(message) {
  if (message.problem) {
    return element("button", {
      type: "button", class: "bang", title: message.problem, "aria-label": `Échec : ${message.problem}`,
      onclick: (event) => { const reason = event.target.closest(".bubble").querySelector(".reason"); reason.hidden = !reason.hidden; reason.scrollIntoView({ block: "nearest" }); },
    }, "!");
  }
  const [name, label] = STATUS[message.status] ?? ["wait", message.status];
  const told = message.callbacks?.length ? `\nCallbacks : ${message.callbacks.join(", ")}` : "";
  const holder = element("span", { class: "status", title: label + told, "data-status": message.status, role: "img", "aria-label": label });
  holder.append(icon(name, `tick ${message.status}`));
  return holder;
}

function attachment(file) {
  if (file.type.startsWith("image/")) {
    return link(file.url, { class: "photo" }, element("img", { src: file.url, alt: file.name || "Photo", loading: "lazy" }));
  }
  const ending = (/\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? file.type.split("/")[1]?.slice(0, 4) ?? "?").toLowerCase();
  return link(file.url, { class: "file" },
    element("span", { class: `kind ${ending}`, "aria-hidden": true }, ending.toUpperCase()),
    element("span", {}, element("b", {}, file.name || "Fichier"), element("small", {}, `${ending.toUpperCase()} · ${size(file.size)}`)));
}

function place(where) {
  if (!where) return null;
  const href = `https://www.openstreetmap.org/?mlat=${where.latitude}&mlon=${where.longitude}`;
  return link(href, { class: "file place" }, icon("place"), element("span", {}, element("b", {}, where.label || "Position"),
    element("small", {}, `${where.latitude}, ${where.longitude}`)));
}

function missing(message) {
  if (!message.missing_files) return null;
  return element("div", { class: "file" }, message.problem ? "Pièce jointe non distribuée" : "Pièce jointe en route…");
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} o`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} ko`;
  return `${(bytes / 1024 / 1024).toLocaleString("fr-FR", { maximumFractionDigits: 1 })} Mo`;
}
