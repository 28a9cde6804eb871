import {
  languageOf,
  withRoles,
  type Locale,
  type Localized,
  type LocalizedList,
  type ModelFile,
  type SemanticModel,
} from '@querent/model';
import { columnMeaning, namedThings, type NamedColumn, type NamedThing } from './named-things';

/** Roles of words in questions, in the order in which they are listed. */
export const SPOKEN_KINDS = ['metric', 'entity', 'dimension', 'filter'] as const;

/** A business word that a question may use. */
export interface SpokenWord {
  text: string;
  kind: (typeof SPOKEN_KINDS)[number];
}

/** Longer names are sentences, which no question repeats. */
const LONGEST = 80;

/**
 * The business words of a model in one language: labels and synonyms of metrics, things, columns, terms and filters,
 * and the values that the model file lists; stored values are not read. A part without a name in the language has its
 * names in the other. Each text occurs once, with the kind that is listed first. If there are more than `most`, each
 * kind has an equal share. Yields between tables, because large models have many.
 */
export function* spokenWordSteps(
  model: SemanticModel,
  { locale, file, most }: { locale: Locale; file: ModelFile | null; most: number },
): Generator<void, SpokenWord[]> {
  const found: Record<SpokenWord['kind'], string[]> = { metric: [], entity: [], dimension: [], filter: [] };
  for (const metric of Object.values(model.metrics)) found.metric.push(...namesIn(metric, locale));
  for (const filter of [...Object.values(model.terms).map(withId), ...Object.values(model.filters)])
    found.filter.push(...namesIn(filter, locale));
  for (const thing of namedThings(withRoles(model))) {
    addThing(found, thing, { locale, file });
    yield;
  }
  return shared(found, most);
}

function addThing(
  found: Record<SpokenWord['kind'], string[]>,
  thing: NamedThing,
  { locale, file }: { locale: Locale; file: ModelFile | null },
): void {
  found.entity.push(...namesIn(thing, locale));
  for (const column of thing.columns) {
    if (column.role === 'key') continue;
    const kind = columnMeaning(column).type === 'measure' ? 'metric' : 'dimension';
    found[kind].push(...namesIn(column, locale));
    const listed = file?.tables?.[thing.id]?.columns?.[column.ref.column]?.values;
    if (typeof listed === 'object') found.filter.push(...valuesIn(column, locale));
  }
}

interface Named {
  label: Localized;
  synonyms: LocalizedList;
}

function namesIn(named: Named, locale: Locale): string[] {
  const own = namesOf(named, locale);
  return own.length > 0 ? own : namesOf(named, locale === 'zh' ? 'en' : 'zh');
}

const namesOf = ({ label, synonyms }: Named, locale: Locale): string[] =>
  [label[locale] ?? '', ...synonyms[locale]].filter((text) => text.trim() !== '');

/** The id of a term is a word of the business as well. */
function withId({ id, label, synonyms }: Named & { id: string }): Named {
  const locale = languageOf(id);
  return { label, synonyms: { ...synonyms, [locale]: [...synonyms[locale], id] } };
}

/** The names of a column's values; a value without a name is called by its text, unless that is a number. */
const valuesIn = ({ values }: NamedColumn, locale: Locale): string[] =>
  Object.entries(values).flatMap(([value, names]) => {
    const named = names[locale].length > 0 ? names[locale] : [...names.zh, ...names.en];
    return named.length > 0 || /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? named : [value];
  });

function shared(found: Readonly<Record<SpokenWord['kind'], string[]>>, most: number): SpokenWord[] {
  const seen = new Set<string>();
  const distinct = SPOKEN_KINDS.map((kind) =>
    found[kind].flatMap((written): SpokenWord[] => {
      const text = written.trim();
      if (text === '' || text.length > LONGEST || seen.has(text.toLowerCase())) return [];
      seen.add(text.toLowerCase());
      return [{ text, kind }];
    }),
  );
  let left = most;
  const shares = new Map<SpokenWord[], number>();
  // The smallest first: what it leaves of its share is divided among the others.
  [...distinct]
    .sort((a, b) => a.length - b.length)
    .forEach((words, at) => {
      const share = Math.min(words.length, Math.floor(left / (distinct.length - at)));
      shares.set(words, share);
      left -= share;
    });
  return distinct.flatMap((words) => words.slice(0, shares.get(words)));
}
