// Messages on their way to the server: one after another for each address, again until the server has them, and
// only once, because the server knows a message by the key made here.
import * as shelf from "./shelf.js";

const AGAIN_MS = 1500;
const TOLD_MS = 10_000; // by then the news has said that it arrived, or so much came after it that it is no news

export class Outbox {
  constructor(changed) {
    this.changed = changed;
    this.entries = []; // in the order they were written, of every person
    this.busy = new Set(); // addresses whose first message is under way
    this.order = 0;
    this.ready = shelf.all().then((kept) => {
      for (const entry of kept) if (!this.entries.some(({ key }) => key === entry.key)) this.entries.push(prepared(entry));
      this.changed();
      this.flush();
    });
  }

  add(message) {
    const entry = { ...message, key: key(), at: new Date().toISOString(), order: this.order += 1 };
    this.entries.push(prepared(entry));
    shelf.put(entry);
    this.changed();
    this.flush();
  }

  // What one address still has to send, as bubbles; the server's own ones take their place by key.
  waiting(number, channel) {
    return this.entries.filter((entry) => entry.number === number && entry.channel === channel).map(shown);
  }

  arrived(keys) {
    const gone = this.entries.filter((entry) => keys.has(entry.key) || isLongGone(entry));
    if (!gone.length) return;
    for (const entry of gone) {
      shelf.remove(entry.key);
      if (entry.url) URL.revokeObjectURL(entry.url);
    }
    this.entries = this.entries.filter((entry) => !gone.includes(entry));
  }

  flush() {
    for (const entry of this.entries) {
      const address = `${entry.channel} ${entry.number}`;
      if (!entry.settled && !this.busy.has(address)) { this.busy.add(address); this.run(address); }
    }
  }

  async run(address) {
    const next = () => this.entries.find((entry) => !entry.settled && `${entry.channel} ${entry.number}` === address);
    for (let entry = next(); entry; entry = next()) {
      const refused = await post(entry);
      if (refused === null) { await this.later(); continue; }
      entry.settled = Date.now();
      entry.refused = refused;
      shelf.remove(entry.key);
      if (refused) this.changed();
    }
    this.busy.delete(address);
  }

  // The server is away: until it is heard of again, or a while.
  later() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, AGAIN_MS);
      this.wakers = [...(this.wakers ?? []), () => { clearTimeout(timer); resolve(); }];
    });
  }

  wake() {
    for (const wake of this.wakers ?? []) wake();
    this.wakers = [];
  }
}

// "" when the server has it, a reason when it refuses it, null when it could not be asked.
async function post({ key: name, number, name: person, channel, body, file, place, tapped, option, quotes }) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ key: name, number, name: person, channel, body, ...place })) form.append(field, value);
  if (file) form.append("file", file, file.name);
  if (tapped) { form.append("tapped", tapped); form.append("option", option); }
  if (quotes) form.append("quotes", quotes);
  try {
    const answer = await fetch("/phone/messages", { method: "POST", body: form, headers: { "X-Palabre-Phone": "1" }, signal: AbortSignal.timeout(60_000) });
    if (answer.ok) return "";
    if (answer.status >= 500) return null;
    return (await answer.json().catch(() => ({}))).error || "other";
  } catch { return null; }
}

function isLongGone({ settled, refused }) {
  return settled && !refused && Date.now() - settled > TOLD_MS;
}

function prepared(entry) {
  const { file } = entry;
  return file ? { ...entry, url: URL.createObjectURL(file), card: file.card } : entry;
}

function shown({ key: name, body, at, file, url, card, place, quotes, refused }) {
  const files = file ? [{ name: file.name, type: file.type, size: file.size, url, ...(card && { card }) }] : [];
  return { key: name, mine: true, text: body, at, status: "waiting", files, place: place ?? null, quotes: quotes ?? "", problem: refused ? { refused } : null };
}

function key() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
