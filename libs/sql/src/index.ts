export { initParser, SqlSyntaxError } from './parse/parser';
export { parseFragment, type Fragment } from './fragment/parse-fragment';
export { isReviewedOperator, isReviewedType, isRowFunction } from './fragment/reviewed-names';
export { readStatements, type ReadStatement } from './parse/read-statements';
export { guardStatement, type GuardOptions } from './guard/guard-statement';
export type { GuardCatalogue, GuardColumn, GuardRelation } from './guard/guard-catalogue';
export type { GuardLimits } from './guard/guard-limits';
export type { GuardCode, GuardVerdict } from './guard/guard-verdict';
export { refusalText, type RefusalText } from './guard/refusal-texts';
export {
  classifyDatabaseError,
  classifyTechnicalError,
  DATABASE_ERROR_CLASSES,
  errorClassOf,
  technicalErrorOf,
  type DatabaseErrorClass,
  type DatabaseErrorClassName,
} from './errors/database-error';
export { adviceOf, type Remedy } from './errors/remedy';
export { leakGate, type GateContext, type LeakGate, type LeakReason } from './leak/leak-gate';
export type { GatePlan } from './leak/gated-json';
export type { TextKind } from './leak/generic-texts';
export type { Labels, PhysicalName, PhysicalNames } from './leak/physical-names';
export { TOO_EXPENSIVE } from './errors/too-expensive';
export type { JoinSide, LintColumn, LintSubject } from './lint/lint-subject';
export type { Finding, LintReport, Severity } from './lint/lint-report';
export { lintStatement } from './lint/lint-statement';
export { literalProbe, type LiteralProbe, type ProbedLiteral } from './lint/literal-probe';
export { statementFacts } from './facts/read-statement';
export { unboundReads } from './facts/unbound-reads';
export { addedInRepair, lostInRepair } from './facts/lost-in-repair';
export type {
  AggregateFact,
  FactColumn,
  FilterFact,
  JoinFact,
  OrderFact,
  OutputFact,
  StatementFacts,
  TopFact,
} from './facts/statement-facts';
export { toldConstants } from './facts/told-constants';
export { fixStatement, type FixedStatement } from './fix/fix-statement';
export { unpackRows } from './fix/unpack-rows';
