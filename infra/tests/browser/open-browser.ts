import { startChromium } from '@querent/testing';
import { chromium, type Browser } from 'playwright-core';
import { Kept } from '../product/kept';

export interface OpenedBrowser {
  browser: Browser;
  /** Closes all pages of the spec. Ends Chromium, unless the group keeps it. */
  close(): Promise<void>;
}

const kept = new Kept(startChromium, (server) => server.stop());

/**
 * A Chromium for one spec file, which the specs of a group share. Its driver runs in another process, so that Chromium
 * also ends when the Jest worker is killed or a spec forgets `close`.
 */
export async function openBrowser(): Promise<OpenedBrowser> {
  const server = await kept.open();
  const browser = await chromium.connect(server.url);
  return {
    browser,
    async close() {
      await browser.close();
      await kept.leave();
    },
  };
}

/** The group calls this to keep Chromium until its last spec has ended. */
export const keepBrowser = (): void => kept.keep();
