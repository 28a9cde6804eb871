export { initParser, parseSql, SqlSyntaxError } from './parse/parser';
export { guardStatement, type GuardOptions } from './guard/guard-statement';
export type { GuardCatalogue, GuardColumn, GuardRelation } from './guard/guard-catalogue';
export { DEFAULT_GUARD_LIMITS, type GuardLimits } from './guard/guard-limits';
export { GUARD_CODES, type GuardCode, type GuardVerdict } from './guard/guard-verdict';
export { classifyDatabaseError, type DatabaseErrorClass, type DatabaseErrorClassName } from './errors/database-error';
