import type { Strategy } from '@querent/contracts';
import { lintSubjectOf, type SemanticModel } from '@querent/model';
import type { LintSubject } from '@querent/lint';

/** Lint subjects by model, created once, because guard and lint cache indexes by catalogue object. */
const made = new WeakMap<SemanticModel, LintSubject>();

/** Lint subject for a final statement. */
export const statementSubject = (model: SemanticModel, strategy: Strategy | null): LintSubject => ({
  ...subjectOf(model),
  strategy,
});

/** Lint subject for an exploration of stored values, which needs no strategy and no required filters. */
export const explorationSubject = (model: SemanticModel): LintSubject => ({ ...subjectOf(model), required: [] });

function subjectOf(model: SemanticModel): LintSubject {
  const subject = made.get(model) ?? lintSubjectOf(model, null);
  made.set(model, subject);
  return subject;
}
