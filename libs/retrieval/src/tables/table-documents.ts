import { nameWords, type LocalizedList, type Localized, type ModelColumn, type ModelTable, type SemanticModel } from '@querent/semantic';
import type { Fields } from '../fielded-index';

/** What a question's words may meet in a table, by how much it says. */
export const TABLE_FIELDS = { name: 3, column: 1.5, value: 1, description: 0.5 } as const;
export type TableField = keyof typeof TABLE_FIELDS;

/** Of stored values so many a column are read as words; words that name a value whole are found by the lexicon, however many there are. */
const VALUES_READ = 200;

interface Named {
  label: Localized;
  synonyms?: LocalizedList;
  description?: Localized;
}

/** The words of one table: its own, its columns' and values', and those of the entities, metrics, filters and terms that stand on it. */
export function tableDocument(table: ModelTable, model: SemanticModel): Fields<TableField> {
  const columns = Object.values(table.columns);
  const entities = Object.values(model.entities).filter(({ sources }) => sources.includes(table.name));
  const metrics = Object.values(model.metrics).filter((metric) => metric.table === table.name);
  const filters = Object.values(model.filters).filter(({ column }) => column.table === table.name);
  const terms = Object.values(model.terms).filter((term) => term.table === table.name || term.candidates.some((candidate) => candidate.table === table.name));
  const fields = entities.flatMap((entity) => Object.values(entity.fields).filter(({ columns: own }) => own.some((column) => column.table === table.name)));
  return {
    name: [spoken(table.name), ...namesOf(table), ...entities.flatMap(namesOf)],
    column: [...columns.flatMap((column) => [spoken(column.name), ...namesOf(column)]), ...[...fields, ...metrics, ...filters, ...terms].flatMap(namesOf), ...terms.map(({ id }) => id)],
    value: columns.flatMap(valueTexts),
    description: [table, ...columns, ...metrics].flatMap(({ description }) => [description?.zh, description?.en]).filter((text) => text !== undefined),
  };
}

/** One line that says what the table is about, for an embedder. */
export function tableGist(table: ModelTable, model: SemanticModel): string {
  const locale = table.label.en === undefined ? 'zh' : 'en';
  const said = (part: Named): string => part.label[locale] ?? part.label.en ?? part.label.zh ?? '';
  const entities = Object.values(model.entities).filter(({ sources }) => sources.includes(table.name));
  const columns = Object.values(table.columns).filter(({ role }) => role !== 'key' && role !== 'geo');
  return `${[...new Set([said(table), ...entities.map(said)])].join(', ')}: ${columns.map(said).filter(Boolean).join(', ')}`;
}

const spoken = (name: string): string => nameWords(name).join(' ');

function namesOf({ label, synonyms }: Named): string[] {
  return [label.zh, label.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? [])].filter((name) => name !== undefined);
}

function valueTexts({ role, values, storedValues }: ModelColumn): string[] {
  const named = Object.values(values).flatMap(({ zh, en }) => [...zh, ...en]);
  const stored = role === 'key' || role === 'measure' ? [] : [...new Set([...Object.keys(values), ...storedValues])].slice(0, VALUES_READ);
  return [...named, ...stored];
}
