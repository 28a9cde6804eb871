import { waitFor } from '@querent/testing';
import { openBrowser, type OpenedBrowser } from './open-browser';
import { openPage } from './open-page';
import { documentOf, servePages, type PageServer } from './page-server';

/** Scripts by the path of their document. */
const scripts: Record<string, string> = {
  '/clean': `const stopped = new AbortController();
    const requests = [fetch('/clean'), fetch('/clean', { signal: stopped.signal })];
    stopped.abort();
    document.body.append(new Image());
    Promise.allSettled(requests).then(() => document.body.append('done'))`,
  '/markup': "document.body.innerHTML = '<p>text</p>'",
  '/style': "document.querySelector('h1').setAttribute('style', 'color: red')",
  '/frame': "const frame = document.createElement('iframe'); frame.src = '/style'; document.body.append(frame)",
  '/console': "console.warn('a warning'); console.error('a number:', 7)",
  '/exception': "setTimeout(() => { throw new Error('not caught') })",
  '/rejection': "Promise.reject(new Error('not awaited'))",
  '/missing': "fetch('/nothing-here').then(() => document.body.append('done'))",
  '/opener': "open('/console')",
};
/** Scripts that use another origin: localhost instead of 127.0.0.1. */
const foreign: Record<string, string> = {
  '/fetch': 'fetch(`${OTHER}/fetch.js`, { mode: "no-cors" })',
  '/image': 'const image = new Image(); image.src = `${OTHER}/image.js`; document.body.append(image)',
  '/socket': 'new WebSocket(OTHER.replace("http", "ws"))',
  '/unknown-host': 'fetch("https://example.com/x").catch(() => undefined)',
};

/** A document for each script, which it loads from a file. */
const withDocuments = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => [
      [path, documentOf(`<script src="${path}.js"></script>`)],
      [`${path}.js`, `const OTHER = location.origin.replace('127.0.0.1', 'localhost'); ${text}`],
    ]),
  );

describe('the findings of a page', () => {
  let browser: OpenedBrowser;
  let strict: PageServer;
  let open: PageServer;
  beforeAll(async () => {
    browser = await openBrowser();
    strict = await servePages({
      ...withDocuments({ ...scripts, ...foreign }),
      '/inline': documentOf('<script>document.title = "inline"</script>'),
    });
    open = await servePages(withDocuments(foreign), "default-src 'self' 'unsafe-inline' *");
  });
  afterAll(async () => {
    await browser?.close();
    await strict?.close();
    await open?.close();
  });

  /**
   * The findings after visits to documents, without the server's address.
   * @param awaited pattern of the last finding. Default: none is awaited
   */
  async function visited(
    server: PageServer,
    paths: string[],
    { awaited, expected }: { awaited?: RegExp; expected?: RegExp[] } = {},
  ): Promise<string[]> {
    const { page, findings, close } = await openPage(browser, { url: server.url, expected });
    for (const path of paths) {
      await page.goto(path);
      if (/done/.test(scripts[path] ?? '')) await page.getByText('done').waitFor();
    }
    if (awaited !== undefined) await waitFor(async () => (await findings()).some((line) => awaited.test(line)));
    const lines = await findings();
    await close();
    return lines.map((line) => line.replaceAll(server.url, '').replaceAll(server.otherUrl, 'OTHER'));
  }

  it('are none on a clean page, also if it cancels requests', async () => {
    expect(await visited(strict, ['/clean', '/clean'])).toEqual([]);
  });

  it.each([
    ['an inline script', '/inline', 'CSP: script-src-elem blocks inline on /inline'],
    ['text as markup', '/markup', 'CSP: require-trusted-types-for blocks trusted-types-sink on /markup'],
    ['an inline style', '/style', 'CSP: style-src-attr blocks inline on /style'],
    ['an inline style in a frame', '/frame', 'CSP: style-src-attr blocks inline on /style'],
    ['a request', '/fetch', 'CSP: connect-src blocks OTHER/fetch.js on /fetch'],
  ])('name a violation of the content security policy by %s, in a later document', async (_, path, line) => {
    expect(await visited(strict, ['/clean', path], { awaited: /CSP/ })).toContainEqual(expect.stringContaining(line));
  });

  it.each([
    ['an error on the console, but not a warning', '/console', ['console: a number: 7 (/console.js:1)']],
    ['an exception', '/exception', ['exception: not caught']],
    [
      'a violation of the content security policy in the first document',
      '/inline',
      [expect.stringMatching(/^console: /), 'CSP: script-src-elem blocks inline on /inline'],
    ],
    ['a rejected promise', '/rejection', ['exception: not awaited']],
    ['an error in a window that the page opened', '/opener', ['console: a number: 7 (/console.js:1)']],
  ])('contain %s', async (_, path, lines) => {
    expect(await visited(strict, [path], { awaited: /console: a|exception|CSP/ })).toEqual(lines);
  });

  it('contain a response with an error status, unless the test expects it', async () => {
    const line = expect.stringMatching(/^console: Failed to load resource.*404.*\(\/nothing-here:/);
    expect(await visited(strict, ['/missing'], { awaited: /404/ })).toEqual([line]);
    expect(await visited(strict, ['/missing'], { expected: [/status of 404.*nothing-here/] })).toEqual([]);
  });

  it.each([
    ['a request', '/fetch', ['request to another origin: GET OTHER/fetch.js']],
    ['an image', '/image', ['request to another origin: GET OTHER/image.js']],
    [
      'a WebSocket',
      '/socket',
      expect.arrayContaining([expect.stringMatching(/other origin: WebSocket ws:.*localhost/)]),
    ],
    [
      'a request to another machine, which fails',
      '/unknown-host',
      expect.arrayContaining([
        'request to another origin: GET https://example.com/x',
        'request failed: GET https://example.com/x net::ERR_NAME_NOT_RESOLVED',
      ]),
    ],
  ])('contain %s to another origin that the content security policy permits', async (_, path, lines) => {
    const awaited = path === '/unknown-host' ? /request failed/ : /another origin/;
    expect(await visited(open, [path], { awaited })).toEqual(lines);
  });
});
