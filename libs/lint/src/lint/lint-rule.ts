import type { BoundStatement } from './bind/bound-query';
import type { Finding } from './lint-report';
import type { LintSubject } from './lint-subject';

/** One kind of fault: checks a bound statement and reports every occurrence. */
export type LintRule = (statement: BoundStatement, subject: LintSubject) => Finding[];
