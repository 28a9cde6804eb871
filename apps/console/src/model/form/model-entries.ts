import type { Document } from 'yaml';
import type { Language, Model, ModelPart } from '../live-model';

export type Group = 'entities' | 'metrics' | 'dimensions' | 'terms';
type Words = Readonly<Record<Language, string>>;

/** Something with a name in a model. */
export interface Entry {
  /** Path in the file: `['tables', 'orders', 'columns', 'status']`. */
  path: readonly string[];
  group: Group;
  /** Physical name or id, for people who know it. */
  id: string;
  label: Words;
  synonyms: Readonly<Record<Language, readonly string[]>>;
  /** The file has no entry for it: its words are those of the database. */
  isDerived: boolean;
}

export const keyOf = (path: readonly string[]): string => path.join('.');

/** A name for a reader of the language; the other language's where there is none. */
export const nameOf = ({ label, id }: Entry, language: Language): string =>
  label[language] || label[language === 'zh' ? 'en' : 'zh'] || id;

/**
 * The entries of a model: those of a file that is being written, then those that the database adds to it. Hidden parts
 * are left out.
 */
export function entriesOf(draft: Document, model: Model): Entry[] {
  const file = modelIn(draft.toJS());
  const entries = [
    ...sectionOf(file, model, 'entities', 'entities'),
    ...sectionOf(file, model, 'tables', 'entities'),
    ...sectionOf(file, model, 'metrics', 'metrics'),
    ...columnsOf(file, model),
    ...sectionOf(file, model, 'terms', 'terms'),
    ...sectionOf(file, model, 'filters', 'terms'),
  ];
  return [...entries.filter(({ isDerived }) => !isDerived), ...entries.filter(({ isDerived }) => isDerived)];
}

function sectionOf(file: Model, model: Model, section: string, group: Group): Entry[] {
  const written = partsIn(file[section]);
  const derived = section === 'tables' ? partsIn(model[section]) : {};
  return Object.keys({ ...written, ...derived })
    .filter((id) => written[id]?.hidden !== true)
    .map((id) => entryOf([section, id], group, id, id in written ? (written[id] ?? {}) : null, model[section]?.[id]));
}

/** Columns with a meaning; keys are not asked for. */
function columnsOf(file: Model, model: Model): Entry[] {
  const tables = partsIn(file['tables']);
  return Object.keys({ ...tables, ...partsIn(model['tables']) }).flatMap((table) => {
    if (tables[table]?.hidden === true) return [];
    const written = partsIn(tables[table]?.columns);
    const resolved = partsIn(model['tables']?.[table]?.columns);
    return Object.keys({ ...written, ...resolved })
      .filter((id) => written[id]?.role !== 'hidden' && (id in written || resolved[id]?.role !== 'key'))
      .map((id) => {
        const part = id in written ? (written[id] ?? {}) : null;
        return entryOf(['tables', table, 'columns', id], 'dimensions', `${table}.${id}`, part, resolved[id]);
      });
  });
}

function entryOf(
  path: string[],
  group: Group,
  id: string,
  written: ModelPart | null,
  resolved: ModelPart | undefined,
): Entry {
  const shown = written?.label === undefined && written?.synonyms === undefined ? { ...resolved, ...written } : written;
  return { path, group, id, label: wordsOf(shown.label), synonyms: listsOf(shown.synonyms), isDerived: !written };
}

const wordsOf = (label: unknown): Words =>
  typeof label === 'string' ? { zh: label, en: label } : { zh: textIn(label, 'zh'), en: textIn(label, 'en') };

function listsOf(synonyms: unknown): Entry['synonyms'] {
  const of = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);
  if (Array.isArray(synonyms)) return { zh: of(synonyms), en: of(synonyms) };
  const { zh, en } = Object(synonyms) as Record<string, unknown>;
  return { zh: of(zh), en: of(en) };
}

function textIn(value: unknown, language: Language): string {
  const text = (Object(value) as Record<string, unknown>)[language];
  return typeof text === 'string' || typeof text === 'number' ? String(text) : '';
}

/** A file that is being written may hold anything anywhere. */
const modelIn = (value: unknown): Model =>
  Object.fromEntries(Object.entries(Object(value) as object).map(([key, parts]) => [key, partsIn(parts)]));

const partsIn = (value: unknown): Record<string, ModelPart> =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? {}
    : Object.fromEntries(
        Object.entries(value).map(([id, part]) => [id, Object(typeof part === 'object' ? part : {}) as ModelPart]),
      );
