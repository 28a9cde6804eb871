import type { Strategy } from '@querent/contracts';
import { lintSubjectOf, type SemanticModel } from '@querent/semantic';
import type { LintSubject } from '@querent/sql';

/** What a final statement is checked against. */
export const statementSubject = (model: SemanticModel, strategy: Strategy | null): LintSubject => lintSubjectOf(model, strategy);

/** A look at stored values answers nothing yet: it follows no strategy and needs no filter. */
export const explorationSubject = (model: SemanticModel): LintSubject => ({ ...lintSubjectOf(model, null), required: [] });
