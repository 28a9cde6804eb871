import type { ModelProblem } from '../model-problem';

/** An entry of a model file that cannot be used, with the words that its author gave it. */
export interface BrokenPart {
  /** `metrics`, the id; `tables`, the table, `columns`, the column. */
  path: readonly string[];
  problems: ModelProblem[];
  words: string[];
}

const NAMED_SECTIONS: ReadonlySet<string> = new Set(['metrics', 'filters', 'terms', 'entities', 'joins']);

/** The entry that a mistake at `path` takes out; null where it takes the whole model out. */
export function entryOf(path: readonly PropertyKey[]): string[] | null {
  const [section, id, part, column] = path.map(String);
  if (section === undefined || id === undefined) return null;
  if (NAMED_SECTIONS.has(section)) return [section, id];
  if (section !== 'tables' || part === undefined) return null;
  if (part === 'columns') return column === undefined ? null : [section, id, part, column];
  // A default is left out; a misspelt `hidden` must not show the table.
  return part === 'defaultMetric' || part === 'defaultTime' ? [section, id, part] : null;
}

/** The entries of a section that were written and have a mistake of form. */
export function brokenIds(file: { broken?: BrokenPart[] } | null, section: string): string[] {
  return (file?.broken ?? []).flatMap(({ path: [first, id = ''] }) => (first === section ? [id] : []));
}

/** What an author called an entry, as far as it can be read: its label and synonyms in whatever form. */
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
