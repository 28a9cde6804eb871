import { withoutUnprintable } from '../reading/cell-value';

/**
 * Copies the data with every text made safe to draw: no characters that XML forbids, and no `__proto__`. zrender caches
 * text widths in a plain object keyed by the text: a category named `__proto__` would change Object.prototype for the
 * whole process (zrender 6, core/LRU).
 */
export function safeTexts<T>(value: T): T {
  if (typeof value === 'string') return withoutUnprintable(value, '\n').replaceAll('__proto__', '__proto\u2060__') as T;
  if (Array.isArray(value)) return value.map((item: unknown) => safeTexts(item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, safeTexts(item as unknown)])) as T;
}
