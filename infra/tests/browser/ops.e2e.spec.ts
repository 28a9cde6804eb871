import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { ConfigFolder } from '../product/config-folder';
import { axeViolations } from './axe-violations';
import { openBrowser, type OpenedBrowser } from './open-browser';
import { picture } from './picture';
import { signedInPage } from './signed-in-page';
import { pages, words } from './ops-words';

const scopes = ['query', 'sql:read', 'admin', 'operate'];
/** `boss` may do everything, `owner` administers without SQL, `keeper` operates alone, `asker` asks. */
const keys = [
  { name: 'boss', tenant: 'acme', scopes },
  { name: 'owner', tenant: 'acme', scopes: ['query', 'admin'] },
  { name: 'keeper', tenant: 'acme', scopes: ['operate'] },
  { name: 'asker', tenant: 'acme', scopes: ['query'] },
];
const markup = '<b id=hit>bold</b>';

const connection = (label: string, url: string): string =>
  JSON.stringify({ label: { zh: label, en: label }, url, limits: { outageWaitMs: 1_000 } });

/** The page of a connection that does not exist. */
const expected = [/status of 404.*\/v1\/connections\/nothing/];

describe('the pages for operators', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  let database: ThrowAwayPostgres;
  let failing: ThrowAwayPostgres;
  let failedRun: string;
  const folder = new ConfigFolder(keys);

  beforeAll(async () => {
    [database, failing] = await Promise.all([startPostgres(), startPostgres()]);
    const urls = [database, failing].map(({ url }) =>
      Object.assign(new URL(url), { username: 'reader', password: 'pw' }).toString(),
    );
    for (const server of [database, failing])
      await server.query(
        `CREATE ROLE reader LOGIN PASSWORD 'pw'; CREATE TABLE customers (id int PRIMARY KEY, city text NOT NULL);
         INSERT INTO customers SELECT n, 'city ' || n % 3 FROM generate_series(1, 30) n;
         GRANT SELECT ON customers TO reader`,
      );
    folder.write('connections/shop.yaml', connection(`Shop ${markup}`, String(urls[0])));
    folder.write('connections/stock.yaml', connection('Stock', String(urls[1])));
    folder.write(
      'connections/broken.yaml',
      'label: Broken\nurl: postgres://reader@127.0.0.1:1/x\nlimits:\n  maxRow: 5\n',
    );
    const env = {
      QUERENT_CONFIG_DIR: folder.dir,
      QUERENT_SECRET_KEY: 'a key for the tests only',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_ATTEMPTS: '1',
      TRACE_URL: 'https://traces.example.com/trace/{traceId}',
    };
    [browser, stack] = await Promise.all([openBrowser(), startStack({ env })]);
    await waitFor(async () => (await states()).every((state) => state === 'ready'), { timeoutMs: 60_000 });
    await ask('asker', 'number of customers', 'shop', { callbackUrl: 'http://127.0.0.1:9/hook' });
    await ask('asker', `${markup} of Paris`, 'shop');
    await failing.stop();
    ({ id: failedRun } = await ask('asker', 'number of customers by city', 'stock'));
    await waitFor(async () => (await states()).includes('unavailable'), { timeoutMs: 60_000 });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await database?.stop();
    folder.remove();
  }, 60_000);

  const call = async (key: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${stack.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=20' },
    });
  const ask = async (key: string, question: string, about: string, more = {}): Promise<{ id: string }> => {
    const body = JSON.stringify({ question, connection: about, cache: 'bypass', ...more });
    return (await call(key, '/v1/queries', { method: 'POST', body })).json() as Promise<{ id: string }>;
  };
  const states = async (): Promise<string[]> => {
    const { connections } = (await (await call('boss', '/v1/connections')).json()) as {
      connections: { status: string }[];
    };
    return connections.map(({ status }) => status);
  };

  it('lead from a failed question to its cause and to the state of its connection', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss');
    await page.goto('/runs');
    await page.getByLabel('State').selectOption('failed');
    await page.getByLabel('Connection', { exact: true }).selectOption('stock');
    await page.waitForURL(/status=failed&connection=stock/);
    const entry = page.getByRole('listitem').filter({ hasText: 'number of customers by city' });
    await entry.waitFor();
    expect(await page.getByText('number of customers', { exact: true }).count()).toBe(0);
    expect(await entry.innerText()).toMatch(/asker\s+Stock/);
    await page.reload();
    await entry.getByRole('link').click();
    await page.waitForURL(`**/runs/${failedRun}/details`);
    await page.getByText('Nothing accepts connections at this address.').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(
      /ECONNREFUSED[\s\S]*Asked by\s+asker[\s\S]*Trace\s+[0-9a-f]{32}/,
    );
    const trace = page.getByRole('link', { name: 'Open the trace in a new tab' });
    expect(await trace.getAttribute('href')).toMatch(/^https:\/\/traces\.example\.com\/trace\/[0-9a-f]{32}$/);
    await page.getByRole('link', { name: 'Open the connection' }).click();
    await page.getByText('The database does not accept the connection.').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/ECONNREFUSED/);
    await page.goBack();
    await page.getByRole('button', { name: 'Open this question in Ask' }).click();
    await page.waitForURL('**/ask');
    expect(await page.getByRole('textbox').first().inputValue()).toBe('number of customers by city');
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(['zh', 'en'] as const)('find questions by the cause of their failure (%s)', async (locale) => {
    const name = words[locale];
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', {
      locale,
      expected: [/status of 400/],
    });
    await page.goto('/runs');
    const list = page.getByRole('list', { name: name.runs });
    await list.getByRole('listitem').nth(2).waitFor();
    await page.getByLabel(name.cause).selectOption(name.away);
    await page.waitForURL(/code=connection_unavailable/);
    await list.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['number of customers by city']);
    await page.goto('/runs?code=connection_unavailable,query_timeout');
    await list.getByRole('listitem').first().waitFor();
    expect(await page.getByLabel(name.cause).locator('option:checked').innerText()).toContain(`${name.away} / `);
    await page.goto('/runs?code=nonsense');
    await page.getByRole('alert').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: name.clear }).click();
    await list.getByRole('listitem').nth(2).waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(['zh', 'en'] as const)('lead there by the keyboard alone (%s)', async (locale) => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', { locale });
    await page.goto('/runs');
    await page.getByRole('list', { name: words[locale].runs }).waitFor();
    const press = async (reached: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(() => {
          const { activeElement } = (globalThis as unknown as { document: unknown }).document as {
            activeElement: { textContent: string; ariaLabel: string | null; id: string };
          };
          return `${activeElement.id} ${activeElement.ariaLabel ?? activeElement.textContent}`;
        });
        if (text.includes(reached)) return;
      }
      throw new Error(`the focus does not reach ${reached}`);
    };
    await press('find-run');
    await page.keyboard.insertText(`${stack.url}/runs/${failedRun}`);
    await page.keyboard.press('Enter');
    await page
      .getByText(/ECONNREFUSED/)
      .first()
      .waitFor();
    await press(words[locale].openConnection);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connections/stock');
    await page.getByText(words[locale].unavailable).first().waitFor();
    await press(words[locale].readAgain);
    await page.keyboard.press('Enter');
    await page.getByText(words[locale].requested).waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it('show mistakes of files that no connection has, with file and line', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss');
    await page.goto('/connections');
    await page.getByText('connections/broken.yaml, line 4').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/Did you mean "maxRows"/);
    expect(await page.locator('#hit').count()).toBe(0);
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each(['zh', 'en'] as const)('create a key whose secret is shown once, and revoke it (%s)', async (locale) => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', { locale });
    const name = `robot-${locale}`;
    await page.goto('/keys');
    await page.getByRole('button', { name: words[locale].newKey }).press('Enter');
    // The focus is in the field for the name. An empty form names what is missing.
    await page.keyboard.press('Enter');
    await page.getByText(words[locale].nameMissing).waitFor();
    await page.keyboard.insertText(name);
    await page.keyboard.press('Enter');
    const secret = await page.getByText(/^qk_/).innerText();
    expect((await call(secret, '/v1/session')).status).toBe(200);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `ops/secret-${locale}`);
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    expect(await page.getByText(/qk_/).count()).toBe(0);
    await page.getByRole('button', { name: `${words[locale].revoke}: ${name}` }).press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `${words[locale].revoke}: ${name}` }).press('Enter');
    // The question has the focus.
    await page.keyboard.press('Enter');
    await waitFor(async () => (await call(secret, '/v1/session')).status === 401);
    await page.getByRole('listitem').filter({ hasText: name }).waitFor({ state: 'detached' });
    expect(await findings()).toEqual([]);
    await close();
  });

  it('try given up work once more, and discard it after a confirmation', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss');
    await page.goto('/runs?view=given_up');
    const letter = page.getByRole('listitem').filter({ hasText: 'Message to a receiver' });
    await letter.waitFor();
    expect(await letter.innerText()).toMatch(/ECONNREFUSED/);
    await letter.getByRole('button', { name: 'Try once more' }).click();
    await letter.getByRole('group').getByRole('button', { name: 'Try once more' }).click();
    await page.getByText('It is being tried once more.').waitFor();
    // The receiver is still away, so that it is given up again.
    await waitFor(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return (await letter.count()) === 1;
    });
    await letter.getByRole('button', { name: 'Discard' }).click();
    await letter.getByRole('button', { name: 'Keep' }).click();
    await letter.getByRole('button', { name: 'Discard' }).click();
    await letter.getByRole('group').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing was given up.').waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it.each([
    ['en', 'light', 1280],
    ['zh', 'dark', 360],
  ] as const)('are accessible and fit (%s, %s, %d px)', async (locale, theme, width) => {
    const { page, findings, close } = await signedInPage(browser, stack, 'boss', { locale, theme, width, expected });
    for (const [name, path] of Object.entries(pages(failedRun))) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([name, await axeViolations(page)]).toEqual([name, []]);
      expect([name, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([name, true]);
      await picture(page, `ops/${name}-${locale}-${theme}-${width}`);
    }
    expect(await findings()).toEqual([]);
    await close();
  });

  it('show an administrator without the scope for SQL no technical text', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'owner');
    for (const path of [`/runs/${failedRun}/details`, '/runs?view=given_up', '/connections', '/connections/stock']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.content()).not.toMatch(/ECONNREFUSED|SELECT|reader/);
    }
    await page.goto(`/runs/${failedRun}/details`);
    await page.getByText('Statements are shown to keys with the scope').waitFor();
    expect(await page.content()).not.toContain('ECONNREFUSED');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('show an operator of no tenant what the scope permits', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'keeper', { expected: [/status of 403/] });
    await page.goto('/runs');
    await page.getByText('Questions: This needs an access key with the scope “admin”.').waitFor();
    await page.goto('/usage');
    await page.getByRole('link', { name: 'Open the queues' }).waitFor();
    await page.goto('/connections/stock');
    await page.getByText('Cannot be reached').first().waitFor();
    expect(await findings()).toEqual([]);
    await close();
  });

  it('are refused to a key that only asks', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'asker');
    for (const path of Object.values(pages(failedRun))) {
      await page.goto(path);
      await page.getByText('Your access key does not allow this page.').waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await findings()).toEqual([]);
    await close();
  });
});
