import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@querent/testing';
import type { Run } from '@querent/contracts';
import { productVersion } from '@querent/platform';
import { pause, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { callOverHttp, connected, generations, type McpClient, type Reply } from './testing/mcp-clients';

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** A schema with the schemas of its parts, each with its path. */
function schemasIn(given: unknown, path: string): { schema: Schema; path: string }[] {
  const schema = given as Schema;
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [['[]', schema.items] as const]),
    ...(schema.anyOf ?? []).map((one, at) => [String(at), one] as const),
  ];
  return [{ schema, path }, ...parts.flatMap(([name, part]) => schemasIn(part, `${path}.${name}`))];
}

const QUESTION = { question: 'how many orders', connection: 'shop' };

describe('the MCP server', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  const clients: McpClient[] = [];
  beforeAll(async () => {
    gateway = await startGateway({ MCP_WAIT_MS: '3000', MCP_ABANDON_MS: '300' });
    base = await gateway.listen();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
  });
  const client = async (...of: Parameters<typeof connected> extends [string, ...infer Rest] ? Rest : never) => {
    const made = await connected(base, ...of);
    clients.push(made);
    return made;
  };

  const runsOf = async (as: 'alice' | 'bob' = 'alice'): Promise<Set<string>> => {
    const { runs } = (await gateway.request({ url: '/v1/queries?limit=100', as })).json<{ runs: { id: string }[] }>();
    return new Set(runs.map(({ id }) => id));
  };
  /** The newest run of a key that is not in `known`. */
  const newRun = async (known: ReadonlySet<string>, as: 'alice' | 'bob' = 'alice'): Promise<Run> => {
    const found = await waitFor(async () => {
      const ids = await runsOf(as);
      return [...ids].find((id) => !known.has(id));
    });
    const run = await gateway.services.store.get(found);
    if (run === null) throw new Error('the run is missing');
    return run;
  };
  /** Starts `ask` and waits until its run exists. */
  const asking = async (by: McpClient, options?: object, question: object = QUESTION) => {
    const known = await runsOf();
    const result = by.callTool('ask', { ...question, timezone: 'UTC' }, options);
    result.catch(() => undefined);
    return { result, run: await newRun(known) };
  };
  const answer = async (id: string, rows: number[][] = [[7]]): Promise<Run> => {
    const executing = await gateway.advance(
      id,
      {
        event: 'planned',
        stage: 'intent',
        patch: { refinedQuestion: 'The number of orders', disclosures: ['All dates'] },
      },
      { event: 'generated', stage: 'sql-generator' },
    );
    const blob = await gateway.services.results.write(id, executing.version, rows);
    const columns = [{ key: 'c1', label: 'orders', type: 'integer' as const }];
    return gateway.advance(
      id,
      {
        event: 'executed',
        stage: 'executor',
        patch: { result: { blob, columns, output: [], rowCount: rows.length, truncated: false, skipped: [] } },
        steps: [{ kind: 'executed', message: 'Read the rows' }],
      },
      {
        event: 'presented',
        stage: 'chart',
        patch: { answer: { text: 'There are 7 orders.', chartType: 'number', suggestions: ['by month?'] } },
      },
    );
  };
  /** As the stages pause a run: with the clarification as its answer, and the options as suggestions. */
  const paused = (id: string): Promise<Run> => {
    const change = pause(`cl-${id}`.slice(0, 20));
    const answer = { text: 'Which score?', chartType: 'clarification' as const, suggestions: ['composite', 'each'] };
    return gateway.advance(id, { ...change, patch: { ...change.patch, answer } });
  };

  it.each(generations)('serves ask, a pause, reply, rows and cancel to a client of the %s', async (generation) => {
    const mcp = await client(generation);
    expect(mcp.revision).toBe(generation === 'newest revision' ? '2026-07-28' : '2025-11-25');
    const { result, run } = await asking(mcp);
    const waiting = await paused(run.id);
    const clarification = waiting.data.clarification;
    const needsReply = await result;
    expect(needsReply.structuredContent).toMatchObject({
      run_id: run.id,
      status: 'needs_reply',
      clarification: {
        id: clarification?.id,
        options: [{ id: 'o1', label: 'composite' }, { id: 'o2' }],
        allow_text: true,
      },
      follow_ups: [],
    });
    expect(needsReply.structuredContent).not.toHaveProperty('answer');

    const replying = mcp.callTool('reply', { run_id: run.id, clarification_id: clarification?.id, option_id: 'o1' });
    await waitFor(async () => (await gateway.services.store.get(run.id))?.status !== 'awaiting_clarification');
    const working = await mcp.callTool('get_run', { run_id: run.id, wait: false });
    expect(working.structuredContent).toMatchObject({ status: 'working', follow_ups: [] });
    expect(working.structuredContent).not.toHaveProperty('answer');
    await answer(run.id, [[7], [8], [9]]);
    const answered = await replying;
    expect(answered.structuredContent).toMatchObject({
      status: 'succeeded',
      understood_as: 'The number of orders',
      answer: 'There are 7 orders.',
      rows: [[7], [8], [9]],
      assumptions: ['All dates'],
      follow_ups: ['by month?'],
    });
    expect(JSON.parse(answered.content[0]?.text ?? '')).toEqual(answered.structuredContent);
    expect(answered.content.slice(1).map(({ uri }) => uri)).toEqual([
      `querent://runs/${run.id}/rows`,
      `querent://runs/${run.id}/rows.csv`,
    ]);

    const page = await mcp.callTool('get_rows', { run_id: run.id, limit: 2 });
    expect(page.structuredContent).toMatchObject({ rows: [[7], [8]], row_count: 3 });
    const rest = await mcp.callTool('get_rows', { run_id: run.id, cursor: page.structuredContent?.['next_cursor'] });
    expect(rest.structuredContent).toMatchObject({ rows: [[9]] });
    const csv = await mcp.raw.readResource({ uri: `querent://runs/${run.id}/rows.csv` });
    expect(csv.contents[0]).toMatchObject({ mimeType: 'text/csv', text: 'orders\r\n7\r\n8\r\n9\r\n' });

    const other = await asking(mcp);
    const cancelled = await mcp.callTool('cancel', { run_id: other.run.id });
    expect(cancelled.structuredContent).toMatchObject({ status: 'cancelled' });
    expect((await other.result).structuredContent).toMatchObject({ status: 'cancelled' });
  });

  it('describes tools, connections, prompts and completions, and rates an answer', async () => {
    const mcp = await client('newest revision');
    expect(mcp.raw.getServerVersion()).toMatchObject({ name: 'querent', version: productVersion });
    const { tools } = await mcp.raw.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['list_connections', true],
      ['describe_connection', true],
      ['ask', false],
      ['reply', false],
      ['get_run', true],
      ['get_rows', true],
      ['cancel', false],
      ['rate_answer', false],
    ]);
    expect(tools.every(({ title, outputSchema }) => title !== undefined && outputSchema?.type === 'object')).toBe(true);
    const { connections } = (await mcp.callTool('list_connections')).structuredContent as { connections: unknown[] };
    expect(connections).toContainEqual({ name: 'shop', label: 'shop', status: 'ready', examples: ['how many orders'] });
    const described = await mcp.callTool('describe_connection', { connection: 'shop' });
    expect(described.structuredContent).toMatchObject({ name: 'shop', vocabulary_count: expect.any(Number) });
    const { resources } = await mcp.raw.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('querent://connections/shop/vocabulary');
    const vocabulary = await mcp.raw.readResource({ uri: 'querent://connections/shop/vocabulary' });
    expect(JSON.parse((vocabulary.contents[0] as { text: string }).text)).toMatchObject({ name: 'shop' });
    const { prompts } = await mcp.raw.listPrompts();
    expect(prompts.map(({ name, title }) => [name, title])).toContainEqual(['shop-1', 'how many orders']);
    const prompt = await mcp.raw.getPrompt({ name: 'shop-1' });
    expect(JSON.stringify(prompt.messages)).toContain('how many orders');
    for (const ref of [
      { type: 'ref/prompt' as const, name: 'ask' },
      { type: 'ref/resource' as const, uri: 'querent://connections/{connection}/vocabulary' },
    ]) {
      const { completion } = await mcp.raw.complete({ ref, argument: { name: 'connection', value: 'sh' } });
      expect(completion.values).toEqual(['shop']);
    }
    const { id } = await gateway.ask();
    await answer(id);
    const rated = await mcp.callTool('rate_answer', { run_id: id, rating: 'down' });
    expect(rated.structuredContent).toEqual({ run_id: id, rating: 'down', sample: null });
  });

  it('describes every argument, and constrains every value of its schemas', async () => {
    const { tools } = await (await client('newest revision')).raw.listTools();
    const bare = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...schemasIn(inputSchema, `${name} in`).filter(({ schema, path }) => path.includes('.') && !schema.description),
      ...schemasIn(outputSchema, `${name} out`).filter(({ schema }) => !('type' in schema || 'anyOf' in schema)),
    ]);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('notifies subscribers when the configuration changes', async () => {
    const { raw } = await client('newest revision');
    const changes: string[] = [];
    raw.setNotificationHandler('notifications/prompts/list_changed', () => void changes.push('prompts'));
    raw.setNotificationHandler('notifications/resources/list_changed', () => void changes.push('resources'));
    const subscription = await raw.listen({ promptsListChanged: true, resourcesListChanged: true });
    await writeFile(join(gateway.configDir, 'connections/mall.yaml'), 'url: ${DATABASE_URL}\n');
    await waitFor(() => new Set(changes).size === 2);
    const { resources } = await raw.listResources();
    expect(resources.map(({ name }) => name)).toContain('mall');
    await subscription.close();
  });

  it('returns a run that takes longer than a call as working, and get_run waits for it', async () => {
    const mcp = await client('newest revision');
    const { result, run } = await asking(mcp);
    expect((await result).structuredContent).toMatchObject({ run_id: run.id, status: 'working' });
    const waiting = mcp.callTool('get_run', { run_id: run.id });
    await answer(run.id);
    expect((await waiting).structuredContent).toMatchObject({ status: 'succeeded' });
  });

  it.each(['newest revision', 'previous generation of the client'] as const)(
    'sends each step as a progress notification to a client of the %s',
    async (generation) => {
      const mcp = await client(generation);
      const progress: (string | undefined)[] = [];
      const onprogress = ({ message }: { message?: string }) => progress.push(message);
      const { result, run } = await asking(mcp, { onprogress });
      await answer(run.id);
      await result;
      expect(progress).toContain('Read the rows');
    },
  );

  describe('elicitation of a reply', () => {
    it('asks with a form and continues with the choice', async () => {
      const forms: unknown[] = [];
      const mcp = await client('newest revision', {
        answer: (params): Reply => {
          forms.push(params);
          return { action: 'accept', content: { option: 'o2' } };
        },
      });
      const { result, run } = await asking(mcp);
      await paused(run.id);
      await waitFor(async () => (await gateway.services.store.get(run.id))?.data.clarifications.length === 1);
      await answer(run.id);
      expect((await result).structuredContent).toMatchObject({ run_id: run.id, status: 'succeeded' });
      expect(forms).toEqual([
        expect.objectContaining({
          message: 'Which score?',
          requestedSchema: expect.objectContaining({
            properties: expect.objectContaining({ option: expect.anything() }),
          }),
        }),
      ]);
      expect((await gateway.services.store.get(run.id))?.data.clarifications[0]?.answer).toEqual({ optionId: 'o2' });
    });

    it('leaves the run paused when the form is declined', async () => {
      const mcp = await client('newest revision', { answer: () => ({ action: 'decline' }) });
      const { result, run } = await asking(mcp);
      await paused(run.id);
      expect((await result).structuredContent).toMatchObject({ run_id: run.id, status: 'needs_reply' });
      expect((await gateway.services.store.get(run.id))?.status).toBe('awaiting_clarification');
    });

    /** A pause whose state was sent to alice. */
    const state = async (): Promise<{ run: Run; requestState: string }> => {
      const known = await runsOf();
      const asked = callOverHttp(gateway, 'ask', QUESTION);
      const run = await newRun(known);
      await paused(run.id);
      const { result } = (await asked).json<{ result: { resultType: string; requestState: string } }>();
      expect(result.resultType).toBe('input_required');
      return { run, requestState: result.requestState };
    };
    const inputResponses = { reply: { action: 'accept', content: { option: 'o1' } } };

    it('refuses a state that was changed, or belongs to another key or tenant', async () => {
      const { run, requestState } = await state();
      const [head = '', mac = ''] = requestState.split(/\.(?=[^.]*$)/);
      for (const [as, text] of [
        ['alice', `${head}A.${mac}`],
        ['alice', `${head}.${mac.slice(0, -2)}AA`],
        ['alice', 'x'],
        ['root', requestState],
        ['eve', requestState],
      ] as const) {
        const response = await callOverHttp(gateway, 'ask', QUESTION, { as, requestState: text, inputResponses });
        expect(response.json()).toMatchObject({ error: { code: -32602, data: { reason: 'invalid_request_state' } } });
      }
      expect((await gateway.services.store.get(run.id))?.status).toBe('awaiting_clarification');
    });

    it('refuses a state that was used before', async () => {
      const { run, requestState } = await state();
      const continued = callOverHttp(gateway, 'ask', QUESTION, { requestState, inputResponses });
      await waitFor(async () => (await gateway.services.store.get(run.id))?.data.clarifications.length === 1);
      const replayed = await callOverHttp(gateway, 'ask', QUESTION, { requestState, inputResponses });
      expect(replayed.json()).toMatchObject({ result: { isError: true } });
      expect(replayed.body).toContain('clarification_not_awaited');
      await answer(run.id);
      expect((await continued).json()).toMatchObject({ result: { structuredContent: { status: 'succeeded' } } });
    });

    it('counts one of a hundred parallel replies', async () => {
      const { run, requestState } = await state();
      const replies = Array.from({ length: 100 }, () =>
        callOverHttp(gateway, 'ask', QUESTION, { requestState, inputResponses }),
      );
      await waitFor(async () => (await gateway.services.store.get(run.id))?.data.clarifications.length === 1);
      await answer(run.id);
      const results = (await Promise.all(replies)).map(
        (response) => response.json<{ result: { isError?: boolean } }>().result,
      );
      expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
    });
  });

  describe('a stream that its client closes', () => {
    it.each(generations)('cancels the run, for a client of the %s', async (generation) => {
      const mcp = await client(generation);
      const abort = new AbortController();
      const { run } = await asking(mcp, { signal: abort.signal });
      if (generation === 'newest revision') abort.abort();
      else await mcp.close();
      await waitFor(async () => (await gateway.services.store.get(run.id))?.status === 'cancelled');
    });

    it('leaves the run if its asker asks for it again', async () => {
      const mcp = await client('newest revision');
      const abort = new AbortController();
      const { run } = await asking(mcp, { signal: abort.signal });
      abort.abort();
      await waitFor(
        async () => (await gateway.services.redis.exists(gateway.services.store.keys.mcpLeft(run.id))) === 1,
      );
      const again = await mcp.callTool('get_run', { run_id: run.id });
      expect(again.structuredContent).toMatchObject({ status: 'working' });
      expect((await gateway.services.store.get(run.id))?.status).not.toBe('cancelled');
    });
  });

  describe('failures', () => {
    it('returns a problem as an error result without structured content', async () => {
      const mcp = await client('newest revision');
      for (const [tool, args, code] of [
        ['ask', { question: 'how many', connection: 'nowhere' }, 'connection_unknown'],
        ['get_run', { run_id: 'q0000000000' }, 'not_found'],
        ['get_rows', { run_id: (await gateway.ask()).id }, 'result_not_ready'],
        ['describe_connection', { connection: 'nowhere' }, 'connection_unknown'],
      ] as const) {
        const result = await mcp.callTool(tool, args);
        expect(result).toMatchObject({ isError: true });
        expect(result.structuredContent).toBeUndefined();
        expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ code, detail: expect.any(String) });
      }
      const { body } = await gateway.request({ url: '/metrics' });
      for (const result of ['accepted', 'refused'])
        expect(body).toMatch(new RegExp(`querent_submissions_total\\{result="${result}".*\\} [1-9]`));
    });

    it('returns a failed run as an error result with the texts of the API', async () => {
      const mcp = await client('newest revision');
      const { result, run } = await asking(mcp);
      await gateway.advance(run.id, {
        event: 'failed',
        stage: 'intent',
        patch: { error: { code: 'internal', message: 'It did not work.', actions: ['Ask again.'] } },
      });
      const failure = await result;
      expect(failure).toMatchObject({ isError: true });
      expect(failure.structuredContent).toBeUndefined();
      expect(JSON.parse(failure.content[0]?.text ?? '')).toEqual({
        run_id: run.id,
        code: 'internal',
        detail: 'It did not work.',
        actions: ['Ask again.'],
      });
    });

    it.each(generations)(
      'answers malformed arguments with a protocol error that names each mistake, to a client of the %s',
      async (generation) => {
        const mcp = await client(generation);
        const reply = { run_id: 'q0000000000', clarification_id: 'c1' };
        for (const [tool, args, errors] of [
          ['ask', { question: 5 }, [{ path: 'question', message: 'must be a string' }, { path: 'connection' }]],
          ['ask', { ...QUESTION, colour: 'red' }, [{ path: 'colour', message: 'unknown field' }]],
          ['reply', reply, [{ path: 'option_id', message: 'give either option_id or text' }]],
          ['reply', { ...reply, option_id: 'o1', text: 'all' }, [{ path: 'option_id' }]],
          ['get_rows', {}, [{ path: 'run_id', message: 'is required' }]],
        ] as const) {
          await expect(mcp.callTool(tool, args)).rejects.toMatchObject({
            code: -32602,
            message: expect.stringContaining(`Invalid arguments: ${errors[0].path} `),
            data: { errors },
          });
        }
      },
    );

    it.each(generations)('answers an unknown tool with a protocol error, to a client of the %s', async (generation) => {
      const mcp = await client(generation);
      await expect(mcp.callTool('nothing')).rejects.toMatchObject({ code: -32602 });
    });
  });

  it('shows the statement only to a key with sql:read', async () => {
    const { id } = await gateway.ask({}, 'bob');
    const compiled = { sql: 'select count(order_no_pk) from t_order_2024', params: [], columns: [], probes: [] };
    await gateway.advance(
      id,
      { event: 'planned', stage: 'intent', patch: { compiled, disclosures: ['t_order_2024 is empty'] } },
      { event: 'generated', stage: 'sql-generator' },
      { event: 'executed', stage: 'executor' },
      {
        event: 'presented',
        stage: 'chart',
        patch: { answer: { text: 'From t_order_2024.', chartType: 'number', suggestions: [] } },
      },
    );
    const [bob, root] = [
      await client('newest revision', { as: 'bob' }),
      await client('newest revision', { as: 'root' }),
    ];
    const blind = JSON.stringify(await bob.callTool('get_run', { run_id: id }));
    expect(blind).not.toMatch(/t_order_2024|order_no_pk|select/i);
    const seen = await root.callTool('get_run', { run_id: id });
    expect(seen.structuredContent).toMatchObject({ sql: compiled.sql });
  });

  describe('over HTTP', () => {
    it('names the metadata of the resource in a 401, and serves them', async () => {
      const response = await fetch(`${base}/mcp`, { method: 'POST' });
      expect(response.status).toBe(401);
      const [, metadata = ''] =
        /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
      expect(metadata).toBe(`${base}/.well-known/oauth-protected-resource/mcp`);
      for (const url of [metadata, `${base}/.well-known/oauth-protected-resource`])
        expect(await (await fetch(url)).json()).toMatchObject({ resource: `${base}/mcp` });
    });

    it.each(['GET', 'DELETE'] as const)('answers 405 to %s', async (method) => {
      const response = await gateway.request({ method, url: '/mcp' });
      expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
    });

    it.each([
      [{ host: 'evil.example' }, 403],
      [{ host: 'localhost:3000', origin: 'https://evil.example' }, 403],
      [{ host: 'localhost:3000', origin: 'null' }, 403],
      [{ host: '127.0.0.1', origin: 'http://localhost:5173' }, 200],
    ])('answers a request with the headers %j with %i', async (headers, status) => {
      const accept = 'application/json, text/event-stream';
      const payload = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const response = await gateway.request({ method: 'POST', url: '/mcp', headers: { accept, ...headers }, payload });
      expect(response.statusCode).toBe(status);
    });
  });
});
