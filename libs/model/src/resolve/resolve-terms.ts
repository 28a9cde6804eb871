import type { ModelFile } from '../file/model-file';
import { parseCondition } from '../expression/check-expression';
import { tablesOf } from '../expression/expression';
import { homeOf } from '../join-graph';
import { languageOf, mergeLabels, mergeLists, noWords } from '../localized';
import type { ModelTerm } from '../semantic-model';
import type { ModelDraft, ResolvedRef } from './model-draft';

type TermFile = NonNullable<ModelFile['terms']>[string];

/** Resolves the terms of a file: business words with a fixed condition, or with candidate columns to explore. */
export function resolveTerms(draft: ModelDraft, file: ModelFile | null): Record<string, ModelTerm> {
  const terms: Record<string, ModelTerm> = {};
  for (const [id, entry] of Object.entries(file?.terms ?? {})) {
    if ((entry.filter === undefined) === (entry.candidates === undefined)) {
      draft.report(['terms', id], 'needs either a filter or candidates');
    }
    const term = {
      id,
      label: mergeLabels({ [languageOf(id)]: id }, entry.label),
      synonyms: mergeLists(noWords(), entry.synonyms),
      ...(entry.description && { description: entry.description }),
      ...fixedFilter(draft, id, entry),
      candidates: candidatesOf(draft, id, entry),
    };
    if (!draft.isBroken('terms', id)) terms[id] = term;
  }
  return terms;
}

function candidatesOf(draft: ModelDraft, id: string, entry: TermFile): ResolvedRef[] {
  const refs = (entry.candidates ?? []).map((written, index) => draft.ref(written, ['terms', id, 'candidates', index]));
  return refs.filter((ref): ref is ResolvedRef => ref !== undefined);
}

function fixedFilter(draft: ModelDraft, id: string, entry: TermFile): Pick<ModelTerm, 'table' | 'filter'> {
  if (entry.filter === undefined) return {};
  const path = ['terms', id, 'filter'];
  try {
    const tables = tablesOf(parseCondition(entry.filter, draft.complaint));
    const home = homeOf(draft.joins, tables);
    if (home !== undefined) return { table: home, filter: entry.filter };
    draft.report(
      path,
      tables.length === 0
        ? 'has no column'
        : `no join leads from one of ${tables.join(', ')} to the others without multiplying rows`,
    );
  } catch (error) {
    draft.reportRefusal(path, error);
  }
  return {};
}
