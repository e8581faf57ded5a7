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

export function dollars(amount) {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" };
  return amount.toLocaleString(locale, { ...style, maximumFractionDigits: 6 }); // one answer costs parts of a cent
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
  const units = language === "fr" ? ["o", "ko", "Mo"] : ["B", "kB", "MB"];
  let [value, unit] = [bytes, 0]; // as the service says them: units of a thousand, one decimal below ten
  while (value >= 999.5 && unit < 2) [value, unit] = [value / 1000, unit + 1];
  const digits = unit && value < 9.95 ? 1 : 0;
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })}\u00a0${units[unit]}`;
}

export function seconds(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
}
