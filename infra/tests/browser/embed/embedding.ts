import { startStack, type TestStack } from '@querent/testing';
import type { Locator } from 'playwright-core';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { openPage, type OpenedPage, type PageOptions } from '../open-page';
import { startHost, type HostServer } from './host-server';

export interface Embedding {
  browser: OpenedBrowser;
  stack: TestStack;
  host: HostServer;
  /** Opens an empty page whose own origin is the host's. Requests to the gateway are no findings. */
  open(options?: Omit<PageOptions, 'url'>): Promise<OpenedPage>;
  stop(): Promise<void>;
}

/** A browser, the site of another company, and the product, which allows it. */
export async function startEmbedding(): Promise<Embedding> {
  const host = await startHost();
  const env = { EMBED_ORIGINS: host.url, QUERENT_SECRET_KEY: 'a key for the tests only' };
  const [browser, stack] = await Promise.all([openBrowser(), startStack({ env })]);
  host.gateway = stack.url;
  await stack.ready();
  return {
    browser,
    stack,
    host,
    open({ expected = [], ...options } = {}) {
      const own = new RegExp(`request to another origin: \\w+ ${stack.url}/`);
      // An answer without a rating.
      return openPage(browser, {
        ...options,
        url: host.url,
        expected: [own, /status of 404.*\/feedback/, ...expected],
      });
    },
    async stop() {
      await browser.close();
      await stack.stop();
      await host.close();
    },
  };
}

/** The computed value of a style property of an element. */
export const shownStyle = (element: Locator, property: 'color' | 'backgroundColor' | 'colorScheme'): Promise<string> =>
  element.evaluate((one, name) => {
    // The type of the function, which is not in Node's library of types.
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (element: unknown) => Record<string, string>;
    };
    return getComputedStyle(one)[name] ?? '';
  }, property);
