import { withoutUnprintable } from '../reading/cell-value';

/**
 * The same data with every text safe to draw: no characters that XML forbids, and no `__proto__`.
 * zrender looks texts up in a plain object to remember their widths, and writes to what it finds:
 * a category of that name would change Object.prototype for the whole process (zrender 6, core/LRU).
 */
export function safeTexts<T>(value: T): T {
  if (typeof value === 'string') return withoutUnprintable(value, '\n').replaceAll('__proto__', '__proto\u2060__') as T;
  if (Array.isArray(value)) return value.map((item: unknown) => safeTexts(item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, safeTexts(item as unknown)])) as T;
}
