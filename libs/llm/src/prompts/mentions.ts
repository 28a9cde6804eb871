import type { LocalizedList, Localized, SemanticModel } from '@querent/semantic';

/** The parts of a model that a text names by a label or synonym. Columns as `table.column`. */
export interface Mentions {
  tables: Set<string>;
  columns: Set<string>;
  metrics: Set<string>;
  terms: Set<string>;
}

/** Only for relevance: a word inside another counts as named, since too much kept is harmless. */
export function mentionsIn(text: string, model: SemanticModel): Mentions {
  const lower = text.toLowerCase();
  const found: Mentions = { tables: new Set(), columns: new Set(), metrics: new Set(), terms: new Set() };
  for (const { kind, id, words } of namesOf(model)) if (words.some((word) => lower.includes(word))) found[kind].add(id);
  return found;
}

interface Named {
  kind: keyof Mentions;
  id: string;
  words: string[];
}

const cache = new WeakMap<SemanticModel, Named[]>();

function namesOf(model: SemanticModel): Named[] {
  const known = cache.get(model);
  if (known !== undefined) return known;
  const names = [
    ...Object.values(model.tables).flatMap((table) => [
      named('tables', table.name, table),
      ...Object.values(table.columns).map((column) => {
        const entry = named('columns', `${table.name}.${column.name}`, column);
        return { ...entry, words: [...entry.words, ...Object.values(column.values).flatMap(wordsOf)] };
      }),
    ]),
    ...Object.values(model.entities).flatMap((entity) => entity.sources.map((source) => named('tables', source, entity))),
    ...Object.values(model.entities).flatMap((entity) =>
      Object.values(entity.fields).flatMap((field) => field.columns.map(({ table, column }) => named('columns', `${table}.${column}`, field)))),
    ...Object.values(model.metrics).map((metric) => named('metrics', metric.id, metric)),
    ...Object.values(model.terms).map((term) => named('terms', term.id, term)),
  ];
  cache.set(model, names);
  return names;
}

const wordsOf = ({ zh, en }: LocalizedList): string[] => [...zh, ...en].map((word) => word.toLowerCase()).filter((word) => word !== '');

function named(kind: keyof Mentions, id: string, { label, synonyms }: { label: Localized; synonyms: LocalizedList }): Named {
  const labels = [label.zh, label.en].flatMap((word) => (word === undefined || word === '' ? [] : [word.toLowerCase()]));
  return { kind, id, words: [...labels, ...wordsOf(synonyms)] };
}
