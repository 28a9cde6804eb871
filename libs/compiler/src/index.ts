/** Compiles a semantic query to one parameterised PostgreSQL statement. */
export { compileQuery } from './compile-query';
export { CompileError } from './statement/compile-error';
export { describeColumn } from './statement/output-column';
export { quoteIdentifier } from './statement/quoting';
export { timeKindOf } from './time/time-sql';
