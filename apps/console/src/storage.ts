/** `browser`: until the user clears it; `tab`: until the tab is closed. */
type Span = 'browser' | 'tab';

/**
 * The browser's settings may forbid storage. Then nothing is kept beyond the life of the page, and nothing fails: no
 * page depends on what is kept.
 */
function inStorage<T>(span: Span, use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(span === 'tab' ? window.sessionStorage : window.localStorage);
  } catch {
    return otherwise;
  }
}

export const readKept = (name: string, span: Span = 'browser'): string | null =>
  inStorage(span, (storage) => storage.getItem(name), null);

/** Keeps a text; null removes it. */
export function keep(name: string, text: string | null, span: Span = 'browser'): void {
  inStorage(span, (storage) => (text === null ? storage.removeItem(name) : storage.setItem(name, text)), undefined);
}

/** Removes all texts whose names begin with the given one. */
export function forgetKept(beginning: string, span: Span): void {
  inStorage(
    span,
    (storage) => Object.keys(storage).forEach((name) => name.startsWith(beginning) && storage.removeItem(name)),
    undefined,
  );
}
