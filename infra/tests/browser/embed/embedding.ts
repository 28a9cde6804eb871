import { startStack, type TestStack } from '@querent/testing';
import type { Locator } from 'playwright-core';
import { Kept } from '../../product/kept';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { openPage, type OpenedPage, type PageOptions } from '../open-page';
import { startHost, type HostServer } from './host-server';

export interface Embedding {
  browser: OpenedBrowser;
  stack: TestStack;
  host: HostServer;
  /** Opens an empty page whose own origin is the host's. Requests to the gateway are no findings. */
  open(options?: Omit<PageOptions, 'url'>): Promise<OpenedPage>;
  /** Each spec calls this at its end. */
  leave(): Promise<void>;
}

const kept = new Kept(
  async () => {
    const host = await startHost();
    const env = { EMBED_ORIGINS: host.url, QUERENT_SECRET_KEY: 'a key for the tests only' };
    const stack = await startStack({ env });
    host.gateway = stack.url;
    await stack.ready();
    return { host, stack };
  },
  async ({ host, stack }) => {
    await stack.stop();
    await host.close();
  },
);

/** The group calls this to keep the product and the site until its last spec has ended. */
export const keepEmbedding = (): void => kept.keep();

/** A browser, the site of another company, and the product, which allows it. The specs of a group share them. */
export async function openEmbedding(): Promise<Embedding> {
  const [browser, { host, stack }] = await Promise.all([openBrowser(), kept.open()]);
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
    async leave() {
      await browser.close();
      await kept.leave();
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
