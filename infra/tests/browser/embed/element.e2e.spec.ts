import { waitFor } from '@querent/testing';
import type { Page } from 'playwright-core';
import { axeViolations } from '../axe-violations';
import { answerOf, field } from '../console/asking';
import { languages, questions, words } from '../console/words';
import { picture } from '../picture';
import { shownStyle, openEmbedding, type Embedding } from './embedding';

/** The name of the focused element inside the element of the page. */
const focused = `document.querySelector('querent-ask').shadowRoot.activeElement?.tagName`;

/** What a host could notice of the element, beside the element itself. */
const surroundings = `JSON.stringify({
  head: document.head.innerHTML, title: document.title, address: location.href, history: history.length,
  state: history.state, local: Object.entries(localStorage), cookies: document.cookie,
  session: Object.keys(sessionStorage), root: document.documentElement.getAttributeNames(), body: document.body.getAttributeNames(),
  children: [...document.body.querySelectorAll('*')].filter((one) => one.tagName !== 'QUERENT-ASK').map((one) => one.cloneNode().outerHTML),
  focus: String(HTMLElement.prototype.focus), globals: Object.keys(window).filter((name) => !['seen', 'isWell'].includes(name)),
})`;

/** Events that the element has sent to its page. */
const seen = (page: Page): Promise<[string, Record<string, string>][]> => page.evaluate('window.seen');
const endOf = (page: Page, runs: number): Promise<unknown> => waitFor(async () => (await seen(page)).length === runs);

