import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repositoryRoot, type TestStack } from '@querent/testing';
import { leavePlainStack, plainStack } from '../../product/plain-stack';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { signedInPage } from '../signed-in-page';
import { openAsk } from './asking';
import { languages } from './words';

const built = join(repositoryRoot(), 'dist/apps/console');
/** Bytes with gzip that the page for questions may load before it can be used. */
const MOST = 150_000;

describe('the built console', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  beforeAll(async () => {
    [browser, stack] = await Promise.all([openBrowser(), plainStack()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await leavePlainStack();
  });

  it.each(languages)('loads at most 150 kB with gzip until a question can be asked (%s)', async (locale) => {
    const { page, close } = await signedInPage(browser, stack, 'viewer', { locale });
    const loaded: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/assets/')) loaded.push(pathname);
    });
    await openAsk(page, locale);
    const bytes = loaded.map((path) => statSync(join(built, `${path}.gz`)).size);
    const html = gzipSync(readFileSync(join(built, 'index.html'))).length;
    const total = bytes.reduce((sum, size) => sum + size, html);
    expect(loaded.length).toBeGreaterThan(2);
    expect(total).toBeLessThanOrEqual(MOST);
    await close();
  });

  it('contains the licence texts of its packages, and no map of its source', () => {
    const files = readdirSync(join(built, 'assets'));
    const licences = files
      .filter((name) => name.endsWith('.LEGAL.txt'))
      .map((name) => readFileSync(join(built, 'assets', name), 'utf8'));
    expect(licences.join('\n')).toMatch(/React[^]*Meta Platforms/);
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});
