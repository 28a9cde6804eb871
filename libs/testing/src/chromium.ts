import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

/** A headless Chromium that Playwright's driver controls. */
export type ThrowAwayChromium = Pick<ThrowAwayServer, 'url' | 'dir' | 'pid' | 'stop'>;

/**
 * Starts a headless Chromium with an empty profile and its driver. `url` is the address for `chromium.connect` of
 * playwright-core, and `dir` contains all that the browser writes. Names of other machines do not resolve.
 */
export function startChromium(): Promise<ThrowAwayChromium> {
  return startThrowAwayServer('chromium', {});
}
