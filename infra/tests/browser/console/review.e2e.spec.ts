import { startStack, type TestStack } from '@querent/testing';
import { Redis } from 'ioredis';
import type { Page } from 'playwright-core';
import { FeedbackBook } from '../../../../apps/gateway/src/feedback/feedback-book';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import { languages } from './words';

const words = {
  en: {
    older: 'Load older ones',
    more: /\d+ to review, and older ones$/,
    none: 'Nothing matches.',
    back: /^Put back/,
  },
  zh: { older: '加载更早的', more: /\d+ 条待审阅，还有更早的$/, none: '没有符合的内容', back: /^放回/ },
};

/** The runs of the ratings do not exist. */
const expected = [/status of 404/];
const COUNT = 450;

describe('the review of many ratings', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  let redis: Redis;
  beforeAll(async () => {
    [browser, stack] = await Promise.all([openBrowser(), startStack()]);
    await stack.ready();
    redis = new Redis(stack.redisUrl);
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await browser?.close();
    await stack?.stop();
  });
  beforeEach(async () => {
    for (const key of [...(await redis.keys('*feedback*')), ...(await redis.keys('*dismissals*'))])
      await redis.del(key);
  });

  /** Rates `question 1`, the newest, to the last one. */
  async function rate(count: number): Promise<void> {
    const { tenant } = (await (
      await fetch(`${stack.url}/v1/session`, { headers: { authorization: 'Bearer demo' } })
    ).json()) as { tenant: string };
    const book = new FeedbackBook(redis, { prefix: 'querent', perMinute: 1 });
    const now = Date.now();
    for (let n = 1; n <= count; n += 1)
      await book.put({ id: `q${String(n).padStart(9, '0')}`, tenant }, 'viewer', {
        ...{ rating: 'down', comment: null, corrected: false, sample: null, connection: 'commerce' },
        question: `question ${n}.`,
        at: new Date(now - n * 1_000).toISOString(),
      });
  }
  const entries = (page: Page) => page.locator('.review-list li');
  const heading = (page: Page, n: number) => page.locator('.review-detail h2').filter({ hasText: `question ${n}.` });

  it.each(languages)('dismisses for every administrator, and puts back (%s)', async (locale) => {
    await rate(3);
    const [mine, theirs] = [
      await signedInPage(browser, stack, 'demo', { locale, expected }),
      await signedInPage(browser, stack, 'demo', { locale, expected }),
    ];
    await mine.page.goto('/review?kind=down');
    await heading(mine.page, 1).waitFor();
    await mine.page.keyboard.press('d');
    await heading(mine.page, 2).waitFor();
    expect(await entries(mine.page).count()).toBe(2);
    await theirs.page.goto('/review?kind=down');
    await heading(theirs.page, 2).waitFor();
    expect(await entries(theirs.page).count()).toBe(2);
    await theirs.page.goto('/review?kind=down&dismissed=1');
    await heading(theirs.page, 1).waitFor();
    await theirs.page.getByRole('button', { name: words[locale].back }).click();
    await theirs.page.getByRole('button', { name: words[locale].back }).waitFor({ state: 'detached' });
    expect(await axeViolations(theirs.page)).toEqual([]);
    await mine.page.reload();
    await entries(mine.page).nth(2).waitFor();
    expect(await mine.page.evaluate('JSON.stringify({ ...localStorage })')).not.toMatch(/reviewed|question/);
    for (const { findings, close } of [mine, theirs]) {
      expect(await findings()).toEqual([]);
      await close();
    }
  });

  it.each(languages)(
    'loads older ones when asked, and before the shown ones are decided on (%s)',
    async (locale) => {
      await rate(COUNT);
      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, width: 360, expected });
      await page.goto('/review?kind=down');
      await heading(page, 1).waitFor();
      await page.getByText(words[locale].more).waitFor();
      expect(await entries(page).count()).toBe(100);
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `review/older-${locale}-360`);
      await page.getByRole('button', { name: words[locale].older }).click();
      await entries(page).nth(199).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      await page.reload();
      await heading(page, 1).waitFor();
      // 81 decisions leave fewer than twenty of the first hundred.
      for (let n = 1; n <= 81; n += 1) {
        await heading(page, n).waitFor();
        await page.keyboard.press('d');
      }
      await heading(page, 82).waitFor();
      await entries(page).nth(118).waitFor();
      expect(await findings()).toEqual([]);
      await close();
    },
    120_000,
  );

  it('finds an item behind pages in which everything was dismissed', async () => {
    await rate(COUNT);
    const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale: 'en', expected });
    const headers = { authorization: 'Bearer demo' };
    for (let cursor: string | null = ''; cursor !== null;) {
      const url: string = `/v1/feedback?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const list = (await (await page.request.get(url, { headers })).json()) as {
        feedback: { runId: string; by: string; at: string; question: string }[];
        nextCursor: string | null;
      };
      for (const { runId, by, at, question } of list.feedback) {
        if (question === `question ${COUNT}.`) continue;
        const data = { runId, rating: { by, at } };
        expect((await page.request.post('/v1/dismissals', { headers, data })).status()).toBe(201);
      }
      cursor = list.nextCursor;
    }
    await page.goto('/review');
    await heading(page, COUNT).waitFor();
    await page.keyboard.press('d');
    await page.getByText(words.en.none).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await findings()).toEqual([]);
    await close();
  }, 120_000);
});
