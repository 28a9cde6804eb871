import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { connected, type McpClient } from './testing/mcp-clients';

const VIEW = 'ui://querent/answer';
const document = '<!doctype html><title>Querent</title>';

describe('the view of an answer', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  let folder: string;
  const clients: McpClient[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'querent-view-'));
    await writeFile(join(folder, 'mcp-view.html'), document);
    gateway = await startGateway({ MCP_WAIT_MS: '3000' }, undefined, null, join(folder, 'mcp-view.html'));
    base = await gateway.listen();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
    await rm(folder, { recursive: true });
  });
  const client = async (
    ...[generation, options]: [Parameters<typeof connected>[1], Parameters<typeof connected>[2]]
  ) => {
    const made = await connected(base, generation, options);
    clients.push(made);
    return made;
  };
  /** A run of alice that waits for a reply. */
  const pausedRun = async (): Promise<string> => {
    const { id } = await gateway.ask({ cache: 'bypass' });
    await gateway.advance(id, pause(`cl-${id}`.slice(0, 20)));
    return id;
  };

  it('is a document of the server, which the tools that return a run name', async () => {
    const mcp = await client('newest revision', { showsViews: true });
    const { contents } = await mcp.raw.readResource({ uri: VIEW });
    expect(contents).toEqual([
      { uri: VIEW, mimeType: 'text/html;profile=mcp-app', text: document, _meta: { ui: { prefersBorder: true } } },
    ]);
    const { tools } = await mcp.raw.listTools();
    const named = tools.filter(({ _meta }) => (_meta?.['ui'] as { resourceUri?: string })?.resourceUri === VIEW);
    expect(named.map(({ name }) => name).sort()).toEqual(['ask', 'cancel', 'get_run', 'reply']);
  });

  it('gets the run as its reader sees it', async () => {
    const id = await pausedRun();
    const mcp = await client('newest revision', { showsViews: true });
    const result = await mcp.callTool('get_run', { run_id: id });
    const { id: _, ...seen } = (await gateway.request({ url: `/v1/queries/${id}` })).json();
    expect(result._meta?.['querent/run']).toMatchObject({ id, ...seen });
    // The model reads the content alone, which does not change.
    expect(result.structuredContent).not.toHaveProperty('_meta');
  });

  it('gets a run that failed too', async () => {
    const { id } = await gateway.ask({ cache: 'bypass' });
    await gateway.advance(id, {
      event: 'failed',
      stage: 'intent',
      patch: { error: { code: 'query_failed', message: 'no', actions: [] } },
    });
    const mcp = await client('newest revision', { showsViews: true });
    const result = await mcp.callTool('get_run', { run_id: id });
    expect([result.isError, result._meta?.['querent/run']]).toEqual([
      true,
      expect.objectContaining({ id, status: 'failed' }),
    ]);
  });

  it('is nothing for a client that declares no views, if its revision names capabilities with each request', async () => {
    const id = await pausedRun();
    const [newest, previous] = [await client('newest revision', {}), await client('previous revision', {})];
    expect(await newest.callTool('get_run', { run_id: id })).not.toHaveProperty('_meta.querent/run');
    expect((await previous.callTool('get_run', { run_id: id }))._meta?.['querent/run']).toMatchObject({ id });
  });

  it('shows no SQL to a key without the right to see it', async () => {
    const id = await pausedRun();
    const mcp = await client('newest revision', { as: 'bob', showsViews: true });
    expect(JSON.stringify(await mcp.callTool('get_run', { run_id: id }))).toContain('not_found');
  });
});

describe('a server whose view was not built', () => {
  it('offers none', async () => {
    const gateway = await startGateway();
    try {
      const mcp = await connected(await gateway.listen(), 'newest revision', { showsViews: true });
      const { tools } = await mcp.raw.listTools();
      expect(tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
      expect((await mcp.raw.listResources()).resources.map(({ uri }) => uri)).not.toContain(VIEW);
      await mcp.close();
    } finally {
      await gateway.stop();
    }
  });
});
