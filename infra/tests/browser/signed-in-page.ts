import type { OpenedBrowser } from './open-browser';
import { openPage, type OpenedPage, type PageOptions } from './open-page';

/**
 * Opens an empty page of a stack or gateway whose browser is signed in, as if the user had entered the key.
 * @param stack a running product, e.g. `await plainStack()`
 * @param key an API key: `demo` or `viewer` of the demo, or one of the stack's configuration
 * @throws an error with the gateway's response if it refuses the key
 */
export async function signedInPage(
  browser: OpenedBrowser,
  stack: { url: string },
  key: string,
  options: Omit<PageOptions, 'url'> = {},
): Promise<OpenedPage> {
  const opened = await openPage(browser, { ...options, url: stack.url });
  // This request has the cookies of the page's context. A browser would send the same origin with it.
  const response = await opened.page.request.post('/v1/session', {
    data: { key },
    headers: { origin: new URL(stack.url).origin },
  });
  if (response.status() !== 204) {
    const text = await response.text();
    await opened.close();
    throw new Error(`POST /v1/session answered ${response.status()}: ${text}`);
  }
  return opened;
}
