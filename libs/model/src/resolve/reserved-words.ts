import type { SchemaSnapshot } from '@querent/contracts';
import { deriveTable } from '../derive/derive-table';
import { wordsIn } from '../file/broken-part';
import type { ModelFile } from '../file/model-file';
import { nameWords } from '../name-words';
import type { ReservedWords } from '../semantic-model';
import type { ModelDraft } from './model-draft';

/**
 * The words of the entries with mistakes. They are reserved, because a question with such a word would otherwise be
 * answered with another entry of the same name.
 */
export function reservedWords(draft: ModelDraft, snapshot: SchemaSnapshot, file: ModelFile | null): ReservedWords[] {
  const misshapen = (file?.broken ?? []).map(({ path, words }) => ({ path, words }));
  const entries = [...misshapen, ...writtenEntries(file)].filter(({ path }) => draft.isBroken(...path));
  return entries.flatMap(({ path, words }): ReservedWords[] => {
    const [section = '', id = '', , column] = path;
    if (section === 'joins' || (section === 'tables' && column === undefined)) return [];
    if (column !== undefined) return [{ words: unique([...words, ...columnWords(snapshot, id, column)]), table: id }];
    return [{ words: unique([...words, id, nameWords(id).join(' ')]) }];
  });
}

function writtenEntries(file: ModelFile | null): { path: string[]; words: string[] }[] {
  const named = (['metrics', 'filters', 'terms', 'entities'] as const).flatMap((section) =>
    Object.entries(file?.[section] ?? {}).map(([id, entry]) => ({ path: [section, id], words: wordsIn(entry) })),
  );
  const columns = Object.entries(file?.tables ?? {}).flatMap(([table, entry]) =>
    Object.entries(entry?.columns ?? {}).map(([column, written]) => ({
      path: ['tables', table, 'columns', column],
      words: wordsIn(written),
    })),
  );
  return [...named, ...columns];
}

/** The names of a column without a model file. */
function columnWords(snapshot: SchemaSnapshot, table: string, name: string): string[] {
  const stored = snapshot.tables.find((candidate) => candidate.name === table);
  const derived = stored && deriveTable(stored).columns[name];
  return [name, nameWords(name).join(' '), ...wordsIn(derived)];
}

const unique = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()).filter(Boolean))];
