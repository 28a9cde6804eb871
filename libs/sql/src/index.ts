/**
 * PostgreSQL's parser, the guard, name resolution, error classes, the leak gate, which keeps database names out of
 * texts.
 */
export {
  DATABASE_ERROR_CLASSES,
  type DatabaseErrorClass,
  type DatabaseErrorClassName,
  classifyDatabaseError,
  classifyTechnicalError,
  errorClassOf,
  isDataException,
  technicalErrorOf,
} from './errors/database-error';
export { type Remedy, adviceOf } from './errors/remedy';
export { TOO_EXPENSIVE } from './errors/too-expensive';
export { type Fragment, parseFragment } from './fragment/parse-fragment';
export { isReviewedOperator, isReviewedType, isRowFunction } from './fragment/reviewed-names';
export { AGGREGATE_FUNCTIONS, FUNCTION_COLUMNS } from './guard/allowlists/function-allowlist';
export { integerConstant, isPresent, stringsOf, textConstant } from './guard/checks/node-access';
export { isRecord } from './guard/checks/tree-walk';
export {
  type CatalogueIndex,
  type GuardCatalogue,
  type GuardColumn,
  type GuardRelation,
  indexCatalogue,
  relationKey,
} from './guard/guard-catalogue';
export { DEFAULT_GUARD_LIMITS } from './guard/guard-limits';
export { MAX_COMMENT_OPENINGS, guardStatement } from './guard/guard-statement';
export type { GuardCode, GuardVerdict } from './guard/guard-verdict';
export { refusalText } from './guard/refusal-texts';
export { shopCatalogue } from './guard/shop-catalogue';
export type { GatePlan } from './leak/gated-json';
export type { TextKind } from './leak/generic-texts';
export { type LeakGate, leakGate } from './leak/leak-gate';
export type { Labels, PhysicalName, PhysicalNames } from './leak/physical-names';
export { countTokens } from './parse/count-tokens';
export { deparseSelect } from './parse/deparse';
export { MAX_TOKENS, SqlSyntaxError, initParser, parseSql } from './parse/parser';
export { type ReadStatement, readStatements } from './parse/read-statements';
export { POSITION_KEYS, sameTree } from './parse/tree-equality';
export { outputName } from './scope/output-name';
export { isStar } from './scope/star-expansion';
