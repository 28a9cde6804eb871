import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openCatalog } from '@querent/catalog';
import { seededRandom } from '@querent/testing';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const CHANGES = 200;
const SEED = Number(process.env['ADMIN_SEED'] ?? 20);

interface Read {
  text: string | null;
  etag: string | undefined;
}

/**
 * Three administrators change five items over two gateways, each after reading the item. The model of the store is a
 * list of the accepted changes in the order of their revisions.
 */
describe(`${CHANGES} random changes by three administrators over two gateways (seed ${SEED})`, () => {
  const gateways: GatewayUnderTest[] = [];
  const { next: random } = seededRandom(SEED);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const urls = [
    '/v1/connections/shop/model',
    '/v1/connections/hall/model',
    '/v1/connections/hall',
    '/v1/connections/x1',
  ];
  const fileOf: Record<string, string> = {
    '/v1/connections/shop/model': 'models/shop.yaml',
    '/v1/connections/hall/model': 'models/hall.yaml',
    '/v1/connections/hall': 'connections/hall.yaml',
    '/v1/connections/x1': 'connections/x1.yaml',
  };
  /** By revision: what an accepted change replaced, and with what. */
  const accepted = new Map<number, { url: string; read: Read; text: string | null }>();
  const refused: number[] = [];

  beforeAll(async () => {
    const first = await startGateway();
    gateways.push(first, await startGateway({}, first.redis));
  });
  afterAll(async () => {
    for (const gateway of gateways.toReversed()) await gateway.stop();
  });

  const read = async (url: string): Promise<Read> => {
    const response = await oneOf(gateways).request({ url, as: 'opsSql', headers: { accept: 'application/yaml' } });
    return { text: response.statusCode === 200 ? response.body : null, etag: response.headers['etag'] as string };
  };
  const textFor = (url: string, n: number): string =>
    url.endsWith('/model')
      ? `# change ${n}\ntables:\n  t_order_2024: { label: { en: orders ${n} } }\n`
      : `# change ${n}\nurl: \${DATABASE_URL}\nlabel: { en: c${n} }\n`;

  async function change(n: number): Promise<void> {
    const url = oneOf(urls);
    const seen = await read(url);
    const isDelete = seen.text !== null && random() < 0.2;
    // Model files of a removed connection are not reachable.
    const text = isDelete && url !== '/v1/connections/hall' ? null : textFor(url, n);
    const response = await oneOf(gateways).request({
      method: text === null ? 'DELETE' : 'PUT',
      url,
      as: 'opsSql',
      headers: {
        ...(seen.etag === undefined ? { 'if-none-match': '*' } : { 'if-match': seen.etag }),
        ...(text === null ? {} : { 'content-type': 'application/yaml' }),
      },
      ...(text === null ? {} : { payload: text }),
    });
    if (response.statusCode === 412 || (response.statusCode === 404 && text === null)) {
      refused.push(n);
      return;
    }
    expect([200, 201, 204]).toContain(response.statusCode);
    const { revisions } = (await oneOf(gateways).request({ url: '/v1/revisions?limit=200', as: 'opsSql' })).json();
    // A deletion has no body: its revision is found by its place after the item was read.
    const id = text === null ? undefined : Number(response.json().revision);
    const own = id ?? Number(revisions.find(isDeletionOf(url, accepted))?.id);
    accepted.set(own, { url, read: seen, text });
  }

  it('loses no update, and every process has the same state', async () => {
    let next = 0;
    const administrator = async (): Promise<void> => {
      while (next < CHANGES) await change(next++);
    };
    await Promise.all([administrator(), administrator(), administrator()]);
    const numbers = [...accepted.keys()].sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
    expect(accepted.size + refused.length).toBe(CHANGES);
    // Conflicts must happen, or the test shows nothing.
    expect(refused.length).toBeGreaterThan(5);

    // No accepted change replaced a text that its writer had not read.
    const state = new Map<string, string | null>(
      await Promise.all(
        urls.map(async (url): Promise<[string, string | null]> => [url, await fileText(gateways[0], fileOf[url])]),
      ),
    );
    for (const number of numbers) {
      const { url, read: before, text } = accepted.get(number) as { url: string; read: Read; text: string | null };
      expect(withoutUrl(before.text)).toBe(withoutUrl(state.get(url) ?? null));
      state.set(url, text);
    }
    const until = performance.now() + 2_000;
    for (const gateway of gateways) {
      const texts = (): (string | null)[] => urls.map((url) => gateway.services.catalog.item(String(fileOf[url])).text);
      while (JSON.stringify(texts()) !== JSON.stringify(urls.map((url) => state.get(url) ?? null))) {
        if (performance.now() > until) expect(texts()).toEqual(urls.map((url) => state.get(url) ?? null));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }, 60_000);

  it('gives back every state byte for byte', async () => {
    const [gateway] = gateways as [GatewayUnderTest, GatewayUnderTest];
    for (const [id, { url, text }] of [...accepted].filter(() => random() < 0.2)) {
      const response = await gateway.request({ method: 'POST', url: `/v1/revisions/${id}/restore`, as: 'opsSql' });
      expect(response.statusCode).toBe(200);
      expect(gateway.services.catalog.item(String(fileOf[url])).text).toBe(text);
    }
  });

  it('exports files that configure the same product', async () => {
    const [gateway] = gateways as [GatewayUnderTest, GatewayUnderTest];
    const { files } = (await gateway.request({ url: '/v1/export', as: 'opsSql' })).json();
    const folder = await mkdtemp(join(tmpdir(), 'querent-export-'));
    for (const [file, text] of Object.entries(files as Record<string, string>)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const imported = await openCatalog(folder, { credentials: null, watch: false, host: '0.0.0.0' });
    const { catalog } = gateway.services;
    const contentOf = (from: typeof catalog): unknown => ({
      connections: from.connections(),
      models: from.connections().map(({ name }) => from.modelFile(name).file),
      agents: from.agents(),
      keys: from.allKeys(),
      problems: from.problems(),
    });
    expect(contentOf(imported)).toEqual(contentOf(catalog));
    await imported.close();
    await rm(folder, { recursive: true });
  });
});

const fileText = (gateway: GatewayUnderTest | undefined, file = ''): Promise<string | null> =>
  readFile(join(String(gateway?.configDir), file), 'utf8').catch(() => null);

/** Readers get null for an address. */
const withoutUrl = (text: string | null): string | null => text?.replace(/^url: .*$/m, 'url: null') ?? null;

/** The oldest deletion of an item that no other change accounts for. */
const isDeletionOf =
  (url: string, accepted: ReadonlyMap<number, unknown>) =>
  ({ id, action, kind, name }: { id: string; action: string; kind: string; name: string }): boolean =>
    action === 'delete' &&
    !accepted.has(Number(id)) &&
    url === (kind === 'model' ? `/v1/connections/${name}/model` : `/v1/connections/${name}`);
