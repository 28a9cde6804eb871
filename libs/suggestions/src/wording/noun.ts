import type { Locale } from '@querent/contracts';
import { plural, singular } from '@querent/language';
import { labelOf, type SemanticModel } from '@querent/model';

/** Noun for the rows of a table or entity. */
export interface Noun {
  one: string;
  many: string;
  /** All forms that askers use, in lower case, longest first. */
  forms: readonly string[];
}

export function nounOf(model: SemanticModel, name: string, locale: Locale): Noun | null {
  const thing = model.entities[name] ?? model.tables[name];
  const label = thing ? labelOf(thing, locale) : '';
  const one = locale === 'zh' ? label : singular(label);
  if (!thing || one === '') return null;
  const names = [one, label, ...thing.synonyms[locale]].map((form) => form.toLowerCase());
  const forms = locale === 'zh' ? names : names.flatMap((form) => [form, plural(form)]);
  return {
    one,
    many: locale === 'zh' ? one : plural(one),
    forms: [...new Set(forms)].sort((a, b) => b.length - a.length),
  };
}

/** The form of the noun that a text ends with, or undefined. */
export function nounAtEnd(noun: Noun, text: string): string | undefined {
  return noun.forms.find((form) => text.toLowerCase().endsWith(form));
}
