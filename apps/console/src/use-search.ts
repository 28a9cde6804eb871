import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The search parameters of the address. A change keeps the others; null removes one. */
export function useSearchState(): {
  search: URLSearchParams;
  change: (changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
} {
  const text = useSearch();
  const [location, navigate] = useLocation();
  const search = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>, { replace = false } = {}) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name);
        else next.set(name, value);
      const query = next.toString();
      navigate(query === '' ? location : `${location}?${query}`, { replace });
    },
    [location, navigate],
  );
  return { search, change };
}
