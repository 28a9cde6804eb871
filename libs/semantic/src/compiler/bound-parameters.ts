import type { CompiledQuery, Scalar } from '@querent/contracts';
import { CompileError } from './compile-error';

export type Parameter = CompiledQuery['params'][number];

/** Collects the values of a statement; the same value with the same type is bound once. */
export class BoundParameters {
  readonly values: Parameter[] = [];
  private readonly known = new Map<string, string>();

  /** Binds a value and gives its placeholder with an explicit type: `$1::date`. */
  bind(value: Parameter, type: string): string {
    if (isUnstorable(value)) throw new CompileError('bad_value', 'a value holds a character or number that PostgreSQL cannot store');
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
  const bad = (scalar: Scalar) => (typeof scalar === 'string' ? scalar.includes('\u0000') : typeof scalar === 'number' && !Number.isFinite(scalar));
  return Array.isArray(value) ? value.some(bad) : value !== null && bad(value);
}
