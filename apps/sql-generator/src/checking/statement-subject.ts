import type { Strategy } from '@querent/contracts';
import { lintSubjectOf, type SemanticModel } from '@querent/model';
import type { LintSubject } from '@querent/lint';

/** What statements on a model are checked against, made once: guard and lint index a catalogue by its object. */
const made = new WeakMap<SemanticModel, LintSubject>();

/** What a final statement is checked against. */
export const statementSubject = (model: SemanticModel, strategy: Strategy | null): LintSubject => ({
  ...subjectOf(model),
  strategy,
});

/** A look at stored values answers nothing yet: it follows no strategy and needs no filter. */
export const explorationSubject = (model: SemanticModel): LintSubject => ({ ...subjectOf(model), required: [] });

function subjectOf(model: SemanticModel): LintSubject {
  const subject = made.get(model) ?? lintSubjectOf(model, null);
  made.set(model, subject);
  return subject;
}
