/**
 * Reads what a statement selects, filters and computes; finds its faults, and corrects those that have one safe
 * correction.
 */
export { aggregateKey } from './facts/filter-key';
export { addedInRepair, lostInRepair } from './facts/lost-in-repair';
export { statementFacts } from './facts/read-statement';
export type {
  AggregateFact,
  FactColumn,
  FilterFact,
  OutputFact,
  StatementFacts,
  TopFact,
} from './facts/statement-facts';
export { outputConstants } from './facts/output-constants';
export { unboundReads } from './facts/unbound-reads';
export { fixStatement } from './fix/fix-statement';
export { unpackRows } from './fix/unpack-rows';
export type { Finding } from './lint/lint-report';
export { lintStatement } from './lint/lint-statement';
export type { LintSubject } from './lint/lint-subject';
export { type ProbedLiteral, literalProbe } from './lint/literal-probe';
