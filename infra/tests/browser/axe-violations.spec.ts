import { axeViolations } from './axe-violations';
import { openBrowser, type OpenedBrowser } from './open-browser';
import { openPage, type OpenedPage } from './open-page';
import { documentOf, servePages, strictPolicy, type PageServer } from './page-server';

describe('axeViolations', () => {
  let browser: OpenedBrowser;
  let server: PageServer;
  let opened: OpenedPage;
  beforeAll(async () => {
    browser = await openBrowser();
    server = await servePages(
      {
        '/clean': documentOf('<label>Name <input></label><button>Send</button>'),
        '/bad': documentOf('<div id="form"><input></div><p id="pale" class="pale">pale text</p>'),
        '/frame': documentOf('<iframe src="/bad" title="a form"></iframe>'),
        '/dark': documentOf('<p class="themed">text</p>'),
      },
      strictPolicy,
      `.pale { color: #aaa; background: #fff } .themed { color: #000; background: #fff }
       @media (prefers-color-scheme: dark) { .themed { background: #333 } }`,
    );
    opened = await openPage(browser, { url: server.url });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('returns nothing for a page without violations, and causes no findings under a strict policy', async () => {
    await opened.page.goto('/clean');
    expect(await axeViolations(opened.page)).toEqual([]);
    expect(await axeViolations(opened.page)).toEqual([]);
    expect(await opened.page.evaluate(() => 'axe' in globalThis)).toBe(false);
    expect(await opened.findings()).toEqual([]);
  });

  it.each(['/bad', '/frame'])(
    'returns one line for each element with a violation, also in frames (%s)',
    async (path) => {
      await opened.page.goto(path);
      expect((await axeViolations(opened.page)).sort()).toEqual([
        expect.stringMatching(/^color-contrast \(serious\): #pale: Element has insufficient color contrast of 2\.32 /),
        expect.stringMatching(/^label \(critical\): input: Element does not have an implicit .*label/),
      ]);
    },
  );

  it('checks the theme that the page has', async () => {
    const dark = await openPage(browser, { url: server.url, theme: 'dark' });
    await dark.page.goto('/dark');
    expect(await axeViolations(dark.page)).toEqual([expect.stringMatching(/^color-contrast \(serious\): p: Element/)]);
    await opened.page.goto('/dark');
    expect(await axeViolations(opened.page)).toEqual([]);
  });
});
