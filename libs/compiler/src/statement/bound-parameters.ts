import type { CompiledQuery, Scalar } from '@querent/contracts';
import { CompileError } from './compile-error';

export type Parameter = CompiledQuery['params'][number];

/** Collects the values of a statement. A value is bound once for each type. */
export class BoundParameters {
  readonly values: Parameter[] = [];
  private readonly known = new Map<string, string>();

  /** Binds a value and returns its placeholder with an explicit type: `$1::date`. */
  bind(value: Parameter, type: string): string {
    if (isUnstorable(value))
      throw new CompileError('bad_value', 'a value has a character or number that PostgreSQL cannot store');
    const key = `${type}\u0000${typeof value}\u0000${JSON.stringify(value)}`;
    const known = this.known.get(key);
    if (known) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    this.known.set(key, placeholder);
    return placeholder;
  }
}

function isUnstorable(value: Parameter): boolean {
  const bad = (scalar: Scalar) =>
    typeof scalar === 'string' ? scalar.includes('\u0000') : typeof scalar === 'number' && !Number.isFinite(scalar);
  return Array.isArray(value) ? value.some(bad) : value !== null && bad(value);
}

/**
 * Removes values that the statement does not use and renumbers the others. PostgreSQL rejects an unused parameter,
 * because it cannot determine its type; a condition may have been compiled and discarded. Quoted strings and
 * identifiers are skipped.
 */
export function usedParameters(sql: string, values: readonly Parameter[]): { sql: string; params: Parameter[] } {
  const order = new Map<number, number>();
  const renumbered = sql.replace(
    /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|\$(\d+)::/gs,
    (token, digits: string | undefined) => {
      if (digits === undefined) return token;
      const number = Number(digits);
      const position = order.get(number) ?? order.size + 1;
      order.set(number, position);
      return `$${position}::`;
    },
  );
  return { sql: renumbered, params: [...order.keys()].map((number) => values[number - 1] ?? null) };
}
