import type { TestStack } from '@querent/testing';
import { leavePlainStack, plainStack } from '../../product/plain-stack';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { openPage } from '../open-page';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import { answerOf, askByKeyboard, field, openAsk } from './asking';
import { languages, questions, words } from './words';

/** The page asks for the rating of an answer that has none, and for a session before anybody has signed in. */
const expected = [/status of 404.*\/feedback/, /status of 401.*\/v1\/session/];

describe('the page for questions', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  beforeAll(async () => {
    [browser, stack] = await Promise.all([openBrowser(), plainStack()]);
    await stack.ready();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await leavePlainStack();
  });

  it.each(languages)('signs in, asks and answers by the keyboard alone (%s)', async (locale) => {
    const name = words[locale];
    const { page, findings, close } = await openPage(browser, { url: stack.url, locale, expected });
    await page.goto('/');
    await page.getByLabel(name.key).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `sign-in/${locale}`);
    await page.keyboard.insertText('wrong key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel(name.key).fill('viewer');
    await page.keyboard.press('Enter');
    await field(page, locale).waitFor();
    await page.locator('.examples').waitFor();
    await picture(page, `ask/start-${locale}`);
    await askByKeyboard(page, questions[locale].planned);
    expect(await answerOf(page)).toMatch(/2025/);
    expect(await page.title()).toBe(`${questions[locale].planned} · Querent`);
    await page.locator('.chart canvas').waitFor();
    await picture(page, `ask/answer-${locale}`);
    // The table is reached and chosen with the keyboard.
    await page.getByRole('button', { name: name.table }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);
    expect((await findings()).filter((line) => !line.includes('status of 401'))).toEqual([]);
    await close();
  });

  it.each(languages)(
    'reads a question while it is typed, completes it, and changes its parts in place (%s)',
    async (locale) => {
      const { page, findings, close } = await signedInPage(browser, stack, 'viewer', { locale, expected });
      await openAsk(page, locale);
      await page.keyboard.insertText(questions[locale].beginning);
      await page.getByRole('option').first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `ask/completions-${locale}`);
      const completion = await page.getByRole('option').first().innerText();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await field(page, locale).inputValue()).toMatch(new RegExp(`${completion.trim()}$`));
      await field(page, locale).fill(questions[locale].planned);
      const chips = page.getByRole('list', { name: words[locale].reading });
      await chips.getByRole('listitem').nth(2).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      const before = await answerOf(page);
      const change = page.locator('.run').getByRole('button', { name: words[locale].menuChange }).first();
      await change.focus();
      await page.keyboard.press('Enter');
      const other = page.getByRole('menuitem').first();
      await other.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `ask/change-${locale}`);
      const address = page.url();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href !== address);
      expect(await answerOf(page)).not.toBe(before);
      // The earlier answer is behind the back button, and is not asked again.
      await page.goBack();
      expect(await answerOf(page)).toBe(before);
      expect(await findings()).toEqual([]);
      await close();
    },
  );

  it.each(languages)('underlines unclear words, and asks with options that a digit chooses (%s)', async (locale) => {
    const { page, findings, close } = await signedInPage(browser, stack, 'viewer', { locale, theme: 'dark', expected });
    await openAsk(page, locale);
    await page.keyboard.insertText(questions[locale].unclear);
    await page.locator('.marked mark').waitFor();
    await picture(page, `ask/unclear-${locale}-dark`);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const form = page.locator('.clarification');
    await form.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `ask/pause-${locale}-dark`);
    const options = await form.getByRole('button').allInnerTexts();
    const digit = options.findIndex((text) => /leave out|不考虑/i.test(text)) + 1;
    await page.keyboard.press(String(digit));
    expect(await answerOf(page)).toMatch(/2025/);
    // The question had the focus: the next Tab goes on with its answer.
    await page.locator('article.run:focus').waitFor();
    await page.getByRole('list', { name: words[locale].replies }).waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(languages)('takes a reply in own words, an opinion with a reason, and a follow-up (%s)', async (locale) => {
    const name = words[locale];
    const { page, findings, close } = await signedInPage(browser, stack, 'viewer', { locale, expected });
    await openAsk(page, locale);
    await askByKeyboard(page, questions[locale].unclear);
    await page.getByLabel(name.ownWords).fill('VIP');
    await page.getByRole('button', { name: name.reply }).click();
    await answerOf(page);
    await page.getByRole('button', { name: name.no }).click();
    await page.getByLabel(name.why).fill('<b>too low</b>');
    await page.keyboard.press('Enter');
    await page.getByText(name.thanks).waitFor();
    await page.reload();
    await page.getByText(name.thanks).waitFor();
    const next = page.getByRole('region', { name: name.askNext }).getByRole('button').first();
    const [address, question] = [page.url(), await next.innerText()];
    await next.click();
    await page.waitForURL((url) => url.href !== address);
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    await answerOf(page);
    const list = page.getByRole('navigation', { name: name.conversations });
    await list.getByRole('button', { name: question }).first().click();
    await list.getByRole('link', { name: questions[locale].unclear }).click();
    await page.waitForURL(address);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('shows SQL to keys with sql:read alone, and nothing of it in any byte for the others', async () => {
    for (const [key, isShown] of [
      ['demo', true],
      ['viewer', false],
    ] as const) {
      const { page, close } = await signedInPage(browser, stack, key);
      const bodies: string[] = [];
      page.on(
        'response',
        (response) =>
          void response.text().then(
            (text) => bodies.push(text),
            () => undefined,
          ),
      );
      await openAsk(page, 'en');
      await askByKeyboard(page, questions.en.planned);
      await answerOf(page);
      await page.getByText('Did this help?').waitFor();
      expect(await page.getByRole('button', { name: 'SQL' }).count()).toBe(isShown ? 1 : 0);
      const api = bodies.filter((body) => /^[[{]|^(id|event|data):/.test(body)).join('\n');
      const stored = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'));
      expect(api.length).toBeGreaterThan(1_000);
      expect(/order_items|unit_price|SELECT /i.test(api + stored)).toBe(isShown);
      await close();
    }
  });

  it('is one document in every language and theme, from narrow to wide, and keeps its text when they change', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'viewer', {
      width: 360,
      height: 740,
      expected,
    });
    await openAsk(page, 'en');
    await askByKeyboard(page, questions.en.planned);
    await answerOf(page);
    await page.locator('.chart canvas').waitFor();
    await picture(page, 'ask/answer-en-360');
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(await overflow()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change the question' }).click();
    await page.keyboard.insertText(' by city');
    expect(await field(page, 'en').inputValue()).toBe(`${questions.en.planned} by city`);
    // Begins a new question, on this page and on the one that it leads to.
    for (let times = 0; times < 2; times += 1) {
      await page.getByRole('button', { name: 'Your questions' }).click();
      await page.getByRole('link', { name: 'New question' }).click();
      await page.locator('.question-box textarea:focus').waitFor();
      await page.getByRole('link', { name: 'New question' }).waitFor({ state: 'hidden' });
    }
    await page.goBack();
    await answerOf(page);
    await field(page, 'en').fill('revenue');
    await page.getByRole('button', { name: words.en.preferences }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('button', { name: words.zh.preferences }).waitFor();
    expect(await field(page, 'zh').inputValue()).toBe('revenue');
    await page.getByRole('button', { name: words.zh.preferences }).click();
    await page.getByRole('menuitem', { name: '深色' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'ask/answer-zh-dark-360');
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await overflow()).toBe(0);
    await page.reload();
    await answerOf(page);
    expect(await field(page, 'zh').inputValue()).toBe('revenue');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('shares an answer with a colleague of the tenant, who can read it and not change it', async () => {
    const owner = await signedInPage(browser, stack, 'demo', { expected });
    await owner.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
    await openAsk(owner.page, 'en');
    await askByKeyboard(owner.page, questions.en.planned);
    const answer = await answerOf(owner.page);
    await owner.page.getByRole('button', { name: words.en.share }).click();
    await owner.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const address = String(await owner.page.evaluate('navigator.clipboard.readText()'));
    expect(address).toMatch(/\/runs\/[^/?]+\?share=/);
    const reader = await signedInPage(browser, stack, 'viewer', { expected: [...expected, /status of 404/] });
    await reader.page.goto(address.split('?')[0] ?? '');
    await reader.page.getByText(words.en.noRun).waitFor();
    expect(await axeViolations(reader.page)).toEqual([]);
    await reader.page.goto(address);
    expect(await answerOf(reader.page)).toBe(answer);
    await reader.page.getByText(words.en.shared).waitFor();
    expect(await reader.page.getByRole('button', { name: /helped|help$|Stop|Copy a link/ }).count()).toBe(0);
    await reader.page.getByRole('button', { name: words.en.table }).click();
    await reader.page.getByRole('table').waitFor();
    expect([...(await owner.findings()), ...(await reader.findings())]).toEqual([]);
    await owner.close();
    await reader.close();
  });

  it('pins a question to the board, where it is asked again', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'viewer', { expected });
    await openAsk(page, 'en');
    await askByKeyboard(page, questions.en.planned);
    const answer = await answerOf(page);
    const run = page.url();
    await page.getByRole('button', { name: words.en.pin, exact: true }).click();
    await page.getByRole('button', { name: words.en.pinned, exact: true }).waitFor();
    await page.getByRole('link', { name: words.en.board }).click();
    const card = page.getByRole('article', { name: questions.en.planned });
    await card.getByText(answer).waitFor();
    await card.locator('canvas').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'board/en');
    expect(await card.getByRole('link').getAttribute('href')).not.toBe(new URL(run).pathname);
    await card.getByRole('button', { name: /More/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await findings()).toEqual([]);
    await close();
  });

  it('has a page for addresses that nothing has, and a way back', async () => {
    const { page, close } = await signedInPage(browser, stack, 'viewer', { expected: [/status of 404/] });
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await page.getByText(words.en.noPage).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto('/runs/nonesuch');
    await page.getByText(words.en.noRun).waitFor();
    await picture(page, 'states/no-run');
    await close();
  });
});
