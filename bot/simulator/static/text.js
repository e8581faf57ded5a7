// Long texts. Twilio takes 1,600 characters a message, also from people (error 21617): a longer text that arrived
// whole would be lost, so it leaves in several messages, cut where it hurts least.
import { limits } from "./words.js";

export const MOST_CHARACTERS = limits.body * 20;
const BREAKS = [/\n\s*\n/g, /\n/g, /[.!?…]\s+/g, /\s+/g];

export function pieces(text) {
  const cut = [];
  let rest = text.trim();
  while (rest.length > limits.body) {
    const end = place(rest.slice(0, limits.body + 1));
    cut.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest ? [...cut, rest] : cut;
}

// The last paragraph, line, sentence or word that ends in the second half; else anywhere but inside a character.
function place(text) {
  for (const pattern of BREAKS) {
    const ends = [...text.matchAll(pattern)].map((found) => found.index + found[0].trimEnd().length);
    const end = ends.filter((at) => at > limits.body / 2 && at <= limits.body).at(-1);
    if (end) return end;
  }
  const last = text.charCodeAt(limits.body - 1);
  return last >= 0xd800 && last < 0xdc00 ? limits.body - 1 : limits.body;
}
