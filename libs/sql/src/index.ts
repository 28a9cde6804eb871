/** @public A worker may load the parser before its first statement. */
export { initParser } from './parse/parser';
export { guardStatement, type GuardOptions } from './guard/guard-statement';
export type { GuardCatalogue, GuardColumn, GuardRelation } from './guard/guard-catalogue';
export type { GuardLimits } from './guard/guard-limits';
export type { GuardCode, GuardVerdict } from './guard/guard-verdict';
export { classifyDatabaseError, errorClassOf, type DatabaseErrorClass, type DatabaseErrorClassName } from './errors/database-error';
export { adviceOf, type Remedy } from './errors/remedy';
