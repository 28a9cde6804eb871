import { waitFor } from '@querent/testing';
import type { Page, Route } from 'playwright-core';
import { axeViolations } from '../axe-violations';
import { answerOf, field } from '../console/asking';
import { languages, questions, words } from '../console/words';
import { picture } from '../picture';
import { elementWords } from './element-words';
import { openEmbedding, type Embedding } from './embedding';
import { tokenOf } from './host-server';

const expected = [/status of 401/];

describe('the token of an element', () => {
  let embedding: Embedding;
  beforeAll(async () => {
    embedding = await openEmbedding();
  }, 120_000);
  afterEach(() => {
    embedding.host.mint = () => tokenOf(embedding.host.gateway, { user: 'ann' });
  });
  afterAll(() => embedding?.leave());

  /** Number of tokens that were asked for since then. */
  const counted = (): (() => number) => {
    const before = embedding.host.minted;
    return () => embedding.host.minted - before;
  };
  const refusal = (route: Route): Promise<void> =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': embedding.host.url, 'content-type': 'application/problem+json' },
          body: '{}',
        });
  const ask = async (page: Page, question: string): Promise<string> => {
    await field(page, 'en').fill(question);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    return answerOf(page);
  };

  it('is asked for once, kept in no storage, and sent without cookies', async () => {
    const { page, findings, close } = await embedding.open();
    const minted = counted();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/'))
        sent.push(request.headers()['authorization'] ?? '', request.headers()['cookie'] ?? 'none');
    });
    await page.goto('/?locale=en');
    expect(await ask(page, questions.en.planned)).toMatch(/2025/);
    expect(minted()).toBe(1);
    expect(new Set(sent.filter((header) => header !== ''))).toEqual(
      new Set([sent.find((header) => header.startsWith('Bearer')), 'none']),
    );
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain('qbt_');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('is asked for again when the server refuses it, and the question is asked once', async () => {
    const { page, findings, close } = await embedding.open({ expected });
    const minted = counted();
    embedding.host.mint = async () =>
      minted() === 1 ? 'qbt_expired' : tokenOf(embedding.host.gateway, { user: 'eve' });
    await page.goto('/?locale=en');
    await page.locator('.examples').waitFor();
    expect(minted()).toBe(2);
    let refused = 0;
    await page.route('**/v1/queries', (route) => {
      if (route.request().method() !== 'POST' || (refused += 1) > 1) return route.continue();
      return refusal(route);
    });
    expect(await ask(page, questions.en.planned)).toMatch(/2025/);
    expect(minted()).toBe(3);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('that is refused again and again ends in a notice, and is asked for no more until the user tries again', async () => {
    const { page, findings, close } = await embedding.open({ expected });
    await page.goto('/?locale=en');
    await ask(page, questions.en.planned);
    const minted = counted();
    await page.route('**/v1/**', refusal);
    await field(page, 'en').fill('revenue by month in 2024');
    await page.getByText(elementWords.en.refused).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/refused');
    await field(page, 'en').fill('revenue by month in 2023');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(minted()).toBe(1);
    expect(await page.evaluate('window.seen.at(-1)')).toEqual(['querent-error', { code: 'token_refused' }]);
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: words.en.tryAgain }).click();
    await page.getByText(elementWords.en.refused).waitFor({ state: 'detached' });
    // What was typed and the answer are still there.
    expect(await field(page, 'en').inputValue()).toBe('revenue by month in 2023');
    await answerOf(page);
    expect(minted()).toBe(2);
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(languages)('may be missing: the element says so calmly (%s)', async (locale) => {
    const { page, findings, close } = await embedding.open({ locale });
    await page.goto(`/?locale=${locale}&mode=none`);
    await page.getByText(elementWords[locale].missing).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/missing-${locale}`);
    expect(await findings()).toEqual([]);
    // The page sets its function late.
    await page.evaluate(`document.querySelector('querent-ask').token = () => fetch('/token').then((r) => r.text())`);
    await page.locator('.examples').waitFor();
    await close();
  });

  it.each(languages)('may fail to come: the user tries again, and the page learns of it (%s)', async (locale) => {
    const { page, findings, close } = await embedding.open({ locale, theme: 'dark' });
    await page.goto(`/?locale=${locale}&theme=dark&mode=failing`);
    await page.getByText(elementWords[locale].failed).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/failed-${locale}-dark`);
    expect(await page.evaluate('window.seen')).toEqual([['querent-error', { code: 'token_failed' }]]);
    await page.getByRole('button', { name: words[locale].tryAgain }).click();
    await waitFor(async () => (await page.evaluate<unknown[]>('window.seen')).length === 2);
    await page.evaluate('window.isWell = true');
    await page.getByRole('button', { name: words[locale].tryAgain }).click();
    await page.locator('.examples').waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it('may permit other data than the element shows', async () => {
    const { page, findings, close } = await embedding.open();
    embedding.host.mint = () => tokenOf(embedding.host.gateway, { user: 'bob', connections: ['education'] });
    await page.goto('/?locale=en&connection=commerce');
    await page.getByText(elementWords.en.noData).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/no-data');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('is of one user: another user does not see the kept run', async () => {
    const { page, close } = await embedding.open({ expected: [/status of 404/] });
    await page.goto('/?locale=en');
    await ask(page, questions.en.planned);
    embedding.host.mint = () => tokenOf(embedding.host.gateway, { user: 'carol' });
    await page.reload();
    await page.locator('.examples').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await close();
  });
});
