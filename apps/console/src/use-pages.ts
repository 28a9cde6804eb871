import { useCallback } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { addressOf, patternOf } from './pages';

/** The run that the address names; null on the page without one. */
export function useRunOfAddress(): string | null {
  const [isRun, parameters] = useRoute<{ id: string }>(patternOf('run'));
  return isRun ? parameters.id : null;
}

/** Whether the address is that of the page for questions, with or without a run. */
export function useIsAskPage(): boolean {
  const [isStart] = useRoute(patternOf('start'));
  const [isAsk] = useRoute(patternOf('ask'));
  return useRunOfAddress() !== null || isStart || isAsk;
}

/** Goes to the page of a run. */
export function useShowRun(): (id: string) => void {
  const [, navigate] = useLocation();
  return useCallback((id) => navigate(addressOf('run', { id })), [navigate]);
}

/** The token of a run that a colleague has shared; null: the address has none. */
export function useShareOfAddress(): string | null {
  const [search] = useSearchParams();
  return search.get('share');
}
