import type { Locale } from '@querent/contracts';
import { labelOf, type Localized, type LocalizedList, type SemanticModel } from '@querent/model';

/** The parts of a model that a text names by a label or synonym. Columns as `table.column`. */
export interface Mentions {
  tables: Set<string>;
  columns: Set<string>;
  metrics: Set<string>;
  terms: Set<string>;
  /** The words that name them, in lower case; words within longer ones are omitted. */
  words: { word: string; kind: MentionKind; id: string }[];
}
export type MentionKind = 'tables' | 'columns' | 'metrics' | 'terms';

/** Used only for relevance: a word inside another counts as named, since keeping too much is harmless. */
export function mentionsIn(text: string, model: SemanticModel): Mentions {
  const lower = text.toLowerCase();
  const found: Mentions = { tables: new Set(), columns: new Set(), metrics: new Set(), terms: new Set(), words: [] };
  const synonymWords: Mentions['words'] = [];
  for (const { kind, id, words, synonym } of namesOf(model)) {
    const named = words.filter((word) => lower.includes(word));
    if (named.length === 0) continue;
    found[kind].add(id);
    if (synonym) synonymWords.push(...named.map((word) => ({ kind, id, word })));
  }
  found.words = synonymWords.filter(
    ({ word }) =>
      word.length >= 2 && !synonymWords.some((other) => other.word.length > word.length && other.word.includes(word)),
  );
  return found;
}

/** Label of a mentioned part; null if the model does not have it. */
export function labelOfMention(kind: MentionKind, id: string, model: SemanticModel, locale: Locale): string | null {
  const dot = id.indexOf('.');
  const thing = kind === 'columns' ? model.tables[id.slice(0, dot)]?.columns[id.slice(dot + 1)] : model[kind][id];
  return thing === undefined ? null : labelOf(thing, locale, id);
}

interface Named {
  kind: MentionKind;
  id: string;
  words: string[];
  /** Whether the words name the part itself, and not a value in it or an entity around it. */
  synonym: boolean;
}

const cache = new WeakMap<SemanticModel, Named[]>();

function namesOf(model: SemanticModel): Named[] {
  const known = cache.get(model);
  if (known !== undefined) return known;
  const names = [
    ...Object.values(model.tables).flatMap((table) => [
      named('tables', table.name, table),
      ...Object.values(table.columns).flatMap((column): Named[] => {
        const id = `${table.name}.${column.name}`;
        return [
          named('columns', id, column),
          { kind: 'columns', id, words: Object.values(column.values).flatMap(wordsOf), synonym: false },
        ];
      }),
    ]),
    ...Object.values(model.entities).flatMap((entity) =>
      entity.sources.map((source) => ({ ...named('tables', source, entity), synonym: false })),
    ),
    ...Object.values(model.entities).flatMap((entity) =>
      Object.values(entity.fields).flatMap((field) =>
        field.columns.map(({ table, column }) => ({
          ...named('columns', `${table}.${column}`, field),
          synonym: false,
        })),
      ),
    ),
    ...Object.values(model.metrics).map((metric) => named('metrics', metric.id, metric)),
    ...Object.values(model.terms).map((term) => named('terms', term.id, term)),
  ];
  cache.set(model, names);
  return names;
}

const wordsOf = ({ zh, en }: LocalizedList): string[] =>
  [...zh, ...en].map((word) => word.toLowerCase()).filter((word) => word !== '');

function named(
  kind: MentionKind,
  id: string,
  { label, synonyms }: { label: Localized; synonyms: LocalizedList },
): Named {
  const labels = [label.zh, label.en].flatMap((word) =>
    word === undefined || word === '' ? [] : [word.toLowerCase()],
  );
  return { kind, id, words: [...labels, ...wordsOf(synonyms)], synonym: true };
}
