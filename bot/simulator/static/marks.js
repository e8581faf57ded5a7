// WhatsApp's marks (*bold*, _italic_, ~strike~, `code`, ```blocks```, lists, > quotes) and links, as DOM nodes.
// Lines of a menu (« 1. … », « 2) … ») become buttons when `tap` is given; it is called with their digit.
import { element, link } from "./dom.js";

const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?\]»*_~]/g;
const INLINE = [
  [/`([^`\n]+)`/g, (inside) => element("code", {}, inside)],
  [LINK, (_, whole) => link(whole, {}, whole)],
  [/(?<![\p{L}\p{N}])\*(\S|\S[^*\n]*?\S)\*(?![\p{L}\p{N}])/gu, (inside) => element("strong", {}, inline(inside))],
  [/(?<![\p{L}\p{N}])_(\S|\S[^_\n]*?\S)_(?![\p{L}\p{N}])/gu, (inside) => element("em", {}, inline(inside))],
  [/(?<![\p{L}\p{N}])~(\S|\S[^~\n]*?\S)~(?![\p{L}\p{N}])/gu, (inside) => element("s", {}, inline(inside))],
];

const BLOCKS = [
  { name: "ul", line: /^\s*[-*•] +(.*)$/, item: "li" },
  { name: "ol", line: /^\s*\d{1,3}[.)] +(.*)$/, item: "li" },
  { name: "blockquote", line: /^> ?(.*)$/, item: "div" },
];
const MENU_LINE = /^\s*(\d)[.)]\s+\S(?!.*https?:\/\/)/;  // a line with a link is there to be opened

export function formatted(text, tap) {
  return text.split(/```\n?([\s\S]*?)\n?```/).flatMap((part, index) =>
    index % 2 ? [element("pre", {}, part)] : blocks(part, tap));
}

export function plain(text, tap) {
  if (!tap) return linked(text);
  return text.split("\n").flatMap((line, index) => {
    const digit = MENU_LINE.exec(line)?.[1];
    const shown = digit ? [choice(digit, linked(line), tap)] : linked(line);
    return index ? ["\n", ...shown] : shown;
  });
}

function linked(text) {
  const found = next(LINK, text, 0);
  if (!found) return [text];
  return [text.slice(0, found.index), link(found[0], {}, found[0]), ...linked(text.slice(found.index + found[0].length))];
}

// What comes before `at` stays in sight: a mark behind a letter opens nothing.
function inline(text, at = 0) {
  let first = null;
  for (const [pattern, make] of INLINE) {
    const found = next(pattern, text, at);
    if (found && (first === null || found.index < first.found.index)) first = { found, make };
  }
  if (first === null) return at < text.length ? [text.slice(at)] : [];
  const { found, make } = first;
  return [text.slice(at, found.index), make(found[1], found[0]), ...inline(text, found.index + found[0].length)];
}

// The next place of a pattern; a bracket at the end of an address belongs to it only if it opens there too.
function next(pattern, text, at) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found && pattern === LINK) {
    const opens = (address) => address.split("(").length >= address.split(")").length;
    while (found[0].endsWith(")") && !opens(found[0])) found[0] = found[0].slice(0, -1).replace(/[.,;:!?\]»*_~]+$/, "");
  }
  return found;
}

function choice(digit, inside, tap) {
  return element("button", { type: "button", class: "choice", "data-digit": digit, onclick: () => tap(digit) }, inside);
}

function blocks(text, tap) {
  const made = [];
  let loose = [];
  const flush = () => {
    const paragraph = loose.join("\n").trim();
    if (paragraph) made.push(element("div", {}, inline(paragraph)));
    loose = [];
  };
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const kind = BLOCKS.find((block) => block.line.test(lines[at]));
    if (!kind) { loose.push(lines[at]); continue; }
    flush();
    const list = element(kind.name, { dir: "auto" }); // its numbers and points stand where its first line begins
    for (; at < lines.length && kind.line.test(lines[at]); at += 1) list.append(item(kind, lines[at], tap));
    at -= 1;
    if (kind.name === "ol") list.style.setProperty("--digits", Math.max(...[...list.children].map(({ value }) => `${value}`.length)));
    made.push(list);
  }
  flush();
  return made;
}

function item(kind, line, tap) {
  const value = kind.name === "ol" && Number.parseInt(line, 10); // as written: menus end with 0
  const inside = inline(kind.line.exec(line)[1]);
  const digit = tap && kind.name === "ol" && MENU_LINE.exec(line)?.[1];
  return element(kind.item, { value }, digit ? choice(digit, inside, tap) : inside);
}
