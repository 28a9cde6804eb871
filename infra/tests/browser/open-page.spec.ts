import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@querent/testing';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenedBrowser } from './open-browser';
import { openPage, type PageOptions } from './open-page';
import { documentOf, servePages, type PageServer } from './page-server';
import { picture } from './picture';

/** Number of glyphs by the name of their font, in the text of an element. */
async function fontsOf(page: Page, selector: string): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return Object.fromEntries(fonts.map(({ familyName, glyphCount }) => [familyName, glyphCount]));
}

/** What style sheets and scripts of a page see of its options. */
const seen = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { matchMedia, navigator, innerWidth, innerHeight } = globalThis as unknown as {
      matchMedia(query: string): { matches: boolean };
      navigator: { language: string };
      innerWidth: number;
      innerHeight: number;
    };
    const has = (feature: string): boolean => matchMedia(`(${feature})`).matches;
    return {
      ...{ language: navigator.language, size: [innerWidth, innerHeight] },
      ...{ dark: has('prefers-color-scheme: dark'), still: has('prefers-reduced-motion: reduce') },
      contrast: has('forced-colors: active'),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  });

describe('a page of a test', () => {
  let browser: OpenedBrowser;
  let server: PageServer;
  beforeAll(async () => {
    browser = await openBrowser();
    const texts = ['sans-serif', 'system-ui', 'monospace'].map(
      (font) => `<p class="${font}">销售额 Sales</p><b class="${font} bold">销售额 Sales</b>`,
    );
    server = await servePages(
      { '/': documentOf(texts.join(''), 'zh') },
      undefined,
      '.sans-serif { font-family: sans-serif } .system-ui { font-family: system-ui } .monospace { font-family: monospace }',
    );
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it.each<[string, Omit<PageOptions, 'url'>, object]>([
    [
      'none',
      {},
      { language: 'en-US', size: [1280, 800], dark: false, still: false, contrast: false, zone: 'Asia/Shanghai' },
    ],
    [
      'all',
      {
        locale: 'zh',
        timezone: 'Europe/Berlin',
        theme: 'dark',
        width: 360,
        height: 640,
        reducedMotion: true,
        forcedColors: true,
      },
      { language: 'zh-CN', size: [360, 640], dark: true, still: true, contrast: true, zone: 'Europe/Berlin' },
    ],
  ])('has the language, size and preferences of its options (%s)', async (_, options, expected) => {
    const { page, close } = await openPage(browser, { url: server.url, ...options });
    await page.goto('/');
    expect(await seen(page)).toEqual(expected);
    await close();
  });

  it.each([
    ['sans-serif', { 'Liberation Sans': 6, 'WenQuanYi Micro Hei': 3 }],
    ['system-ui', { 'Liberation Sans': 6, 'WenQuanYi Micro Hei': 3 }],
    ['monospace', { 'Liberation Mono': 6, 'WenQuanYi Micro Hei': 3 }],
  ])('shows Chinese and Latin text with the glyphs of the fetched fonts (%s)', async (font, expected) => {
    const { page, close } = await openPage(browser, { url: server.url });
    await page.goto('/');
    for (const selector of [`.${font}`, `.${font}.bold`]) expect(await fontsOf(page, selector)).toEqual(expected);
    await close();
  });

  it('is written to .querent/pictures only if pictures are wanted', async () => {
    const folder = join(repositoryRoot(), '.querent/pictures/open-page-spec');
    const { page, close } = await openPage(browser, { url: server.url, width: 500, height: 300 });
    await page.goto('/');
    await picture(page, 'open-page-spec/unwanted', false);
    expect(existsSync(folder)).toBe(false);
    await picture(page, 'open-page-spec/wanted', true);
    const png = readFileSync(join(folder, 'wanted.png'));
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 500]);
    rmSync(folder, { recursive: true });
    await close();
  });
});
