import { parseCondition, parseMetric } from '../expression/check-expression';
import { brokenIds } from '../file/broken-part';
import type { ModelFile } from '../file/model-file';
import { didYouMean } from '../did-you-mean';
import type { ModelProblem } from '../model-problem';
import { reportTreeProblems } from './metric-tree';
import { ModelDraft } from './model-draft';

/** Accepts every table and column, because the database is not known here. */
const anyColumn = (): undefined => undefined;

/**
 * The mistakes of a model file that can be found without its database: in expressions, in the metric tree, and in
 * references within the file. `initParser` of @querent/sql must have been awaited.
 */
export function modelFileProblems(file: ModelFile): ModelProblem[] {
  const draft = new ModelDraft({});
  reportTreeProblems(draft, file.metrics ?? {}, brokenIds(file, 'metrics'));
  for (const [id, { expression }] of Object.entries(file.metrics ?? {})) {
    if (expression !== undefined) check(draft, ['metrics', id, 'expression'], () => parseMetric(expression, anyColumn));
  }
  checkRequired(draft, file);
  for (const [id, { filter, candidates }] of Object.entries(file.terms ?? {})) {
    if ((filter === undefined) === (candidates === undefined))
      draft.report(['terms', id], 'needs either a filter or candidates');
    if (filter !== undefined) check(draft, ['terms', id, 'filter'], () => parseCondition(filter, anyColumn));
    (candidates ?? []).forEach((written, index) => checkReference(draft, ['terms', id, 'candidates', index], written));
  }
  for (const [id, { column }] of Object.entries(file.filters ?? {}))
    checkReference(draft, ['filters', id, 'column'], column);
  for (const [id, { match }] of Object.entries(file.entities ?? {})) {
    check(draft, ['entities', id, 'match'], () => parseCondition(match, anyColumn));
  }
  (file.joins ?? []).forEach((join, index) => {
    for (const end of ['from', 'to'] as const) {
      for (const written of join?.[end] ?? []) checkReference(draft, ['joins', index, end], written);
    }
  });
  return draft.problems;
}

function check(draft: ModelDraft, path: readonly PropertyKey[], read: () => unknown): void {
  try {
    read();
  } catch (error) {
    draft.reportRefusal(path, error);
  }
}

function checkRequired(draft: ModelDraft, file: ModelFile): void {
  const filters = [...Object.keys(file.filters ?? {}), ...brokenIds(file, 'filters')];
  for (const [id, { requires = [] }] of Object.entries(file.metrics ?? {})) {
    requires.forEach((filter, index) => {
      if (filters.includes(filter)) return;
      draft.report(['metrics', id, 'requires', index], `there is no filter "${filter}"${didYouMean(filter, filters)}`);
    });
  }
}

function checkReference(draft: ModelDraft, path: readonly PropertyKey[], written: string): void {
  if (!/^[^.]+\.[^.].*$/s.test(written)) draft.report(path, `"${written}" must be written table.column`);
}
