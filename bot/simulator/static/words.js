// What the page says, in the language it was served in, and how that language writes numbers and times.
const said = JSON.parse(document.querySelector("#words").textContent);
export const language = document.documentElement.lang;
export const limits = JSON.parse(document.querySelector("#limits").textContent);
const locale = language === "fr" ? "fr-FR" : "en-GB";

export function t(key, values = {}) {
  return (said[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function knows(key) {
  return key in said;
}

export function count(number) {
  return number.toLocaleString(locale);
}

export function clock(date) {
  return date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

export function exactly(date) {
  return date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function day(date) {
  const ago = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  if (ago === 0) return t("today");
  return ago === 1 ? t("yesterday") : date.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });
}

export function size(bytes) {
  const [byte, kilo, mega] = language === "fr" ? ["o", "ko", "Mo"] : ["B", "KB", "MB"];
  if (bytes < 1024) return `${bytes} ${byte}`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} ${kilo}`;
  return `${(bytes / 1024 / 1024).toLocaleString(locale, { maximumFractionDigits: 1 })} ${mega}`;
}

export function seconds(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
}
