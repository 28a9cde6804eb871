import { readKept, keep } from './storage';

/** A value that React's `useSyncExternalStore` can read. */
export interface Observable<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function observable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A value that this browser keeps for later visits.
 * @param name in the storage of the browser
 * @param parse the value of the kept text; null: nothing was kept
 */
export function keptObservable<T extends string | null>(
  name: string,
  parse: (text: string | null) => T,
): Observable<T> {
  const kept = observable(parse(readKept(name)));
  kept.subscribe(() => keep(name, kept.get()));
  return kept;
}
