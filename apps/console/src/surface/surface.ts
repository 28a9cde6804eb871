import type { Querent } from '@querent/client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Observable } from '../observable';
import type { SharedRuns } from '../runs/shared-runs';

export type Locale = 'zh' | 'en';
export type ShownTheme = 'light' | 'dark';

/**
 * What the components get from where they are shown: the console, an element in a page of another company, or a view
 * in an MCP host. A page may have several elements, so no component keeps these in its module.
 */
export interface Place {
  /** A client whose texts are in the language. */
  connect: (locale: Locale) => Querent;
  queryClient: QueryClient;
  locale: Observable<Locale>;
  /** The colours of now. */
  shownTheme: Observable<ShownTheme>;
  /** The data that the next question is about, by the name of the connection; null: none is chosen. */
  connection: Observable<string | null>;
  sharedRuns: SharedRuns;
  /** Whether the last request reached the server. */
  reachability: Observable<boolean>;
  /** The name of the only connection that is offered; null: all that the user may ask. */
  onlyConnection: string | null;
  /** Contains the components. Keys that are pressed elsewhere are not theirs. */
  root: Document | ShadowRoot;
  /** Where menus open; null: at the end of the document, which is the place's own. */
  overlays: HTMLElement | null;
  /** Whether the field takes the focus when it is shown. */
  startsFocused: boolean;
  /** Whether a component may take the focus now. It must not take it from the surroundings, if they are of others. */
  mayFocus: () => boolean;
  /** How the progress of a run is read. */
  progress: 'events' | 'polling';
}

interface Surface {
  place: Place;
  querent: Querent;
  /** The language of the texts that are shown. */
  locale: Locale;
}

export const SurfaceContext = createContext<Surface | null>(null);

function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (surface === null) throw new Error('SurfaceProvider is missing');
  return surface;
}

export const usePlace = (): Place => useSurface().place;

/** The client of the place, in its language. */
export const useQuerent = (): Querent => useSurface().querent;

export const useLocale = (): Locale => useSurface().locale;

export const useObserved = <T>({ subscribe, get }: Observable<T>): T => useSyncExternalStore(subscribe, get);
