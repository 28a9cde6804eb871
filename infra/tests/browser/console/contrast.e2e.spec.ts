import type { Page } from 'playwright-core';
import { en } from '../../../../apps/console/src/i18n/en';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import {
  administeredWorld,
  administratorPages,
  leaveAdministeredWorld,
  type AdministeredWorld,
} from './administered-world';
import { words } from './words';

const expected = [/status of 404.*\/feedback/];

/**
 * Takes the focus from the focused element and gives it back. Resolves to its name if it looks the same both times, as
 * far as outlines, borders, backgrounds and shadows of it and of the elements around it show; else to an empty text.
 * Null: nothing has the focus.
 */
const unseenFocus = `(async () => {
  const one = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
  if (one === null || one === document.body) return null;
  const look = () => {
    const looks = [];
    for (let node = one, up = 0; node !== null && up < 4; node = node.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, borderTopColor, backgroundColor, boxShadow } = getComputedStyle(node);
      looks.push(outlineStyle, outlineWidth, borderTopColor, backgroundColor, boxShadow);
    }
    return looks.join();
  };
  // The editor draws its frame a moment later, and removes it so.
  const drawn = () => new Promise((resolve) => setTimeout(resolve, one.isContentEditable ? 200 : 0));
  await drawn();
  const focused = look();
  one.blur();
  await drawn();
  const isSame = look() === focused;
  one.focus();
  return isSame ? [one.tagName, one.className, one.textContent.slice(0, 40)].join(' ') : '';
})()`;

describe('all pages, seen and used differently', () => {
  let browser: OpenedBrowser;
  let world: AdministeredWorld;
  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), administeredWorld()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await leaveAdministeredWorld();
  }, 60_000);

  const everyPage = (): [string, string][] => [
    ['ask', '/ask'],
    ['run', `/runs/${world.answered}`],
    ['unanswered', `/runs/${world.failed}`],
    ['yaml', '/model/shop?panel=yaml'],
    ...Object.entries(administratorPages(world.failed)),
  ];
  const settled = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('main').getByText(en.states.loading).first().waitFor({ state: 'detached' });
  };
  const goTo = async (page: Page, address: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    await settled(page);
  };

  it.each([
    ['forced colours', 'dark', { forcedColors: true }],
    ['more contrast', 'light', { moreContrast: true }],
  ] as const)(
    'violate no rule and show focus and choices (%s, %s)',
    async (kind, theme, system) => {
      const { page, findings, close } = await signedInPage(browser, world.stack, 'boss', {
        ...{ expected, theme, reducedMotion: true },
        ...system,
      });
      await page.goto('/ask');
      for (const [name, address] of everyPage()) {
        await goTo(page, address);
        expect([name, await axeViolations(page)]).toEqual([name, []]);
        expect([name, await page.evaluate('document.getAnimations().length')]).toEqual([name, 0]);
        await picture(page, `contrast/${name}-${kind.replace(' ', '-')}-${theme}`);
        // What is chosen differs from its neighbours by more than the colour of its text.
        const alike =
          await page.evaluate(`[...document.querySelectorAll('[aria-pressed=true], .pages [aria-current], .review-list [aria-current]')].filter((one) => {
        const selector = one.matches('.toggle') ? '.toggle' : one.matches('a') ? 'a' : null;
        const other = selector && [...one.closest('div, nav').querySelectorAll(selector)].find((it) => it !== one);
        if (!other) return false;
        const signs = (node) => { const { fontWeight, textDecorationLine, backgroundColor, borderInlineStartWidth, boxShadow } = getComputedStyle(node);
          return [fontWeight, textDecorationLine, backgroundColor, boxShadow].join(); };
        return signs(one) === signs(other);
      }).map((one) => one.textContent)`);
        expect([name, alike]).toEqual([name, []]);
      }
      // Each element that the keyboard reaches looks otherwise when it has the focus.
      for (const address of ['/ask', '/keys', '/review', '/model/shop']) {
        await goTo(page, address);
        await page.evaluate('document.activeElement.blur()');
        const unseen: unknown[] = [];
        for (let presses = 0; presses < 24; presses += 1) {
          await page.keyboard.press('Tab');
          const name = await page.evaluate(unseenFocus);
          if (name === null) break;
          if (name !== '') unseen.push(name);
        }
        expect([address, unseen]).toEqual([address, []]);
      }
      expect(await findings()).toEqual([]);
      await close();
    },
    60_000,
  );

  it('menus show the focus and what is chosen (forced colours)', async () => {
    const { page, close } = await signedInPage(browser, world.stack, 'boss', { forcedColors: true });
    await page.goto('/keys');
    await page.getByRole('button', { name: words.en.preferences }).press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const outlines = await page.evaluate(
      `[...document.querySelectorAll('[role=menuitem]')].map((one) => getComputedStyle(one).outlineStyle)`,
    );
    expect((outlines as string[]).filter((style) => style !== 'none')).toHaveLength(1);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'contrast/menu');
    await close();
  });
});
