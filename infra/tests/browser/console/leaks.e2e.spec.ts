import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@querent/testing';
import { zh } from '../../../../apps/console/src/i18n/zh';
import { addressOf, pagePatterns } from '../../../../apps/console/src/pages';
import { leaksIn } from '../../../suites/leak/leak-check';
import { keyOf, type RingKey } from '../../../suites/leak/walk/key-ring';
import { openWalkedFixture, type WalkedFixture } from '../../../suites/leak/walk/walked-fixture';
import { walkedWorlds } from '../../../suites/leak/walk/walked-world';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import { recordingProxy, type Recorded } from '../recording-proxy';
import { signedInPage } from '../signed-in-page';
import { visit, type Visit, type Visited } from './viewer-visit';
import { languages, words, type Language } from './words';

interface Run {
  id: string;
  question: string;
  status: string;
  chart: unknown;
}

const world = walkedWorlds.secured;
const [viewer, reader, colleague, other] = [
  keyOf('alpha', 'query'),
  keyOf('alpha', 'query', 'sql:read'),
  keyOf('alpha', 'query', 'sql:read', 'admin'),
  keyOf('beta', 'query'),
];
/** Words of questions that the visitor must not see: of another tenant, and of a colleague who has not shared them. */
const foreign = ['zqbeta', 'zqunshared'];
/** Parts of machines: paths, lines of stack traces, modules. */
const machine =
  /node_modules|\/(?:home|root|usr|tmp|work|var)\/[\w.-]+|file:\/\/|\bat \S+ \(|\.c?[jt]s:\d+:\d+|localhost/g;
const typed: Record<Language, readonly string[]> = {
  en: ['total amount by ch', 'orders in Harbour W', 'zorblax of orders', 'dw', 't_o'],
  zh: ['各渠道的金', '订单数', '流水号'],
};
const charted: Record<Language, string> = { en: 'total amount by channel', zh: '各渠道的订单数量' };
const assets = join(repositoryRoot(), 'dist/apps/console');

describe('the browser of a user who only asks', () => {
  let browser: OpenedBrowser;
  let fixture: WalkedFixture;
  let further: readonly string[];
  let names: readonly string[];
  /** Runs of the visitors, by key and language. */
  const asked = new Map<string, Run[]>();

  const ask = async (key: RingKey, question: string, locale: Language): Promise<Run> => {
    const body = { connection: 'ware', question, locale };
    return (await fixture.fetch(key, '/v1/queries', { body, headers: { prefer: 'wait=20' } })).json() as Promise<Run>;
  };
  const shareOf = async (id: string): Promise<string> => {
    const response = await fixture.fetch(colleague, `/v1/queries/${id}/share`, { method: 'POST' });
    return addressOf('run', { id }, (await response.json()) as { share: string });
  };

  beforeAll(async () => {
    [browser, fixture] = await Promise.all([openBrowser(), openWalkedFixture(world)]);
    names = [
      ...[...world.names, ...foreign, `:${new URL(fixture.database.url).port}`],
      ...[fixture.configDir, tmpdir(), repositoryRoot(), new URL(fixture.stack.redisUrl).host],
    ];
    await fixture.database.query('REVOKE SELECT ON dwh_v2.zz_gone_t4 FROM rdr_alpha_x9');
    const questions = [...world.questions, ...world.forTheModel.slice(0, 3)].map(({ question }) => question);
    for (const [key, locale] of [...languages.map((one) => [viewer, one] as const), [reader, 'en'] as const]) {
      const some = key === reader ? [charted.en] : questions;
      asked.set(key.name + locale, await Promise.all(some.map((question) => ask(key, question, locale))));
    }
    const [plain, technical, theirs] = await Promise.all([
      ask(colleague, 'total amount by channel', 'en'),
      ask(colleague, 'sum of f_amt_07 in t_ord_hdr_x1 by channel', 'en'),
      ask(other, 'zqbeta orders', 'en'),
      ask(colleague, 'zqunshared orders', 'en'),
    ]);
    further = [
      ...(await Promise.all([shareOf(plain.id), shareOf(technical.id)])),
      ...pagePatterns.map((pattern) => pattern.replace(':id', theirs.id).replace(':name', 'ware')),
      ...[`/runs/${plain.id}/details`, '/model/nonesuch', '/nowhere', '/ask?problem=sign_in_failed'],
      `/runs/${theirs.id}?share=wrong`,
    ];
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await fixture?.stop();
  }, 60_000);

  /** Visits all pages, and returns what the browser was sent, has shown and has kept. */
  async function visited(key: RingKey, locale: Language, more: Partial<Visit> = {}) {
    const proxy = await recordingProxy(fixture.stack.url);
    const runs = asked.get(key.name + locale) ?? [];
    const said: string[] = [];
    const { page, close } = await signedInPage(browser, proxy, `${key.name}-secret`, { locale });
    page.context().on('console', (message) => said.push(message.text()));
    try {
      const waiting = runs.find(({ status }) => status === 'awaiting_clarification')?.id ?? null;
      const withChart = runs.find(({ question, chart }) => question === charted[locale] && chart !== null);
      const found = await visit(page, {
        ...{ locale, typed: typed[locale], further, waiting, charted: String(withChart?.id) },
        ...{ runs: runs.map(({ id }) => id), settled: () => proxy.settled() },
        ...more,
      });
      return { found, said, ...proxy };
    } finally {
      await close();
      await proxy.stop();
    }
  }

  const namesIn = (bytes: string): string[] => names.filter((name) => bytes.toLowerCase().includes(name.toLowerCase()));
  const leaks = (bytes: string): string[] => [...leaksIn(bytes, names), ...(bytes.match(machine) ?? [])];

  /** Everything that leaks, each once, with the part that it was found in. The page's code may contain keywords. */
  function leaksOf({
    said,
    recorded,
    found,
  }: {
    said: string[];
    recorded: readonly Recorded[];
    found: Visited;
  }): string[] {
    const parts: [part: string, texts: readonly string[]][] = [
      // The page itself calls a word unclear, as drivers do in Chinese.
      ['document', found.documents.map((text) => text.replaceAll(zh.reading.asked, ''))],
      ['title', found.titles],
      ['file', found.saved],
      ['kept', [JSON.stringify(found.kept)]],
      ['console', said],
    ];
    const inResponses = recorded.flatMap(({ asked: address, bytes }) =>
      (address.startsWith('GET /assets/') ? namesIn(bytes) : leaks(bytes)).map((leak) => `${address}: ${leak}`),
    );
    const inParts = parts.flatMap(([part, texts]) => texts.flatMap(leaks).map((leak) => `${part}: ${leak}`));
    return [...new Set([...inResponses, ...inParts])];
  }

  it('is sent, shows and keeps no physical name, SQL, message of a driver, machine or word of others', async () => {
    const visits = await Promise.all(languages.map((locale) => visited(viewer, locale)));
    for (const [at, one] of visits.entries()) {
      expect(leaksOf(one)).toEqual([]);
      expect(one.upgrades).toEqual([]);
      expect(one.found.kept).toMatchObject({ cookies: '', name: '', bases: [], cached: [], workers: [] });
      expect(Object.keys(one.found.kept.local).filter((name) => !name.startsWith('querent-'))).toEqual([]);
      // The visit reached what it is to search.
      const reached = new Set(one.recorded.map(({ asked: address }) => routeOf(address)));
      for (const route of ['', '/events', '/result', '/feedback', '/share', '/clarification'])
        expect([...reached]).toContain(`/v1/queries/ID${route}`);
      expect([...reached]).toEqual(expect.arrayContaining(['/v1/preview', '/v1/pins', '/v1/conversations']));
      expect(one.found.saved.join('')).toMatch(/PNG/);
      expect(one.found.documents.join('')).toContain(words[languages[at] ?? 'en'].noRun);
      const statuses = (asked.get(viewer.name + languages[at]) ?? []).map(({ status }) => status);
      expect(statuses).toEqual(expect.arrayContaining(['succeeded', 'failed', 'awaiting_clarification']));
    }
  }, 120_000);

  it('would be found to leak: with the scope for SQL the same search finds names in responses and documents', async () => {
    const one = await visited(reader, 'en', { typed: [], runs: [], waiting: null, further: [] });
    expect(leaksOf(one)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET \/v1\/queries\/q\w+: name t_ord_hdr_x1$/),
        expect.stringMatching(/^GET \/v1\/queries\/q\w+: sql /),
        'document: name t_ord_hdr_x1',
      ]),
    );
    const planted = { ...one.found.kept, tab: { 'querent-draft': 'F_AMT_07 at /home/user' } };
    const found = { ...one.found, kept: planted, titles: ['dwh_v2'], saved: ['a,chn_cd_2'] };
    expect(leaksOf({ ...one, found, said: ['connect ECONNREFUSED'] })).toEqual(
      expect.arrayContaining([
        ...['kept: name f_amt_07', 'kept: /home/user', 'title: name dwh_v2', 'file: name chn_cd_2'],
        'console: driver econnrefused',
      ]),
    );
  }, 60_000);

  it('is sent no address of a database that is away', async () => {
    await fixture.database.stop();
    const proxy = await recordingProxy(fixture.stack.url);
    const { page, close } = await signedInPage(browser, proxy, `${viewer.name}-secret`);
    await page.goto(addressOf('ask', {}));
    await page.locator('.question-box textarea').fill('total amount per month of orders in Hill');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\//);
    await page.locator('.steps li, .run .notice').nth(2).waitFor();
    await proxy.settled();
    const found = [await page.content(), ...proxy.recorded.filter(isData).map(({ bytes }) => bytes)].flatMap(leaks);
    expect(found).toEqual([]);
    await close();
    await proxy.stop();
  }, 60_000);

  it('loads code without paths of machines and hosts of registries', () => {
    const hosts = ['npmjs', 'npmmirror', 'yarnpkg', 'jfrog'];
    const files = readdirSync(assets, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|html|txt|svg)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(10);
    const search = (text: string): string[] => [
      ...[...hosts, repositoryRoot(), tmpdir()].filter((part) => text.includes(part)),
      ...(text.match(
        /\/(?:home|root|usr|work|Users)\/[\w.-]+|[A-Z]:\\\w+|node_modules\/|\/\/registry\.|sourceMappingURL/g,
      ) ?? []),
    ];
    expect(
      files.flatMap((name) => search(readFileSync(join(assets, name), 'utf8')).map((part) => `${name}: ${part}`)),
    ).toEqual([]);
    expect(search(`x from "https://registry.${hosts[0]}.org" //# sourceMappingURL=a /home/me`)).toHaveLength(4);
  });
});

const isData = ({ asked }: Recorded): boolean => !asked.startsWith('GET /assets/');

const routeOf = (address: string): string =>
  address
    .replace(/^\w+ /, '')
    .replace(/\?.*/, '')
    .replace(/\bq[0-9a-z]{22}\b/, 'ID');
