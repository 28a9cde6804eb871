/** @public A worker may load the parser before its first statement. */
export { initParser } from './parse/parser';
export { guardStatement, type GuardOptions } from './guard/guard-statement';
export type { GuardCatalogue, GuardColumn, GuardRelation } from './guard/guard-catalogue';
export type { GuardLimits } from './guard/guard-limits';
export type { GuardCode, GuardVerdict } from './guard/guard-verdict';
export { classifyDatabaseError, classifyTechnicalError, DATABASE_ERROR_CLASSES, errorClassOf, technicalErrorOf, type DatabaseErrorClass, type DatabaseErrorClassName } from './errors/database-error';
export { adviceOf, type Remedy } from './errors/remedy';
export { leakGate, type GateContext, type LeakGate, type LeakReason } from './leak/leak-gate';
export type { GatePlan } from './leak/gated-json';
export type { TextKind } from './leak/generic-texts';
export type { Labels, PhysicalName, PhysicalNames } from './leak/physical-names';
export { TOO_EXPENSIVE } from './errors/too-expensive';
export type { JoinSide, LintColumn, LintSubject } from './lint/lint-subject';
export type { Finding, LintReport, Severity } from './lint/lint-report';
export { lintStatement } from './lint/lint-statement';
