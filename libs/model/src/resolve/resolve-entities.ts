import type { EntityFile, ModelFile } from '../file/model-file';
import { parseCondition } from '../expression/check-expression';
import { tablesOf } from '../expression/expression';
import { mergeLabels, mergeLists, noWords } from '../localized';
import { nameWords } from '../name-words';
import type { ModelColumn, ModelEntity, ModelField } from '../semantic-model';
import type { ModelDraft, ResolvedRef } from './model-draft';

/** Resolves the entities of a file. The source with locations comes first. */
export function resolveEntities(draft: ModelDraft, file: ModelFile | null): Record<string, ModelEntity> {
  const entities: Record<string, ModelEntity> = {};
  for (const [id, entry] of Object.entries(file?.entities ?? {})) {
    if (draft.table(id)) draft.report(['entities', id], `"${id}" is the name of a table; an entity needs another name`);
    const sources = sourcesOf(draft, id, entry);
    if (!sources || !isValidMatch(draft, id, entry, sources)) continue;
    const fields = fieldsOf(draft, id, entry, sources);
    if (draft.isBroken('entities', id)) continue;
    entities[id] = {
      id,
      label: mergeLabels({ en: nameWords(id).join(' ') }, entry.label),
      synonyms: mergeLists(noWords(), entry.synonyms),
      sources: locatedFirst(draft, sources, fields),
      match: entry.match,
      fields,
    };
  }
  return entities;
}

function sourcesOf(draft: ModelDraft, id: string, entry: EntityFile): [string, string] | undefined {
  const complaints = entry.sources.map((source, index) => {
    const complaint = draft.complaint(source, null);
    if (complaint) draft.report(['entities', id, 'sources', index], complaint);
    return complaint;
  });
  const [first, second] = entry.sources;
  if (first === undefined || second === undefined || complaints.some(Boolean)) return undefined;
  if (first !== second) return [first, second];
  draft.report(['entities', id, 'sources'], 'the two sources must be different tables');
  return undefined;
}

function isValidMatch(draft: ModelDraft, id: string, entry: EntityFile, sources: [string, string]): boolean {
  const path = ['entities', id, 'match'];
  try {
    const tables = tablesOf(parseCondition(entry.match, draft.complaint));
    const foreignTable = tables.find((table) => !sources.includes(table));
    if (foreignTable !== undefined) draft.report(path, `"${foreignTable}" is not one of the sources`);
    else if (tables.length < 2) draft.report(path, 'must pair a row of one source with a row of the other');
    return foreignTable === undefined && tables.length === 2;
  } catch (error) {
    draft.reportRefusal(path, error);
    return false;
  }
}

function fieldsOf(
  draft: ModelDraft,
  id: string,
  entry: EntityFile,
  sources: [string, string],
): Record<string, ModelField> {
  const fields: Record<string, ModelField> = {};
  for (const [field, given] of Object.entries(entry.fields)) {
    const path = ['entities', id, 'fields', field];
    const spec: {
      columns: string[];
      label?: ModelField['label'];
      synonyms?: Partial<ModelField['synonyms']>;
      role?: ModelField['role'];
    } = given;
    const columns = spec.columns
      .map((written) => draft.ref(written, path))
      .filter((ref): ref is ResolvedRef => ref !== undefined);
    if (columns.length < spec.columns.length || !isFromSources(draft, columns, sources, path)) continue;
    const [first] = columns;
    const column = first && draft.column(first.table, first.column);
    if (!column) continue;
    fields[field] = {
      id: field,
      label: mergeLabels(column.label, spec.label),
      synonyms: fieldSynonyms(draft, columns, spec.synonyms, field),
      role: spec.role ?? column.role,
      columns,
    };
  }
  return fields;
}

function isFromSources(
  draft: ModelDraft,
  columns: ResolvedRef[],
  sources: [string, string],
  path: readonly string[],
): boolean {
  const foreignTable = columns.find((ref) => !sources.includes(ref.table));
  if (foreignTable) draft.report(path, `"${foreignTable.table}" is not one of the sources`);
  const isTwice = new Set(columns.map((ref) => ref.table)).size < columns.length;
  if (isTwice) draft.report(path, 'takes two columns from one source; a field has at most one from each');
  return !foreignTable && !isTwice;
}

/** The synonyms of a field: its id, and the labels and synonyms of its columns. */
function fieldSynonyms(
  draft: ModelDraft,
  columns: ResolvedRef[],
  given: Partial<ModelField['synonyms']> | undefined,
  id: string,
): ModelField['synonyms'] {
  const known = columns
    .map((ref) => draft.column(ref.table, ref.column))
    .filter((column): column is ModelColumn => column !== undefined);
  const labels = known.map(({ label }) => ({ zh: label.zh ? [label.zh] : [], en: label.en ? [label.en] : [] }));
  const all = [...known.map((column) => column.synonyms), ...labels, given ?? {}].reduce(
    (words, list) => mergeLists({ zh: words.zh ?? [], en: words.en ?? [] }, list),
    noWords(),
  );
  return mergeLists({ zh: all.zh ?? [], en: all.en ?? [] }, { en: [nameWords(id).join(' ')] });
}

function locatedFirst(
  draft: ModelDraft,
  sources: [string, string],
  fields: Record<string, ModelField>,
): [string, string] {
  const located = Object.values(fields).flatMap((field) =>
    field.columns.filter((ref) => draft.column(ref.table, ref.column)?.role === 'geo'),
  );
  const [first, second] = sources;
  return located.some((ref) => ref.table === first) || !located.some((ref) => ref.table === second)
    ? [first, second]
    : [second, first];
}
