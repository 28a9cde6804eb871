import type { Locale } from '@querent/contracts';
import { plural, singular } from '@querent/language';
import { labelOf, type SemanticModel } from '@querent/model';

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
  return {
    one,
    many: locale === 'zh' ? one : plural(one),
    forms: [...new Set(forms)].sort((a, b) => b.length - a.length),
  };
}

/** The noun that a text ends with, or undefined. */
export function nounAtEnd(noun: Noun, text: string): string | undefined {
  return noun.forms.find((form) => text.toLowerCase().endsWith(form));
}
