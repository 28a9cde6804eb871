import { startPostgres, startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { ConfigFolder } from '../../product/config-folder';
import { killMembers, services } from '../../product/killed-members';
import { axeViolations } from '../axe-violations';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { picture } from '../picture';
import { signedInPage } from '../signed-in-page';
import { answerOf, askByKeyboard, field, openAsk } from './asking';
import { words } from './words';

const image = `<img src=x onerror="document.title='hit'">`;
const script = `"><script>document.title='hit'</script>`;
const style = `</style><style>*{display:none}</style>`;

/** Names and values that would act if a page inserted them as markup. */
const schema = `
  CREATE ROLE page_reader LOGIN PASSWORD 'pw';
  CREATE SCHEMA shop; GRANT USAGE ON SCHEMA shop TO page_reader;
  CREATE TABLE shop.goods (id int PRIMARY KEY, kind text, grade text, price numeric, cost numeric);
  INSERT INTO shop.goods SELECT n, CASE n % 4 WHEN 0 THEN $v$${image}$v$ WHEN 1 THEN $v$${script}$v$ WHEN 2 THEN $v$${style}$v$
    ELSE 'plain' END, CASE n % 3 WHEN 0 THEN 'plain' ELSE 'fine' END, n, n / 2 FROM generate_series(1, 40) n;
  GRANT SELECT ON ALL TABLES IN SCHEMA shop TO page_reader; ANALYZE;`;
const model = {
  tables: {
    goods: {
      label: { en: 'goods', zh: '商品' },
      synonyms: { en: ['items'] },
      columns: {
        kind: { label: { en: `kind ${image}`, zh: '种类' }, synonyms: { en: ['kind'] }, role: 'dimension' },
        grade: { label: { en: 'grade', zh: '等级' }, role: 'dimension' },
        price: { label: { en: 'price', zh: '价格' }, synonyms: { en: ['worth'] }, role: 'measure' },
        cost: { label: { en: 'cost', zh: '成本' }, synonyms: { en: ['worth'] }, role: 'measure' },
      },
    },
  },
};
const keys = [
  { name: 'asker', tenant: 'pages', scopes: ['query'] },
  { name: 'leaver', tenant: 'pages', scopes: ['query'] },
];
const question = 'number of goods by kind';
/** Two columns are called “worth”, so the run asks which one is meant. */
const unclear = 'total worth by grade';

describe('the page for questions when things go wrong', () => {
  let browser: OpenedBrowser;
  let stack: TestStack;
  let database: ThrowAwayPostgres;
  const folder = new ConfigFolder(keys);
  /** What the browser reports while the gateway is away, or after a session has ended. */
  const faults = [/request failed/, /status of (401|404|50[0-9])/, /ERR_/];

  beforeAll(async () => {
    database = await startPostgres();
    await database.query(schema);
    const url = Object.assign(new URL(database.url), { username: 'page_reader', password: 'pw' }).href;
    const label = { en: `Shop ${image}`, zh: '商店' };
    folder.write(
      'connections/shop.yaml',
      JSON.stringify({ label, url, schema: 'shop', examples: { en: [`how many goods ${script}`] } }),
    );
    folder.write('models/shop.yaml', JSON.stringify(model));
    [browser, stack] = await Promise.all([
      openBrowser(),
      startStack({ env: { QUERENT_CONFIG_DIR: folder.dir, QUERENT_SECRET_KEY: 'a key for the tests only' } }),
    ]);
    const ready = async () => {
      const response = await fetch(`${stack.url}/v1/connections`, { headers: { authorization: 'Bearer asker' } });
      const { connections } = (await response.json()) as { connections: { status: string }[] };
      return connections.some(({ status }) => status === 'ready');
    };
    await waitFor(ready, { timeoutMs: 60_000 });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await database?.stop();
    folder.remove();
  }, 60_000);

  it('a pause survives a reload, every killed process and a second tab, where the reply ends it in both', async () => {
    const { page, close } = await signedInPage(browser, stack, 'asker', { expected: faults });
    await openAsk(page, 'en');
    await askByKeyboard(page, unclear);
    const pause = page.locator('.clarification h2');
    await pause.waitFor();
    const asked = await pause.innerText();
    await page.reload();
    await pause.waitFor();
    await field(page, 'en').fill('a draft that must stay');
    await killMembers(stack, services);
    // The page follows again by itself.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('.clarification h2').waitFor();
    expect(await other.locator('.clarification h2').innerText()).toBe(asked);
    await other.locator('.clarification').getByRole('button').first().click();
    const answer = await answerOf(other);
    await waitFor(async () => (await page.locator('.answer .sentence').count()) === 1, { timeoutMs: 30_000 });
    expect(await answerOf(page)).toBe(answer);
    expect(await field(page, 'en').inputValue()).toBe('a draft that must stay');
    await close();
  }, 180_000);

  it('a question is asked once when the network fails, and again when the user tries again', async () => {
    const { page, close } = await signedInPage(browser, stack, 'asker', { expected: faults });
    await openAsk(page, 'en');
    await page.context().setOffline(true);
    await page.keyboard.insertText(question);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: words.en.unreachable }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'states/offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: words.en.tryAgain }).click();
    await answerOf(page);
    await close();
  }, 60_000);

  it('a slow network shows progress, and the answer in the end', async () => {
    const { page, close } = await signedInPage(browser, stack, 'asker', { expected: faults });
    await openAsk(page, 'en');
    const session = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 20_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    await askByKeyboard(page, question);
    await answerOf(page);
    await close();
  }, 60_000);

  it('a session that ends keeps the page and its draft below the sign-in', async () => {
    const { page, close } = await signedInPage(browser, stack, 'leaver', { expected: faults });
    await openAsk(page, 'en');
    await askByKeyboard(page, question);
    const answer = await answerOf(page);
    await page.request.delete('/v1/session', { headers: { origin: new URL(stack.url).origin } });
    await field(page, 'en').fill('number of goods');
    await page.getByRole('heading', { name: words.en.ended }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'states/session-ended');
    await page.getByLabel(words.en.key).fill('leaver');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: words.en.ended }).waitFor({ state: 'detached' });
    expect([await answerOf(page), await field(page, 'en').inputValue()]).toEqual([answer, 'number of goods']);
    await page.getByRole('button', { name: words.en.account }).click();
    await page.getByRole('menuitem', { name: words.en.signOut }).click();
    await page.getByLabel(words.en.key).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
    await close();
  }, 60_000);

  it('a part that cannot be loaded, as after an upgrade, leads to a reload that keeps the typed question', async () => {
    const { page, close } = await signedInPage(browser, stack, 'asker', { expected: [/./] });
    await openAsk(page, 'en');
    await page.keyboard.insertText('number of goods');
    await page.route('**/assets/menu-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: words.en.preferences }).click();
    const reload = page.getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    await page.unroute('**/assets/menu-*.js');
    await reload.click();
    await page.locator('.examples').waitFor();
    expect(await field(page, 'en').inputValue()).toBe('number of goods');
    await close();
  }, 60_000);

  it('names and values with markup are shown as text, in every part of the page', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'asker', {
      expected: [/status of 404.*\/feedback/],
    });
    await openAsk(page, 'en');
    await page.getByRole('button', { name: /how many goods/ }).waitFor();
    await askByKeyboard(page, question);
    await answerOf(page);
    await page.locator('.chart canvas').waitFor();
    await page.locator('.chart').hover();
    await page.getByRole('button', { name: words.en.table }).click();
    const cells = (await page.getByRole('cell').allInnerTexts()).join('\n');
    for (const text of [image, script, style]) expect(cells).toContain(text);
    await picture(page, 'states/markup');
    expect(await page.title()).toBe(`${question} · Querent`);
    expect(await page.locator('main img, main script, main style').count()).toBe(0);
    await openAsk(page, 'en');
    await askByKeyboard(page, `${image}${script}`);
    await page.locator('.run').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`${image}${script}`);
    expect(await findings()).toEqual([]);
    await close();
  }, 60_000);

  it('a question of 2,000 characters is asked, and a longer one is not typed', async () => {
    const { page, findings, close } = await signedInPage(browser, stack, 'asker', {
      width: 360,
      expected: [/status of 404.*\/feedback/],
    });
    await openAsk(page, 'en');
    await page.keyboard.insertText('number of goods by kind '.repeat(90));
    expect((await field(page, 'en').inputValue()).length).toBe(2_000);
    await page.getByText('2000 of 2000').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\//);
    await page.locator('.run').waitFor();
    await waitFor(async () => (await page.locator('.answer, .clarification, .run .notice').count()) > 0);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'states/long-question-360');
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await findings()).toEqual([]);
    await close();
  }, 60_000);
});
