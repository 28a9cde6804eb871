import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import type { Page } from 'playwright-core';
import { ConfigFolder } from '../../product/config-folder';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import { ownerWords } from './model-words';

const keys = [{ name: 'boss', tenant: 'acme', scopes: ['query', 'sql:read', 'admin', 'operate'] }];

/** The rights of a fresh database, and some that a group and a careless administrator gave. */
const schema = `
  CREATE ROLE reader LOGIN PASSWORD 'pw'; CREATE ROLE writers; GRANT writers, pg_signal_backend TO reader;
  CREATE TABLE customers (id int PRIMARY KEY, city text NOT NULL); INSERT INTO customers VALUES (1, 'Paris');
  GRANT SELECT ON customers TO reader; GRANT INSERT, UPDATE ON customers TO writers; ANALYZE;`;

/** Two words of a sentence: letters in lower case on both sides of a space. Keywords of SQL are in upper case. */
const english = /[a-z]{2,} [a-z]{2,}/;

/** The text of a page's main part without code and commands. */
const prose = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const main = document.querySelector('main').cloneNode(true);
    for (const code of main.querySelectorAll('code, pre, .cm-editor')) code.remove();
    return main.textContent.replace(/npm run [-\\w ]+/g, '');
  })()`);

describe('the pages for administrators in Chinese', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  let database: ThrowAwayPostgres;
  const folder = new ConfigFolder(keys);

  beforeAll(async () => {
    database = await startPostgres();
    await database.query(schema);
    const url = Object.assign(new URL(database.url), { username: 'reader', password: 'pw' }).toString();
    folder.write('connections/shop.yaml', JSON.stringify({ label: { zh: '商店' }, url, shared: ['x'] }));
    folder.write(
      'connections/broken.yaml',
      'label: 5\nurl: ${NO_SUCH_VARIABLE}\nlimits:\n  maxRow: 5\n  maxBytes: 1\nfunctions: [Now!]\n',
    );
    folder.write('connections/far.yaml', 'url: ${NO_SUCH_VARIABLE}\n');
    folder.write('agents/brief.yaml', 'connections: [shopp]\n');
    folder.write('models/shop.yaml', 'tables:\n  customers:\n    label: { zh: 客户 }\n  nothing: {}\n');
    folder.write('samples/shop.jsonl', 'no JSON\n');
    folder.write('tenants.yaml', '- { name: acme }\n');
    const env = { QUERENT_CONFIG_DIR: folder.dir, QUERENT_SECRET_KEY: 'a key for the tests only' };
    [browser, stack] = await Promise.all([openBrowser(), startStack({ env })]);
    await waitFor(
      async () => {
        const headers = { authorization: 'Bearer boss' };
        const response = await fetch(`${stack.url}/v1/connections/shop`, { headers });
        const { logins } = (await response.json()) as { logins?: { findings: unknown[] | null }[] };
        return (logins?.[0]?.findings ?? []).length > 0;
      },
      { timeoutMs: 60_000 },
    );
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await database?.stop();
    folder.remove();
  }, 60_000);

  it('explain mistakes in files, findings about a login, and states in Chinese alone', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', { locale: 'zh' });
    await page.goto('/connections');
    await page.getByText('未知的键“maxRow”。您是指“maxRows”吗？').waitFor();
    await page.getByText('没有连接“shopp”。您是指“shop”吗？').waitFor();
    expect(await prose(page)).not.toMatch(english);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'chinese/mistakes');

    await page.goto('/connections/shop');
    await page.getByText(/上有 INSERT, UPDATE 权限，而它只需要 SELECT。/).waitFor();
    await page.getByText('（因为该账号是 writers 的成员）').first().waitFor();
    await page.getByText(/该角色可以终止其他登录账号的语句和会话。/).waitFor();
    await page.getByText('没有表“nothing”').first().waitFor();
    expect(await prose(page)).not.toMatch(english);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'chinese/findings');

    await page.goto('/connections/far');
    await page.getByText('无法确定登录账号：其 url 中有一个变量没有设置').waitFor();
    expect(await prose(page)).not.toMatch(english);
    expect(await findings()).toEqual([]);
    await close();
  }, 60_000);

  it('explain a syntax mistake in the editor of models in Chinese', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', { locale: 'zh' });
    await page.goto('/model/shop?panel=yaml');
    await page.locator('.model-text .cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('label: "商店\n');
    const mistakes = page.getByRole('region', { name: ownerWords.zh.mistakes });
    await mistakes
      .getByText(/不是有效的 YAML：/)
      .first()
      .waitFor();
    expect(await prose(page)).not.toMatch(english);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'chinese/syntax');
    expect(await findings()).toEqual([]);
    await close();
  }, 60_000);
});
