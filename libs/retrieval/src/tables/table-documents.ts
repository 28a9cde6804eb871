import {
  nameInWords,
  type LocalizedList,
  type Localized,
  type ModelColumn,
  type ModelTable,
  type SemanticModel,
} from '@querent/model';
import type { Fields } from '../fielded-index';

/** Indexed fields of a table, with their weights. */
export const TABLE_FIELDS = { name: 3, column: 1.5, value: 1, description: 0.5 } as const;
export type TableField = keyof typeof TABLE_FIELDS;

/**
 * Stored values per column that are indexed as words; a value named completely is found by the lexicon, whatever their
 * number.
 */
const VALUES_READ = 200;

interface Named {
  label: Localized;
  synonyms?: LocalizedList;
  description?: Localized;
}

/**
 * The words of each table: its own, its columns' and values', and those of its entities, metrics, filters and terms.
 */
export function tableDocuments(model: SemanticModel): (table: ModelTable) => Fields<TableField> {
  const entities = byTable(Object.values(model.entities), ({ sources }) => sources);
  const metrics = byTable(Object.values(model.metrics), ({ table }) => (table === null ? [] : [table]));
  const filters = byTable(Object.values(model.filters), ({ column }) => [column.table]);
  const terms = byTable(Object.values(model.terms), ({ table, candidates }) => [
    ...(table === undefined ? [] : [table]),
    ...candidates.map((candidate) => candidate.table),
  ]);
  return (table) => {
    const columns = Object.values(table.columns);
    const [of, ownTerms, ownMetrics] = [
      entities.get(table.name) ?? [],
      terms.get(table.name) ?? [],
      metrics.get(table.name) ?? [],
    ];
    const fields = of.flatMap((entity) =>
      Object.values(entity.fields).filter(({ columns: own }) => own.some((column) => column.table === table.name)),
    );
    return {
      name: [nameInWords(table.name), ...namesOf(table), ...of.flatMap(namesOf)],
      column: [
        ...columns.flatMap((column) => [nameInWords(column.name), ...namesOf(column)]),
        ...[...fields, ...ownMetrics, ...(filters.get(table.name) ?? []), ...ownTerms].flatMap(namesOf),
        ...ownTerms.map(({ id }) => id),
      ],
      value: columns.flatMap(valueTexts),
      description: [table, ...columns, ...ownMetrics]
        .flatMap(({ description }) => [description?.zh, description?.en])
        .filter((text) => text !== undefined),
    };
  };
}

function byTable<P>(parts: readonly P[], tablesOf: (part: P) => readonly string[]): Map<string, P[]> {
  const found = new Map<string, P[]>();
  for (const part of parts)
    for (const table of new Set(tablesOf(part))) found.set(table, [...(found.get(table) ?? []), part]);
  return found;
}

/**
 * Words per line for an embedder, whose time grows with them. The names of the first columns find as much as all of
 * them (ADR 20).
 */
const GIST_WORDS = 32;

/** A one-line description of the table, for an embedder. */
export function tableGist(table: ModelTable, model: SemanticModel): string {
  const locale = table.label.en === undefined ? 'zh' : 'en';
  const labelIn = (part: Named): string => part.label[locale] ?? part.label.en ?? part.label.zh ?? '';
  const entities = Object.values(model.entities).filter(({ sources }) => sources.includes(table.name));
  const head = [...new Set([labelIn(table), ...entities.map(labelIn)])].join(', ');
  const columns = Object.values(table.columns).filter(({ role }) => role !== 'key' && role !== 'geo');
  return `${head}: ${firstWords(columns.map(labelIn).filter(Boolean), GIST_WORDS - wordsIn(head)).join(', ')}`;
}

/** The first names within a total number of words; at least one. */
function firstWords(names: readonly string[], most: number): string[] {
  let words = 0;
  return names.filter((name, at) => (words += wordsIn(name)) <= most || at === 0);
}

/** A Chinese word mostly has two characters. */
function wordsIn(text: string): number {
  return (text.match(/[^\s\p{Script=Han}]+|\p{Script=Han}{1,2}/gu) ?? []).length;
}

function namesOf({ label, synonyms }: Named): string[] {
  return [label.zh, label.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? [])].filter((name) => name !== undefined);
}

function valueTexts({ role, values, storedValues }: ModelColumn): string[] {
  const named = Object.values(values).flatMap(({ zh, en }) => [...zh, ...en]);
  const stored =
    role === 'key' || role === 'measure'
      ? []
      : [...new Set([...Object.keys(values), ...storedValues])].slice(0, VALUES_READ);
  return [...named, ...stored];
}
