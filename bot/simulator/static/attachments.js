// What hangs on a message, each looking like itself: pictures, sounds, films, documents, places, contact cards.
import { element, icon, link } from "./dom.js";
import { sound } from "./sound.js";
import { size, t } from "./words.js";

export function attachment(file) {
  const family = file.type.split("/")[0];
  if (family === "image") return picture(file);
  if (family === "audio") return sound(file);
  if (family === "video") return element("video", { class: "film", src: file.url, controls: true, preload: "metadata", "aria-label": file.name || t("video") });
  return file.card ? contact(file.card, file.url) : paper(file);
}

function picture(file) {
  return link(file.url, { class: "photo" }, element("img", { src: file.url, alt: file.name || t("photo"), decoding: "async" }));
}

function paper(file) {
  const ending = (/\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? file.type.split("/")[1]?.slice(0, 4) ?? "?").toLowerCase();
  return link(file.url, { class: "file", "aria-label": t("open_file", { name: file.name || t("file") }) },
    element("span", { class: `kind ${ending}`, "aria-hidden": true }, ending.toUpperCase()),
    element("span", {}, element("b", {}, file.name || t("file")),
      element("small", {}, `${ending.toUpperCase()} · ${size(file.size)}`)));
}

function contact(card, url) {
  const initials = card.name.split(/\s+/).map((word) => word[0] ?? "").slice(0, 2).join("").toUpperCase();
  const inside = [
    element("span", { class: "initials", "aria-hidden": true }, initials || "?"),
    element("span", {}, element("b", {}, card.name || t("contact")),
      ...card.phones.map((phone) => element("small", { class: "phone-number" }, phone))),
  ];
  return link(url, { class: "file card", "aria-label": `${t("shared_contact")} : ${card.name}` }, inside);
}

// A drawing, not a map: the page asks nobody outside this machine for anything. The link opens a real one.
export function place(where) {
  if (!where) return null;
  const href = `https://www.openstreetmap.org/?mlat=${where.latitude}&mlon=${where.longitude}#map=15/${where.latitude}/${where.longitude}`;
  const title = where.label || t("shared_place");
  return link(href, { class: "place", "aria-label": `${t("place")} : ${title}` },
    element("span", { class: "map", "aria-hidden": true }, icon("map", "streets"), icon("pin", "pin")),
    element("span", { class: "where" }, element("b", {}, title),
      element("small", {}, where.address || `${Number(where.latitude).toFixed(4)}, ${Number(where.longitude).toFixed(4)}`)));
}

export function missing(message) {
  if (!message.missing_files) return null;
  return element("div", { class: "file" }, t(message.problem ? "undelivered_file" : "coming_file"));
}
