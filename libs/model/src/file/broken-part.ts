import type { ModelProblem } from '../model-problem';

/** An entry of a model file with mistakes, with its label and synonyms. */
export interface BrokenPart {
  /** `['metrics', id]` or `['tables', table, 'columns', column]`, for instance. */
  path: readonly string[];
  problems: ModelProblem[];
  words: string[];
}

const NAMED_SECTIONS: ReadonlySet<string> = new Set(['metrics', 'filters', 'terms', 'entities', 'joins']);

/** The entry that a mistake at `path` makes unusable; null if it makes the whole model unusable. */
export function entryOf(path: readonly PropertyKey[]): string[] | null {
  const [section, id, part, column] = path.map(String);
  if (section === undefined || id === undefined) return null;
  if (NAMED_SECTIONS.has(section)) return [section, id];
  if (section !== 'tables' || part === undefined) return null;
  if (part === 'columns') return column === undefined ? null : [section, id, part, column];
  // A mistake in a default affects the default only. Any other may be a misspelt `hidden`, and must not show the table.
  return part === 'defaultMetric' || part === 'defaultTime' ? [section, id, part] : null;
}

/** The ids of the entries of a section that have a mistake in their form. */
export function brokenIds(file: { broken?: BrokenPart[] } | null, section: string): string[] {
  return (file?.broken ?? []).flatMap(({ path: [first, id = ''] }) => (first === section ? [id] : []));
}

/** The label and synonyms of an entry, in any form that can be read. */
export function wordsIn(entry: unknown): string[] {
  const { label, synonyms } = isObject(entry) ? entry : {};
  return [...stringsIn(label), ...stringsIn(synonyms)].map((word) => word.trim()).filter(Boolean);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
