import { startStack, type TestStack } from '@querent/testing';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import { answerOf, field } from './asking';
import { ownerWords, unknownWord } from './model-words';
import { languages, type Language } from './words';

/** The page asks for the rating of an answer that has none. */
const expected = [/status of 404.*\/feedback/];

const byMouse = (target: Locator): Promise<void> => target.click();

async function byKeyboard(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

describe('the pages for data owners', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  // The model is changed here, so the stack is not shared.
  beforeAll(async () => {
    [browser, stack] = await Promise.all([openBrowser(), startStack()]);
    await stack.ready();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  const editor = (page: Page): Locator => page.locator('.model-text .cm-content');
  const ask = (page: Page, question: string, locale: Language) =>
    page.request.post('/v1/queries', {
      data: { question, connection: 'commerce', locale },
      headers: { origin: stack.url, prefer: 'wait=20' },
    });

  it.each([
    ['en', 'light', 'the mouse', byMouse],
    ['zh', 'dark', 'the keyboard', byKeyboard],
  ] as const)(
    'takes a misunderstood word from the review to a published synonym (%s, %s, by %s)',
    async (locale, theme, _by, act) => {
      const name = ownerWords[locale];
      const { question, word } = unknownWord[locale];
      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, theme, expected });
      expect(await (await ask(page, question, locale)).json()).toMatchObject({ status: 'failed' });
      await page.goto('/review');
      await act(page.getByRole('button', { name: name.unanswered }));
      await act(page.getByRole('link', { name: question }));
      await page.getByRole('heading', { name: question }).waitFor();
      await page.locator(`.teach input:not([value=""])`).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `review/${locale}-${theme}`);
      await act(page.getByRole('button', { name: name.synonym }));
      await page.getByRole('heading', { name: name.means }).waitFor();
      await editor(page).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `model/synonym-${locale}-${theme}`);
      await act(page.locator('.offers').getByRole('button', { name: name.customer }).first());
      await page.getByText(word, { exact: false }).first().waitFor();
      await act(page.getByRole('button', { name: name.next }));
      await page.getByText(name.changed).waitFor();
      await page.getByRole('heading', { name: name.understood }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `model/impact-${locale}-${theme}`);
      await act(page.getByRole('button', { name: name.publish, exact: true }));
      await page.getByText(name.published).waitFor();
      await act(page.getByRole('button', { name: name.again }));
      await field(page, locale).waitFor();
      expect(await field(page, locale).inputValue()).toBe(question);
      await page.locator('.chips, .reading').first().waitFor();
      await field(page, locale).press('Escape');
      await field(page, locale).press('Enter');
      expect(await answerOf(page)).not.toBe('');

      await page.goto('/model/commerce?panel=history');
      await page.getByText(name.named).waitFor();
      await act(page.getByRole('button', { name: name.before }));
      await act(page.getByRole('button', { name: name.yes, exact: true }));
      await page.getByText(name.restored).waitFor();
      await page.getByText(name.fromFile).waitFor();
      await page.locator('.revision').first().getByText(name.undone).waitFor();
      await picture(page, `model/history-${locale}-${theme}`);
      expect(await axeViolations(page)).toEqual([]);
      expect(await findings()).toEqual([]);
      await close();
    },
    120_000,
  );

  it.each(languages)(
    'shows mistakes at their lines, keeps the draft over a reload, and undoes single changes (%s)',
    async (locale) => {
      const name = ownerWords[locale];
      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, expected });
      await page.goto('/model/commerce?panel=yaml');
      await editor(page).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText('nonsense: 1\n');
      await page.getByText(name.bad).waitFor();
      await page.getByRole('region', { name: name.mistakes }).getByRole('button').first().click();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `model/mistake-${locale}`);
      await page.reload();
      await page.getByText(name.bad).waitFor();
      expect(await editor(page).innerText()).toContain('nonsense: 1');
      await page.getByRole('button', { name: name.difference, exact: true }).click();
      await page.locator('.model-difference .cm-content').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `model/difference-${locale}`);
      await page.getByRole('button', { name: name.undo }).click();
      await page.getByText(name.same).waitFor();
      await page.getByText(name.good).waitFor();
      expect(await findings()).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each(languages)(
    'tries changed calculations on the data before they are published, and leads to the lines (%s)',
    async (locale) => {
      const name = ownerWords[locale];
      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, expected });
      await page.goto('/model/commerce?panel=yaml');
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText(`
  broken: { label: { zh: 损坏订单, en: broken orders }, filter: 'orders.status::integer > 3' }
  paid: { label: { zh: 有价订单, en: priced orders }, filter: 'orders.amount > 0' }
`);
      await page.getByText(name.good).waitFor();
      await page.getByRole('button', { name: name.open }).click();
      const tried = page.getByRole('region', { name: name.tried });
      await tried.getByRole('button', { name: name.calculates }).waitFor({ timeout: 45_000 });
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `model/tried-${locale}`);
      await tried.getByRole('button', { name: name.fails }).click();
      await page.locator('.model-text .cm-activeLine').getByText('orders.status::integer').waitFor();
      // A tenant has one comparison at a time.
      await page.locator('.impact progress').waitFor({ state: 'detached', timeout: 45_000 });
      expect(await findings()).toEqual([]);
      await close();
    },
    90_000,
  );

  it('completes members, tables and columns', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale: 'en', expected });
    await page.goto('/model/commerce?panel=yaml');
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\nfilters:\n  f:\n    column: ');
    await page.keyboard.type('orders.ch');
    await page.locator('.cm-tooltip-autocomplete').getByText('orders.channel').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await editor(page).innerText()).toContain('column: orders.channel');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('changes a word in the form, where the file keeps its comments', async () => {
    const name = ownerWords.en;
    const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale: 'en', expected });
    await page.goto('/model/commerce?find=refund+reason&entry=tables.refunds.columns.reason');
    const words = page.getByLabel(name.otherWords);
    await words.fill('reason, why returned');
    await words.press('Enter');
    await page.getByRole('button', { name: 'Show in the file' }).click();
    await page.locator('.model-text').getByText('why returned').waitFor();
    await page.keyboard.press('Control+Home');
    await page.locator('.model-text').getByText('# The shop.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('lets the user decide when another version was published meanwhile', async () => {
    const name = ownerWords.en;
    const refused = [...expected, /status of 412/];
    const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale: 'en', expected: refused });
    const put = async (edit: (text: string) => string): Promise<void> => {
      const address = '/v1/connections/commerce/model';
      const live = await page.request.get(address, {
        headers: { accept: 'application/yaml', authorization: 'Bearer demo' },
      });
      const response = await page.request.put(address, {
        data: edit(await live.text()),
        headers: {
          authorization: 'Bearer demo',
          'content-type': 'application/yaml',
          'if-match': live.headers()['etag'] ?? '',
        },
      });
      expect(response.ok()).toBe(true);
    };
    await page.goto('/model/commerce?panel=yaml');
    await editor(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('# mine\n');
    await put((text) => `${text}# theirs\n`);
    await page.getByRole('button', { name: name.open }).click();
    await page.getByRole('button', { name: name.publish, exact: true }).click();
    await page.getByText(name.overtaken).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'model/overtaken');
    await page.getByRole('button', { name: name.mine }).click();
    await page.getByText(name.overtaken).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: name.publish, exact: true }).click();
    await page.getByText(name.published).waitFor();
    await put((text) => text.replace('# mine\n', ''));
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(languages)('reviews by keys, and the filters stay in the address (%s)', async (locale) => {
    const name = ownerWords[locale];
    const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, expected });
    const run = (await (
      await ask(page, locale === 'en' ? 'number of orders last month' : '上个月的订单数', locale)
    ).json()) as {
      id: string;
    };
    const rated = await page.request.post(`/v1/queries/${run.id}/feedback`, {
      data: { rating: 'down', comment: '<b>wrong</b>' },
      headers: { origin: stack.url },
    });
    expect(rated.ok()).toBe(true);
    await ask(page, unknownWord[locale].question, locale);
    await page.goto('/review?connection=commerce');
    const detail = page.locator('.review-detail h2');
    await detail.waitFor();
    const first = await detail.innerText();
    await page.keyboard.press('j');
    await page.locator('.review-detail h2').filter({ hasNotText: first }).waitFor();
    expect(page.url()).toMatch(/item=/);
    await page.keyboard.press('k');
    await page.locator('.review-detail h2').filter({ hasText: first }).waitFor();
    // Not the rated answer, which is corrected below.
    const { question } = unknownWord[locale];
    await page.getByRole('link', { name: question }).first().click();
    await page.locator('.review-detail h2').filter({ hasText: question }).waitFor();
    const count = await page.locator('.review-list li').count();
    await page.keyboard.press('d');
    await page
      .locator('.review-list li')
      .nth(count - 1)
      .waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('connection')).toBe('commerce');
    await page.goto('/review?kind=down');
    await detail.waitFor();
    await page.keyboard.press('e');
    await page.getByLabel(name.statement).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel(name.statement).fill('SELECT count(*) FROM orders');
    await page.getByRole('button', { name: name.save }).click();
    await page.getByLabel(name.statement).waitFor({ state: 'detached' });
    const samples = await page.request.get('/v1/connections/commerce/samples?status=approved', {
      headers: { authorization: 'Bearer demo' },
    });
    expect(await samples.text()).toContain('SELECT count(*) FROM orders');
    expect(new URL(page.url()).searchParams.get('kind')).toBe('down');
    expect(await axeViolations(page)).toEqual([]);
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(languages)('shows a viewer that the pages are not for this key (%s)', async (locale) => {
    const { page, findings, close } = await signedInPage(browser, stack, 'viewer', { locale, expected });
    for (const address of ['/model', '/model/commerce', '/review']) {
      await page.goto(address);
      await page.getByText(ownerWords[locale].forbidden).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each([
    ['en', 'light', 360],
    ['zh', 'dark', 360],
    ['en', 'dark', 1280],
    ['zh', 'light', 1280],
  ] as const)(
    'fits the window and violates no rule of axe (%s, %s, %i wide)',
    async (locale, theme, width) => {
      const { page, findings, close } = await signedInPage(browser, stack, 'demo', { locale, theme, width, expected });
      const addresses = {
        models: '/model',
        words: '/model/commerce?entry=tables.orders',
        yaml: '/model/commerce?panel=yaml',
        history: '/model/commerce?panel=history',
        metric: '/model/commerce?add=metric&word=proceeds',
        missing: '/model/nonesuch',
        review: '/review',
      };
      for (const [view, address] of Object.entries(addresses)) {
        await page.goto(address);
        await page.getByRole('main').getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle');
        expect([view, await axeViolations(page)]).toEqual([view, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        expect([view, overflow]).toEqual([view, 0]);
        await picture(page, `owner/${view}-${locale}-${theme}-${width}`);
      }
      expect((await findings()).filter((line) => !/status of 404.*nonesuch/.test(line))).toEqual([]);
      await close();
    },
    120_000,
  );
});
