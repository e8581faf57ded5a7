// News from the server, asked for without end: one question at a time, given up at once when somebody else is looked at.

const LONGEST_MS = 20_000; // a server that neither answers nor hangs up is away
const AGAIN_MS = 1500;
const HIDDEN_MS = 10_000; // nobody looks

export class News {
  // `who()` is a number or nothing; `heard(news)` gets what is new, or nothing when nothing is; `away()` is called at each failure, `idle()` when there is nobody to ask for.
  constructor({ who, heard, away, idle }) {
    Object.assign(this, { who, heard, away, idle, version: "" });
    document.addEventListener("visibilitychange", () => this.wake?.());
    window.addEventListener("online", () => this.wake?.());
  }

  // Ask anew from the start, now.
  restart() {
    this.version = "";
    this.asking?.abort();
    this.wake?.();
  }

  async follow() {
    for (;;) {
      const who = this.who();
      if (!who) { this.idle(); await this.pause(60_000); continue; }
      const answer = await this.ask(who);
      if (who !== this.who() || answer === "aborted") continue;
      if (answer === null) { this.away(); await this.pause(AGAIN_MS); continue; }
      if (answer) this.version = answer.version;
      try { this.heard(answer); } catch (error) { reportError(error); } // one message that cannot be drawn must not end the news
      if (document.hidden) await this.pause(HIDDEN_MS);
    }
  }

  // The answer, undefined when nothing is new, null when the server is away, "aborted" when nobody wants it any more.
  async ask(who) {
    this.asking = new AbortController();
    const { signal } = this.asking;
    const late = setTimeout(() => this.asking.abort("late"), LONGEST_MS);
    try {
      const answer = await fetch(`/phone/events?number=${encodeURIComponent(who)}&version=${this.version}`, { signal });
      if (answer.status === 204) return undefined;
      return answer.ok ? await answer.json() : null;
    } catch {
      return signal.aborted && signal.reason !== "late" ? "aborted" : null;
    } finally {
      clearTimeout(late);
    }
  }

  pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}
