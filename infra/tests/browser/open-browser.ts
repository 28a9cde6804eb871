import { startChromium } from '@querent/testing';
import { chromium, type Browser } from 'playwright-core';

export interface OpenedBrowser {
  browser: Browser;
  /** Closes all pages and ends Chromium. */
  close(): Promise<void>;
}

/**
 * Starts a Chromium for one spec file. Its driver runs in another process, so that Chromium also ends when the Jest
 * worker is killed or a spec forgets `close`.
 */
export async function openBrowser(): Promise<OpenedBrowser> {
  const server = await startChromium();
  const browser = await chromium.connect(server.url);
  return {
    browser,
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}
