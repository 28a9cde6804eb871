import type { ModelFile } from '../file/model-file';
import { mergeLabels, mergeLists } from '../localized';
import type { ModelFilter } from '../semantic-model';
import type { ModelDraft } from './model-draft';

/** Resolves the filters that metrics require. Label and synonyms default to those of the column. */
export function resolveFilters(draft: ModelDraft, file: ModelFile | null): Record<string, ModelFilter> {
  const filters: Record<string, ModelFilter> = {};
  for (const [id, entry] of Object.entries(file?.filters ?? {})) {
    const ref = draft.ref(entry.column, ['filters', id, 'column']);
    const column = ref && draft.column(ref.table, ref.column);
    if (!ref || !column) continue;
    filters[id] = {
      id,
      column: ref,
      label: mergeLabels(column.label, entry.label),
      synonyms: mergeLists(column.synonyms, entry.synonyms),
      ...(entry.default !== undefined && { default: entry.default }),
    };
    const isNumber = column.category === 'integer' || column.category === 'numeric';
    if (
      isNumber &&
      entry.default !== undefined &&
      entry.default !== 'latest' &&
      !Number.isFinite(Number(entry.default))
    ) {
      draft.report(
        ['filters', id, 'default'],
        `"${entry.default}" is not a number, but "${entry.column}" is ${column.type}`,
      );
      delete filters[id];
    }
  }
  return filters;
}
