import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** The search parameters of the address as filters; an empty one is absent. Reload, back and a link keep them. */
export function useFilters<K extends string>(
  names: readonly K[],
): [filters: Partial<Record<K, string>>, change: (changes: Partial<Record<K, string>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as Partial<Record<K, string>>;
  const change = useCallback(
    (changes: Partial<Record<K, string>>) =>
      setParameters((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(changes))
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, value);
        return after;
      }),
    [setParameters],
  );
  return [filters, change];
}
