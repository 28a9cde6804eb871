import { startStack, waitFor, type TestStack } from '@querent/testing';
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
    unclear: /^Left unclear \d+/,
    askedBack: 'Asked back',
    instead: 'Asked instead',
    approve: /^Approve/,
    ends: ['The question was stopped there.', 'The reply was another question.'],
    words: 'Unclear',
    word: 'net',
  },
  zh: {
    ...{ older: '加载更早的', more: /\d+ 条待审阅，还有更早的$/, none: '没有符合的内容', back: /^放回/ },
    unclear: /^未澄清 \d+/,
    askedBack: '当时的追问',
    instead: '改问的问题',
    approve: /^批准/,
    ends: ['提问者在此停止了提问。', '提问者没有回复，而是改问了别的问题。'],
    words: '不明确',
    word: '净',
  },
};

/** Questions with the same unclear word, of which one is stopped, one replaced and one left open, and a clear one. */
const asked = {
  en: {
    unclear: ['net revenue by city in 2025', 'net revenue by city in 2024', 'net revenue by city in 2023'],
    clear: 'how many orders were placed in 2025',
  },
  zh: {
    unclear: ['2025年各城市的净销售额', '2024年各城市的净销售额', '2023年各城市的净销售额'],
    clear: '2025年有多少个订单',
  },
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

  interface PausedRun {
    id: string;
    status: string;
    clarification: { id: string } | null;
  }
  /** @param body absent: GET */
  const call = async (path: string, body?: object): Promise<PausedRun> => {
    const headers = { authorization: 'Bearer viewer', 'content-type': 'application/json', prefer: 'wait=20' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${stack.url}/v1/queries${path}`, init)).json() as Promise<PausedRun>;
  };

  it.each([
    ['en', 'light', 1280],
    ['zh', 'dark', 360],
  ] as const)(
    'shows what people left unclear, and takes the word to the model (%s, %s, %d px)',
    async (locale, theme, width) => {
      const name = words[locale];
      const [stopped, replaced, open] = await Promise.all(
        asked[locale].unclear.map((question) => call('', { question, connection: 'commerce', locale })),
      );
      expect([stopped, replaced, open].map((run) => run?.status)).toEqual(
        Array.from({ length: 3 }, () => 'awaiting_clarification'),
      );
      await call(`/${stopped?.id}/cancel`, {});
      const reply = { clarificationId: replaced?.clarification?.id, text: asked[locale].clear };
      await call(`/${replaced?.id}/clarification`, reply);
      await waitFor(async () => (await call(`/${replaced?.id}`)).status === 'succeeded', { timeoutMs: 30_000 });

      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, theme, width });
      await page.goto('/review');
      await page.getByRole('button', { name: name.unclear }).click();
      await page.waitForURL(/kind=unclear/);
      for (const [at, question] of asked[locale].unclear.slice(0, 2).entries()) {
        await page.getByRole('link', { name: question }).click();
        await page.locator('.review-detail h2').filter({ hasText: question }).waitFor();
        await page.getByRole('heading', { name: name.askedBack }).waitFor();
        await page.getByText(name.ends[at] ?? '').waitFor();
        expect(await page.locator('.run-facts li').count()).toBeGreaterThan(1);
        // The answer to another question must not become an example of this one.
        expect(await page.getByRole('button', { name: name.approve }).count()).toBe(0);
        expect(await page.getByRole('heading', { name: name.instead }).count()).toBe(at);
        await page.waitForLoadState('networkidle');
        expect(await axeViolations(page)).toEqual([]);
        await picture(page, `review/unclear-${at}-${locale}-${theme}-${width}`);
      }
      expect(await page.getByRole('link', { name: asked[locale].unclear[2] ?? '' }).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      const chosen = page.getByRole('group', { name: name.words }).getByRole('button', { pressed: true });
      expect(await chosen.innerText()).toBe(name.word);
      const address = page.url();
      await page.keyboard.press('s');
      await page.waitForURL((url) => url.searchParams.get('word') === name.word && url.pathname === '/model/commerce');
      await page.goto(address);
      const last = page.getByRole('link', { name: asked[locale].unclear[1] ?? '' });
      await last.waitFor();
      await page
        .locator('.review-detail h2')
        .filter({ hasText: asked[locale].unclear[1] ?? '' })
        .waitFor();
      await page.keyboard.press('d');
      await last.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('link', { name: asked[locale].unclear[0] ?? '' }).waitFor();
      expect(await last.count()).toBe(0);
      expect(await findings()).toEqual([]);
      await close();
    },
    120_000,
  );
});
