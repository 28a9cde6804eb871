import type { CompiledQuery } from '@querent/contracts';

/**
 * Inlines the parameter values of a statement, so that a person can read and run it. Values become untyped literals,
 * which PostgreSQL types from their context exactly like parameters. For display only: the executor binds parameters.
 */
export function statementWithValues(sql: string, params: CompiledQuery['params']): string {
  return sql.replace(tokens, (token, number: string | undefined) => {
    const value = number === undefined ? undefined : params[Number(number) - 1];
    return value === undefined ? token : literal(value);
  });
}

/** Quoted text and comments match as a whole, so that a `$1` inside them is kept. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\d+)/g;

function literal(value: CompiledQuery['params'][number]): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value))
    return quote(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return quote(String(value));
}

/** Backslashes need the E form only with standard_conforming_strings off, which no supported PostgreSQL defaults to. */
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