describe('<querent-ask> in a page with a strict policy', () => {
  let embedding: Embedding;
  beforeAll(async () => {
    embedding = await openEmbedding();
  }, 120_000);
  afterAll(() => embedding?.leave());

  it.each(languages)('asks, completes and changes the reading by the keyboard alone (%s)', async (locale) => {
    const { page, findings, close } = await embedding.open({ locale });
    await page.goto(`/?locale=${locale}`);
    await page.locator('.examples').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/start-${locale}`);
    // The element does not take the focus from its host.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focused)).toBe('TEXTAREA');
    await page.keyboard.insertText(questions[locale].beginning);
    await page.getByRole('option').first().waitFor();
    await picture(page, `embed/completions-${locale}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field(page, locale).fill(questions[locale].planned);
    await page.getByRole('list', { name: words[locale].reading }).getByRole('listitem').nth(2).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const before = await answerOf(page);
    expect(before).toMatch(/2025/);
    await page.locator('.chart canvas').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/answer-${locale}`);
    // A part of the reading is changed in a menu inside the element.
    const change = page.locator('.run').getByRole('button', { name: words[locale].menuChange }).first();
    await change.focus();
    await page.keyboard.press('Enter');
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(`document.querySelector('[role=menu]')`)).toBeNull();
    await picture(page, `embed/menu-${locale}`);
    await page.keyboard.press('ArrowDown');
    expect(await entries.nth(1).getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Escape');
    await entries.first().waitFor({ state: 'detached' });
    await waitFor(async () => (await page.evaluate(focused)) === 'BUTTON');
    await page.keyboard.press('Enter');
    await entries.first().waitFor();
    await page.keyboard.press('Enter');
    await endOf(page, 2);
    expect(await answerOf(page)).not.toBe(before);
    expect((await seen(page)).map(([name, { status }]) => [name, status])).toEqual([
      ['querent-answer', 'succeeded'],
      ['querent-answer', 'succeeded'],
    ]);
    expect((await seen(page))[0]?.[1]?.['question']).toBe(questions[locale].planned);
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(languages)('asks by the mouse, replies, and shows the same pause after a reload (%s)', async (locale) => {
    const { page, findings, close } = await embedding.open({ locale, theme: 'dark' });
    await page.goto(`/?locale=${locale}&theme=dark`);
    await field(page, locale).click();
    await page.keyboard.insertText(questions[locale].unclear);
    await page.keyboard.press('Escape');
    await page.locator('.field').getByRole('button').click();
    const form = page.locator('.clarification');
    await form.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/pause-${locale}-dark`);
    const asked = await form.getByRole('heading').innerText();
    await page.reload();
    await form.waitFor();
    expect(await form.getByRole('heading').innerText()).toBe(asked);
    // Digits that are pressed elsewhere in the page are the page's.
    await page.getByRole('button', { name: 'A button of the shop' }).focus();
    await page.keyboard.press('1');
    const options = form.locator('li').getByRole('button');
    const texts = await options.allInnerTexts();
    await options.nth(texts.findIndex((text) => /leave out|不考虑/i.test(text))).click();
    expect(await answerOf(page)).toMatch(/2025/);
    await page.getByRole('button', { name: words[locale].table }).click();
    await page.getByRole('table').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/table-${locale}-dark`);
    // A file, a follow-up and an opinion.
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: words[locale].no }).click();
    await page.getByRole('textbox', { name: words[locale].why }).fill('why');
    await page.getByRole('button', { name: words[locale].send }).click();
    await page.getByText(words[locale].thanks).waitFor();
    await page.locator('.follow-ups').getByRole('button').first().click();
    await endOf(page, 2);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('chooses an option by a digit after a press on an example, and stops a question', async () => {
    const { page, findings, close } = await embedding.open();
    await page.goto('/?locale=en');
    await page.locator('.examples').waitFor();
    await field(page, 'en').fill(questions.en.unclear);
    await page.locator('.field').getByRole('button').click();
    await page.locator('.clarification').waitFor();
    await page.keyboard.press('1');
    await page.locator('.clarification').waitFor({ state: 'detached' });
    await endOf(page, 1);
    await field(page, 'en').fill(questions.en.unclear.replace('2025', '2024'));
    await page.locator('.field').getByRole('button').click();
    await page.getByRole('button', { name: words.en.stop }).click();
    await page.getByText(words.en.stopped).last().waitFor();
    expect((await seen(page)).at(-1)?.[1]?.['status']).toBe('cancelled');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('changes nothing around it, and keeps the id of its run alone', async () => {
    const { page, close } = await embedding.open();
    await page.route('**/embed/querent-ask.js', (route) => route.abort());
    await page.goto('/?locale=en');
    const before = JSON.parse(await page.evaluate(surroundings)) as Record<string, unknown>;
    await page.unroute('**/embed/querent-ask.js');
    await page.reload();
    await field(page, 'en').click();
    await page.keyboard.insertText(questions.en.planned);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await answerOf(page);
    await page.locator('.run').getByRole('button', { name: words.en.menuChange }).first().click();
    await page.getByRole('menuitem').first().waitFor();
    const after = JSON.parse(await page.evaluate(surroundings)) as Record<string, unknown>;
    expect(after).toEqual({ ...before, session: ['querent-run commerce'] });
    expect(await page.evaluate(`sessionStorage.getItem('querent-run commerce')`)).toMatch(/^[\w-]{6,40}$/);
    expect(await page.evaluate('window.trustedTypes.defaultPolicy')).toBeNull();
    // A press in the page closes the menu, and reaches the page.
    await page.getByRole('heading', { name: 'A shop' }).click();
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await close();
  });

  it('works where storage is blocked', async () => {
    const { page, findings, close } = await embedding.open();
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new Error('Access is denied for this document');
          },
        });
    });
    await page.goto('/?locale=en');
    await field(page, 'en').fill(questions.en.planned);
    await page.keyboard.press('Enter');
    expect(await answerOf(page)).toMatch(/2025/);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('is several times in a page, each with its data, language, colours and run', async () => {
    const { page, findings, close } = await embedding.open({ width: 1400, height: 1000 });
    await page.goto('/two');
    const [english, chinese] = [page.locator('querent-ask').nth(0), page.locator('querent-ask').nth(1)];
    await english.locator('.examples').waitFor();
    await chinese.locator('.examples').waitFor();
    await picture(page, 'embed/two-start');
    await english.getByRole('textbox', { name: words.en.question }).fill(questions.en.planned);
    await english.locator('.field').getByRole('button').click();
    await english.locator('.sentence').waitFor();
    expect(await chinese.locator('.run').count()).toBe(0);
    await chinese.locator('.examples').getByRole('button').first().click();
    await chinese.locator('.run').waitFor();
    await chinese.locator('.sentence, .clarification').first().waitFor();
    expect(await english.locator('.sentence').innerText()).toMatch(/[Rr]evenue/);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/two');
    expect(await page.evaluate('Object.keys(sessionStorage).sort()')).toEqual([
      'querent-run commerce',
      'querent-run education',
    ]);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('takes the colours of its host, changes with its attributes, and fits 360 pixels', async () => {
    const { page, findings, close } = await embedding.open({ width: 360, height: 740 });
    await page.goto('/?locale=en&class=shop');
    const element = page.locator('querent-ask');
    await field(page, 'en').fill(questions.en.planned);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await answerOf(page);
    await page.locator('.chart canvas').waitFor();
    const submit = page.locator('.field').getByRole('button');
    expect(await shownStyle(submit, 'backgroundColor')).toBe('rgb(122, 31, 92)');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/own-colours-360');
    await element.evaluate((one) => one.setAttribute('locale', 'zh'));
    await page.getByRole('button', { name: words.zh.table }).waitFor();
    await element.evaluate((one) => {
      one.setAttribute('class', '');
      one.setAttribute('theme', 'dark');
    });
    await waitFor(async () => (await shownStyle(page.locator('.querent'), 'colorScheme')) === 'dark');
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/dark-360');
    await element.evaluate((one) => one.setAttribute('connection', 'education'));
    await page.locator('.examples').waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });
});
