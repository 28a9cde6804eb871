import type { TestStack } from '@querent/testing';
import { leavePlainStack, plainStack } from '../product/plain-stack';
import { openBrowser, type OpenedBrowser } from './open-browser';
import { signedInPage } from './signed-in-page';

describe('a page that is signed in', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  beforeAll(async () => {
    [browser, stack] = await Promise.all([openBrowser(), plainStack()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await leavePlainStack();
  });

  it.each([
    ['demo', 200],
    ['viewer', 403],
  ])('has the rights of its key (%s), by a cookie that scripts cannot read', async (key, status) => {
    const expected = status === 403 ? [/status of 403.*\/v1\/keys/] : [];
    const { page, findings, close } = await signedInPage(browser, stack, key, { expected });
    await page.goto('/docs');
    const seen = await page.evaluate(async () => [
      (await fetch('/v1/connections')).status,
      (await fetch('/v1/keys')).status,
      (globalThis as unknown as { document: { cookie: string } }).document.cookie,
    ]);
    expect(seen).toEqual([200, status, '']);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('fails with the response of the gateway when the key is wrong', async () => {
    await expect(signedInPage(browser, stack, 'nonesuch')).rejects.toThrow(/answered 401: .*unauthorized/);
    expect(browser.browser.contexts()).toEqual([]);
  });
});
