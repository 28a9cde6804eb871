import type { CompiledQuery } from '@querent/contracts';

/**
 * A statement as a person can read and run it: each `$n` replaced by its value. Values become untyped literals,
 * which PostgreSQL types from their context exactly as it does the parameters they stand for. For showing only: the
 * executor binds parameters.
 */
export function statementWithValues(sql: string, params: CompiledQuery['params']): string {
  return sql.replace(tokens, (token, number: string | undefined) => {
    const value = number === undefined ? undefined : params[Number(number) - 1];
    return value === undefined ? token : literal(value);
  });
}

/** Quoted text and comments are stepped over whole, so that a `$1` inside them stays. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\d+)/g;

function literal(value: CompiledQuery['params'][number]): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value))
    return quote(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return quote(String(value));
}

/** Backslashes need the E form only with standard_conforming_strings off, which no supported PostgreSQL defaults to. */
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
