import type { Page, Route } from 'playwright-core';
import { en } from '../../../../apps/console/src/i18n/en';
import { zh } from '../../../../apps/console/src/i18n/zh';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import {
  administeredWorld,
  administratorPages,
  faults,
  leaveAdministeredWorld,
  type AdministeredWorld,
} from './administered-world';
import { ownerWords } from './model-words';
import { languages, words, type Language } from './words';

const messages = { zh, en };
/** All that pages read, but not whose session it is. */
const data = /\/v1\/(?!session)|\/readyz/;
/** What the browser reports about responses that fail on purpose. */
const expected = [/status of (401|404|500|503)/, /ERR_/, /request failed/];

describe('the pages for administrators', () => {
  let browser: OpenedBrowser;
  let world: AdministeredWorld;
  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), administeredWorld()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await leaveAdministeredWorld();
  }, 60_000);

  const open = async (key: string, locale: Language, more: object = {}) => {
    const opened = await signedInPage(browser, world.stack, key, { locale, expected, ...more });
    return opened;
  };
  const loading = (page: Page, locale: Language) =>
    page.getByRole('main').getByText(messages[locale].states.loading).first();
  const isLoaded = (page: Page, locale: Language) => loading(page, locale).waitFor({ state: 'detached' });
  /** Each language has one half of the pages, and all for pictures. */
  const pagesFor = (locale: Language): [name: string, address: string][] =>
    Object.entries(administratorPages(world.failed)).filter(
      (_, at) => process.env['PICTURES'] === '1' || at % 2 === languages.indexOf(locale),
    );
  /** Opens the application, then goes to an address as a link does. */
  const goTo = async (page: Page, locale: Language, address: string): Promise<void> => {
    if (page.url() === 'about:blank') await page.goto('/nowhere');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)});
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
    await isLoaded(page, locale);
  };
  const topOfHeading = async (page: Page): Promise<number | null> => {
    const heading = page.locator('h1:not(.loading)');
    return (await heading.count()) === 0 ? null : ((await heading.boundingBox())?.y ?? null);
  };

  it.each([
    ['zh', 360],
    ['en', 1280],
  ] as const)(
    'show that they wait for a slow answer, and their heading keeps its position (%s, %i)',
    async (locale, width) => {
      const { page, findings, close } = await open('boss', locale, { width });
      for (const [name, address] of pagesFor(locale)) {
        const held: Route[] = [];
        let isHeld = true;
        await page.route(data, (route) => (isHeld ? void held.push(route) : route.continue()));
        await page.goto(address);
        await loading(page, locale).waitFor();
        // The code of the page first, then its data.
        await page.locator('main > .loading').waitFor({ state: 'detached' });
        await loading(page, locale).waitFor();
        const before = await topOfHeading(page);
        if (width === 360) expect([name, await axeViolations(page)]).toEqual([name, []]);
        await picture(page, `waiting/${name}-${locale}`);
        isHeld = false;
        await Promise.all(held.map((route) => route.continue()));
        await isLoaded(page, locale);
        if (before !== null) expect([name, await topOfHeading(page)]).toEqual([name, before]);
        await page.unroute(data);
      }
      expect(await findings()).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each([
    ['zh', 1280, 0],
    ['en', 360, 1],
  ] as const)(
    'explain broken answers in plain words, and try again (%s, %i)',
    async (locale, width, first) => {
      const { page, findings, close } = await open('boss', locale, {
        width,
        theme: locale === 'zh' ? 'dark' : 'light',
      });
      for (const [at, [name, address]] of pagesFor(locale).entries()) {
        const fault = faults[(at + first) % faults.length] as (typeof faults)[number];
        await page.route(data, fault);
        await page.goto(address);
        const alert = page.getByRole('main').getByRole('alert').first();
        await alert.waitFor();
        expect([name, await alert.innerText()]).toEqual([
          name,
          expect.stringContaining(messages[locale].states.unreachable.slice(0, 5)),
        ]);
        expect(await page.getByRole('main').innerText()).not.toMatch(/JSON|status|Internal|upstream|undefined|token/i);
        if (width === 360) expect([name, await axeViolations(page)]).toEqual([name, []]);
        await picture(page, `broken/${name}-${locale}`);
        await page.unroute(data);
        const again = page.getByRole('main').getByRole('alert').getByRole('button', { name: words[locale].tryAgain });
        for (const button of (await again.all()).reverse()) await button.click();
        await alert.waitFor({ state: 'detached' }).catch(() => Promise.reject(new Error(`${name} is still broken`)));
        await isLoaded(page, locale);
      }
      expect(await findings()).toEqual([]);
      await close();
    },
    90_000,
  );

  it('lead to a reload if their code cannot be loaded, and to another try if data cannot (offline)', async () => {
    const { page, close } = await open('boss', 'zh', { expected: [/./] });
    await page.goto('/keys');
    await page.getByRole('listitem').first().waitFor();
    await page.context().setOffline(true);
    const pages = page.getByRole('navigation', { name: zh.shell.pages });
    await pages.getByRole('link', { name: zh.shell.page.usage }).click();
    await page.getByRole('button', { name: zh.actions.reload }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'offline/code-zh');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: zh.actions.reload }).click();
    await page.getByRole('table').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '刷新' }).click();
    await page.getByText(zh.states.reconnecting).waitFor();
    await page.getByRole('table').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'offline/data-zh');
    await close();
  });

  it('keep what was typed when the session ends', async () => {
    const { page, close } = await open('boss', 'en', { expected: [/./] });
    const signInAgain = async (): Promise<void> => {
      await page.getByRole('heading', { name: words.en.ended }).waitFor();
      await page.getByRole('textbox', { name: words.en.key }).fill('boss');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: words.en.ended }).waitFor({ state: 'detached' });
    };
    const endSession = async (): Promise<void> => {
      await page.request.delete('/v1/session', { headers: { origin: world.stack.url } });
    };
    await page.goto('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('half-typed');
    await page.getByRole('checkbox', { name: /Administer/ }).check();
    await endSession();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await signInAgain();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('half-typed');
    expect(await page.getByRole('checkbox', { name: /Administer/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText(/^qk_/).waitFor();

    await page.goto('/model/shop?panel=yaml');
    await page.locator('.model-text .cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('# kept\n');
    await endSession();
    await page.getByRole('button', { name: ownerWords.en.open }).click();
    await signInAgain();
    await page.getByRole('button', { name: 'Discard my changes' }).waitFor();
    await page.getByRole('button', { name: 'File', exact: true }).click();
    expect(await page.locator('.model-text .cm-content').innerText()).toContain('# kept');
    await page.goto('/review?kind=down');
    await page.getByRole('button', { name: ownerWords.en.correct }).click();
    await page.getByLabel(ownerWords.en.statement).fill('SELECT 42');
    await endSession();
    await page.getByRole('button', { name: ownerWords.en.save }).click();
    await signInAgain();
    expect(await page.getByLabel(ownerWords.en.statement).inputValue()).toBe('SELECT 42');
    await close();
  }, 60_000);

  it.each(languages)(
    'are for the scopes that they need, and name what is missing (%s)',
    async (locale) => {
      const { forbidden, noPage } = messages[locale].states;
      const needs: Record<string, readonly string[]> = {
        asker: ['/model', `/runs/${world.failed}/details`, '/usage'],
        keeper: ['/model/shop', '/review', '/board'],
      };
      for (const [key, addresses] of Object.entries(needs)) {
        const { page, findings, close } = await open(key, locale);
        for (const address of addresses) {
          await goTo(page, locale, address);
          await page.getByRole('heading', { name: forbidden }).waitFor();
        }
        expect(await axeViolations(page)).toEqual([]);
        await picture(page, `forbidden/${key}-${locale}`);
        await goTo(page, locale, '/nowhere');
        await page.getByRole('heading', { name: noPage }).waitFor();
        expect(await findings()).toEqual([]);
        await close();
      }
      const { page, findings, close } = await open('owner', locale, { width: 360 });
      for (const [name, address] of pagesFor(locale)) {
        await goTo(page, locale, address);
        expect(await page.getByRole('main').innerText()).not.toMatch(/SELECT|customers\.city|reader/);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await picture(page, `owner/${name}-${locale}`);
      }
      expect(await findings()).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each(languages)(
    'name what does not exist (%s)',
    async (locale) => {
      const { page, close } = await open('boss', locale);
      for (const [name, address] of Object.entries({
        run: '/runs/q0000000000000000000000/details',
        connection: '/connections/nonesuch',
        model: '/model/nonesuch',
      })) {
        await goTo(page, locale, address);
        await page.locator('main .notice.calm').waitFor();
        expect([name, await axeViolations(page)]).toEqual([name, []]);
        expect(await page.getByRole('link', { name: /←|All|全部/ }).count()).toBeGreaterThan(0);
        await picture(page, `missing/${name}-${locale}`);
      }
      await close();
    },
    30_000,
  );

  it.each([
    ['zh', 1280],
    ['en', 360],
  ] as const)(
    'are not blank in an installation that was never asked (%s, %i)',
    async (locale, width) => {
      const { page, findings, close } = await open('fresh', locale, { width });
      const empty = {
        board: '/board',
        review: '/review',
        runs: '/runs',
        filtered: '/runs?status=failed',
        givenUp: '/runs?view=given_up',
        history: '/model/stock?panel=history',
        impact: '/model/stock?panel=impact',
        keys: '/keys',
        usage: '/usage',
      };
      for (const [name, address] of Object.entries(empty)) {
        await goTo(page, locale, address);
        expect([name, await axeViolations(page)]).toEqual([name, []]);
        expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(20);
        await picture(page, `empty/${name}-${locale}`);
      }
      expect(await findings()).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each(languages)(
    'begin a model with a draft where there is none (%s)',
    async (locale) => {
      const { page, findings, close } = await open('boss', locale);
      const begin = page.getByRole('button', { name: /草稿|Begin with a draft/ });
      await page.goto('/model/stock');
      await begin.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `draft/none-${locale}`);
      await page.route(/model\/draft/, (route) => route.abort());
      await begin.press('Enter');
      await page.getByRole('main').getByRole('alert').waitFor();
      await page.unroute(/model\/draft/);
      await begin.press('Enter');
      await begin.waitFor({ state: 'detached' });
      await page.getByText(ownerWords[locale].good).waitFor();
      expect(await page.locator('.model-text .cm-content').innerText()).toContain('customers');
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `draft/begun-${locale}`);
      expect((await findings()).filter((line) => !/draft/.test(line))).toEqual([]);
      await close();
    },
    30_000,
  );
});
