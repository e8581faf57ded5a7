// Files chosen and not sent yet: small pictures above the composer, refused with a word when they cannot go.
import { element, icon } from "./dom.js";
import { limits, size, t } from "./words.js";

const MOST_FILES = 10;

export class Tray {
  constructor(node, { changed, say }) {
    this.node = node;
    this.changed = changed;
    this.say = say;
    this.files = [];
  }

  add(chosen) {
    for (const file of chosen) {
      if (file.size > limits.upload) this.say(t("too_large", { name: file.name, size: size(file.size) }));
      else if (!file.size) this.say(t("empty_file", { name: file.name }));
      else if (this.files.length >= MOST_FILES) this.say(t("too_many_files"));
      else this.files.push(file);
    }
    this.draw();
  }

  take() {
    const taken = this.files;
    this.files = [];
    this.draw();
    return taken;
  }

  draw() {
    for (const image of this.node.querySelectorAll("img")) URL.revokeObjectURL(image.src);
    this.node.replaceChildren(...this.files.map((file) => this.chip(file)));
    this.node.hidden = !this.files.length;
    this.changed();
  }

  chip(file) {
    const shown = file.type.startsWith("image/")
      ? element("img", { src: URL.createObjectURL(file), alt: "" })
      : icon(file.type.startsWith("audio/") ? "microphone" : "document");
    return element("li", {}, shown, element("span", {}, file.name), element("small", {}, size(file.size)),
      element("button", {
        type: "button", "aria-label": t("remove", { name: file.name }),
        onclick: () => { this.files = this.files.filter((other) => other !== file); this.draw(); },
      }, "×"));
  }
}
