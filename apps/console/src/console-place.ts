import { queryClient, reachability, speak } from './api';
import { keptObservable } from './observable';
import { locale, shownTheme } from './preferences';
import { SharedRuns } from './runs/shared-runs';
import type { Place } from './surface/surface';

/** The console is the whole page, and keeps its choices in the browser. */
export const consolePlace: Place = {
  connect: speak,
  queryClient,
  locale,
  shownTheme,
  connection: keptObservable<string | null>('querent-connection', (kept) => kept),
  onlyConnection: null,
  sharedRuns: new SharedRuns(),
  reachability,
  root: document,
  overlays: null,
  startsFocused: true,
  mayFocus: () => true,
  progress: 'events',
};
