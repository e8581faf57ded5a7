// WhatsApp's marks (*bold*, _italic_, ~strike~, `code`, ```blocks```, lists, > quotes) and links, as DOM nodes.
import { element, link } from "./dom.js";

const INLINE = [
  [/`([^`\n]+)`/, (inside) => element("code", {}, inside)],
  [/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]»*_~]/, (_, whole) => link(whole, {}, whole)],
  [/(?<![\p{L}\p{N}])\*(\S|\S[^*\n]*?\S)\*(?![\p{L}\p{N}])/u, (inside) => element("strong", {}, inline(inside))],
  [/(?<![\p{L}\p{N}])_(\S|\S[^_\n]*?\S)_(?![\p{L}\p{N}])/u, (inside) => element("em", {}, inline(inside))],
  [/(?<![\p{L}\p{N}])~(\S|\S[^~\n]*?\S)~(?![\p{L}\p{N}])/u, (inside) => element("s", {}, inline(inside))],
];

const BLOCKS = [
  { name: "ul", line: /^\s*[-*•] +(.*)$/, item: "li" },
  { name: "ol", line: /^\s*\d{1,3}[.)] +(.*)$/, item: "li" },
  { name: "blockquote", line: /^> ?(.*)$/, item: "div" },
];

export function formatted(text) {
  return text.split(/```\n?([\s\S]*?)\n?```/).flatMap((part, index) =>
    index % 2 ? [element("pre", {}, part)] : blocks(part));
}

export function plain(text) {
  const found = INLINE[1][0].exec(text);
  if (!found) return [text];
  return [text.slice(0, found.index), link(found[0], {}, found[0]), ...plain(text.slice(found.index + found[0].length))];
}

export function inline(text) {
  let first = null;
  for (const [pattern, make] of INLINE) {
    const found = pattern.exec(text);
    if (found && (first === null || found.index < first.found.index)) first = { found, make };
  }
  if (first === null) return text ? [text] : [];
  const { found, make } = first;
  return [text.slice(0, found.index), make(found[1], found[0]), ...inline(text.slice(found.index + found[0].length))];
}

function blocks(text) {
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
    const list = element(kind.name);
    for (; at < lines.length && kind.line.test(lines[at]); at += 1) {
      const value = kind.name === "ol" && Number.parseInt(lines[at], 10); // as written: menus end with 0
      list.append(element(kind.item, { value }, inline(kind.line.exec(lines[at])[1])));
    }
    at -= 1;
    made.push(list);
  }
  flush();
  return made;
}
