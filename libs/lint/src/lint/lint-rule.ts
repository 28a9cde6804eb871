import type { BoundStatement } from './bind/bound-query';
import type { Finding } from './lint-report';
import type { LintSubject } from './lint-subject';

/** One kind of fault: looks at a statement whose names are bound, and tells every place that has it. */
export type LintRule = (statement: BoundStatement, subject: LintSubject) => Finding[];
