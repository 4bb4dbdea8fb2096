// Messages in English and German. A catalogue is a plain object per language, functions where a
// message has parts; pages own their catalogues (src/messages/*.ts) and read them reactively:
//
//   const m = catalogue({ en: { greet: (name: string) => `Hello ${name}` }, de: { greet: … } });
//   m().greet("Ada")        // in a template: follows the language switch
import { settings, type Language } from "./settings.svelte";

/** The same keys in every language, checked by the compiler: English sets the type. */
export function catalogue<T>(texts: { en: T } & Record<Language, NoInfer<T>>): () => T {
  return () => texts[settings.language];
}

/** A number in the reader's language, with so many decimals. */
export function number(value: number, decimals = 0): string {
  return value.toLocaleString(settings.language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A date and time in the reader's format. */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(settings.language, { dateStyle: "medium", timeStyle: "short" });
}

/** "Ann, Bo and Chiyo" in the reader's language. */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(settings.language).format(words);
}
