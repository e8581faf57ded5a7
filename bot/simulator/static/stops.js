// Buttons of one kind in a list, of which one is a stop of the Tab key: a long thread is passed in one step. Arrows lead
// from it to the others.

export class Stops {
  constructor(list, selector) {
    Object.assign(this, { list, selector });
    list.addEventListener("keydown", (event) => this.walk(event));
    list.addEventListener("focusin", ({ target }) => { if (target.matches(selector)) this.settle(); });
  }

  // The one that has the focus, else the last.
  settle() {
    const buttons = this.all();
    const stop = buttons.find((button) => button === document.activeElement) ?? buttons.at(-1);
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(this.selector)) return;
    event.preventDefault();
    const buttons = this.all();
    buttons[buttons.indexOf(event.target) + step]?.focus();
  }

  all() {
    return [...this.list.querySelectorAll(this.selector)];
  }
}
