import type { Locale } from '@querent/contracts';
import { labelOf, type SemanticModel } from '@querent/semantic';

/** What the rows of a table or an entity are called. */
export interface Noun {
  one: string;
  many: string;
  /** Every form that askers use, small letters, the longest first. */
  forms: readonly string[];
}

export function nounOf(model: SemanticModel, name: string, locale: Locale): Noun | null {
  const thing = model.entities[name] ?? model.tables[name];
  const label = thing ? labelOf(thing, locale) : '';
  const one = locale === 'zh' ? label : singular(label);
  if (!thing || one === '') return null;
  const said = [one, label, ...thing.synonyms[locale]].map((form) => form.toLowerCase());
  const forms = locale === 'zh' ? said : said.flatMap((form) => [form, plural(form)]);
  return { one, many: locale === 'zh' ? one : plural(one), forms: [...new Set(forms)].sort((a, b) => b.length - a.length) };
}

/** The noun that a text ends with, or undefined. */
export function nounAtEnd(noun: Noun, text: string): string | undefined {
  return noun.forms.find((form) => text.toLowerCase().endsWith(form));
}

/** Of an English label: its last word in the singular, since tables are often named by many (departments). */
export function singular(label: string): string {
  if (/[^aeiou]ies$/i.test(label)) return `${label.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes)$/i.test(label)) return label.slice(0, -2);
  return /[^sui]s$/i.test(label) ? label.slice(0, -1) : label;
}

/** Of an English label: its last word in the plural. Chinese ones have none. */
export function plural(label: string): string {
  if (!/[a-z]$/i.test(label)) return label;
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`;
  if (/(?:ss|[^s]x|ch|sh)$/i.test(label)) return `${label}es`;
  return /s$/i.test(label) ? label : `${label}s`;
}
