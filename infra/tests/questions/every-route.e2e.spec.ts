import type { RunView } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { pinId } from '../../../apps/gateway/src/pins/pin-boards';
import {
  bearerOf,
  keyOf,
  keyRing,
  walkedTenants,
  type RingKey,
  type WalkedTenant,
} from '../../suites/leak/walk/key-ring';
import {
  describedRoutes,
  walked,
  type Answered,
  type DescribedRoute,
  type WalkValues,
} from '../../suites/leak/walk/route-walk';
import { walkedWorlds } from '../../suites/leak/walk/walked-world';
import { everyWorld } from '../../suites/worlds/every-world';
import { openWalkedFixture, type WalkedFixture } from '../../suites/leak/walk/walked-fixture';
import { leaksIn } from '../../suites/leak/leak-check';

/** Marks that all rows, questions and ratings of a tenant contain, and nothing else does. */
const markOf: Record<WalkedTenant, RegExp> = { alpha: /zqalpha/i, beta: /zqbeta/i };
const namesIn = (bytes: string, names: readonly string[]): string[] => names.filter((name) => bytes.includes(name));
const otherOf: Record<WalkedTenant, WalkedTenant> = { alpha: 'beta', beta: 'alpha' };

/**
 * The world with two tenants and row-level security. EVERY_WORLD=true also tests the bare world, which doubles the
 * duration.
 */
const worlds = Object.entries(walkedWorlds).filter(([name]) => name === 'secured' || everyWorld);

describe.each(worlds)(
  'every documented route in the world %s, requested with keys of every set of scopes of both tenants',
  (_, world) => {
    let fixture: WalkedFixture;
    let routes: DescribedRoute[];
    const made: Record<WalkedTenant, string[]> = { alpha: [], beta: [] };
    const waiting = new Set<string>();
    const samples = new Set<string>();
    const reached = new Map<string, Set<number>>();
    const ends = new Set<string>();
    /** Names and marks found in responses that may contain them. They prove that the search finds leaks. */
    const mayBeSeen = { names: new Set<string>(), marks: new Set<WalkedTenant>() };

    beforeAll(async () => {
      fixture = await openWalkedFixture(world);
      routes = await describedRoutes(fixture.stack.url);
      for (const tenant of walkedTenants) await leaveMarks(tenant);
    }, 400_000);
    afterAll(() => fixture?.stop(), 60_000);

    const json = async <T>(key: RingKey, path: string, body?: object, headers?: Record<string, string>): Promise<T> =>
      (await fixture.fetch(key, path, { body, headers })).json() as Promise<T>;

    /** Creates questions of each kind, ratings, samples, webhooks and dead letters of a tenant, all with its mark. */
    async function leaveMarks(tenant: WalkedTenant): Promise<void> {
      const mark = `zq${tenant}`;
      const [viewer, reader, admin] = [
        keyOf(tenant, 'query'),
        keyOf(tenant, 'query', 'sql:read'),
        keyOf(tenant, 'query', 'sql:read', 'admin'),
      ];
      if (world === walkedWorlds.secured)
        await fixture.database.query(`GRANT SELECT ON dwh_v2.zz_gone_t4 TO rdr_${tenant}_x9`);
      for (const key of [viewer, reader]) {
        const asked = [
          ...world.questions,
          ...world.questions.slice(0, 1),
          ...world.forTheModel,
          ...(key === viewer ? world.forTheModel : []),
        ];
        const bodies = asked.map((question, at) => ({
          ...question,
          locale: at % 2 === 0 ? 'en' : 'zh',
          callbackUrl: `${fixture.callbackUrl}/${key.name}${at === 1 ? '/broken' : ''}`,
          ...(at === 3 ? { conversationId: mark } : {}),
        }));
        for (const body of [
          ...bodies,
          { ...world.questions[0], question: `${world.questions[0]?.question} of ${mark}` },
        ]) {
          const run = await json<RunView>(key, '/v1/queries', body, { prefer: 'wait=20' });
          made[tenant].push(run.id);
          ends.add(run.status);
          if (run.status === 'awaiting_clarification') waiting.add(run.id);
          if (run.status === 'succeeded')
            await json(key, `/v1/queries/${run.id}/feedback`, {
              rating: key === viewer ? 'up' : 'down',
              comment: `${mark} said so`,
            });
        }
      }
      const sample = await json<{ id: string }>(admin, `/v1/connections/${world.connections[0]}/samples`, {
        question: `how many ${mark}`,
        sql: world === walkedWorlds.secured ? 'SELECT count(*) FROM t_ord_hdr_x1' : 'SELECT count(*) FROM "order"',
      });
      samples.add(sample.id);
      made[tenant].push(sample.id);
      const agent = await fetch(`${fixture.stack.url}/v1/agents/${mark}`, {
        method: 'PUT',
        headers: { ...bearerOf(admin), 'content-type': 'application/json', 'if-none-match': '*' },
        body: JSON.stringify({ instructions: `${mark} reads ${world.names[0]}`, connections: [world.connections[0]] }),
      });
      expect(agent.status).toBe(201);
      made[tenant].push(((await agent.json()) as { revision: string }).revision);
      // The other services follow the change: a question that names the agent is answered with it.
      const withAgent = { ...world.questions[0], agent: mark };
      const isAnswered = async (): Promise<boolean> =>
        (await json<RunView>(viewer, '/v1/queries', withAgent, { prefer: 'wait=20' })).status === 'succeeded';
      await waitFor(isAnswered, { timeoutMs: 5_000 });
      if (world === walkedWorlds.secured)
        await fixture.database.query(`REVOKE SELECT ON dwh_v2.zz_gone_t4 FROM rdr_${tenant}_x9`);
      const [failing] = world.questions.filter(({ question }) => question.includes('archives'));
      if (failing !== undefined)
        made[tenant].push(
          (await json<RunView>(viewer, '/v1/queries', { ...failing, cache: 'bypass' }, { prefer: 'wait=30' })).id,
        );
      const { deadLetters } = await waitFor(
        async () => {
          const found = await json<{ deadLetters: { id: string }[] }>(admin, '/v1/dead-letters');
          return found.deadLetters.length > 0 ? found : null;
        },
        { timeoutMs: 20_000 },
      );
      const operating = keyOf(tenant, 'query', 'sql:read', 'admin', 'operate');
      const comparisons = `/v1/connections/${world.connections[0]}/model/impact`;
      const { id } = await json<{ id: string }>(operating, comparisons, {});
      const comparison = async (): Promise<{ status: string }> => json(operating, `${comparisons}/${id}`);
      await waitFor(async () => (await comparison()).status === 'done', { timeoutMs: 30_000 });
      made[tenant].push(id);
      made[tenant].push(...deadLetters.map(({ id }) => id).slice(0, 2));
    }

    /**
     * Identifiers that a key requests: a viewer reads all of them, each other key every eleventh. Each administrator
     * also reads the samples, because there is only one of each tenant.
     */
    function idsFor(key: RingKey): string[] {
      const turn = keyRing.indexOf(key);
      const reads = (id: string, at: number): boolean =>
        (key.held.includes('admin') && samples.has(id)) || (at + turn) % 11 === 0;
      return walkedTenants.flatMap((tenant) =>
        key === keyOf(tenant, 'query') ? made[tenant] : made[tenant].filter(reads),
      );
    }

    const pinned = { question: 'x', connection: world.connections[0] ?? '' };
    const mcpCall = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
    const values = (ids: readonly string[]): WalkValues => ({
      of: {
        id: [...ids, pinId(pinned), 'nothing'],
        name: [...world.connections, 'desk', 'nowhere'],
        tenant: [...walkedTenants, 'house'],
        connection: world.connections.slice(0, 1),
        limit: ['100'],
        status: ['succeeded', 'approved'],
        conversationId: ['zqalpha', 'zqbeta'],
        cursor: ['nothing'],
        key: [keyOf('beta', 'query').name],
        kind: ['asked', 'agent'],
        raw: ['1'],
        bom: ['1'],
        locale: ['en'],
        share: ['nothing'],
      },
      bodies: {
        'POST /v1/queries': [{ ...world.questions[0] }, { question: 'x', connection: 'nowhere' }],
        'POST /v1/preview': [{ ...world.questions[0] }, { question: 'x', connection: 'nowhere' }],
        'POST /v1/pins': [pinned, { question: 'x', connection: 'nowhere' }],
        'PATCH /v1/pins/{id}': [{ title: 'x' }],
        'POST /v1/dismissals': ids.slice(0, 3).map((runId) => ({ runId })),
        'POST /v1/queries/{id}/clarification': [{ clarificationId: 'cl1', optionId: 'o9' }],
        'POST /v1/queries/{id}/feedback': [
          { rating: 'down' },
          { rating: 'up', correctedSql: 'select missing_col from t_ord_hdr_x1' },
        ],
        'POST /v1/connections/{name}/samples': [{ question: 'q', sql: 'select missing_col from t_ord_hdr_x1' }],
        'PATCH /v1/connections/{name}/samples/{id}': [{ status: 'rejected' }],
        'POST /v1/session': [{ key: 'wrong' }],
        'POST /mcp': ids
          .slice(0, 3)
          .flatMap((id) => [
            mcpCall('tools/call', { name: 'get_run', arguments: { run_id: id, wait: false } }),
            mcpCall('tools/call', { name: 'get_rows', arguments: { run_id: id } }),
            mcpCall('tools/call', { name: 'cancel', arguments: { run_id: id } }),
            mcpCall('resources/read', { uri: `querent://runs/${id}/rows.csv` }),
          ]),
        'DELETE /v1/tenants/{tenant}/data': walkedTenants.map((tenant) => ({ confirm: tenant })),
      },
      endless: (address) => address.endsWith('/events') && [...waiting].some((id) => address.includes(id)),
    });

    /** Operators may see other tenants on operators' routes. Rows and runs are visible only to their tenant. */
    const mayNameOthers = ({ key, route }: Answered): boolean =>
      key.held.includes('operate') && route.scopes.includes('operate');

    function leaksOf(answered: Answered): string[] {
      const { key, route, status } = answered;
      // Documentation and this field's name contain words that are also physical names.
      const bytes = answered.bytes.replaceAll('"allowSuperuser":', '');
      const search = ['/openapi.json', '/docs'].includes(route.path) ? namesIn : leaksIn;
      const others = mayNameOthers(answered) ? null : markOf[otherOf[key.tenant]].exec(bytes);
      return [
        ...(key.held.includes('sql:read') ? [] : search(bytes, world.names)),
        ...(others === null ? [] : [`mark ${others[0]}`]),
        ...(status >= 500 && status !== 503 ? [`status ${status}`] : []),
      ];
    }

    function note({ key, bytes }: Answered): void {
      if (markOf[key.tenant].test(bytes)) mayBeSeen.marks.add(key.tenant);
      if (key.held.includes('sql:read')) for (const name of namesIn(bytes, world.names)) mayBeSeen.names.add(name);
    }

    async function walk(key: RingKey, chosen: readonly DescribedRoute[], given: WalkValues): Promise<object[]> {
      const leaks: object[] = [];
      for (const route of chosen) {
        for await (const answered of walked(fixture.stack.url, route, key, given)) {
          const name = `${route.method} ${route.path}`;
          reached.set(name, (reached.get(name) ?? new Set()).add(answered.status));
          note(answered);
          const found = leaksOf(answered);
          if (found.length > 0 && leaks.length < 5)
            leaks.push({
              asked: answered.asked,
              status: answered.status,
              found,
              bytes: answered.bytes.slice(0, 1_000),
            });
        }
      }
      return leaks;
    }

    it.each(keyRing)(
      'the key $name receives only data that its scopes allow',
      async (key) => {
        expect(
          await walk(
            key,
            routes.filter(({ method }) => method === 'GET'),
            values(idsFor(key)),
          ),
        ).toEqual([]);
      },
      200_000,
    );

    it('webhooks contain only data that the scopes of their key allow', () => {
      expect(fixture.calls.length).toBeGreaterThan(world.questions.length);
      const leaks = fixture.calls.flatMap(({ path, bytes }) => {
        const key = keyRing.find(({ name }) => path.split('/')[1] === name);
        if (key === undefined) return [`unknown key: ${path}`];
        return [
          ...(key.held.includes('sql:read') ? [] : leaksIn(bytes, world.names)),
          ...(markOf[otherOf[key.tenant]].test(bytes) ? [`${path} another tenant's mark`] : []),
        ];
      });
      expect(leaks).toEqual([]);
    });

    it('logs at level info and metrics of all services contain neither physical names, SQL nor data of tenants', async () => {
      const metrics = await Promise.all(
        Object.values(fixture.stack.healthUrls)
          .flat()
          .map(async (url) => (await fetch(`${url}/metrics`)).text()),
      );
      for (const text of metrics)
        expect([...leaksIn(text, world.names), markOf.alpha.exec(text)?.[0], markOf.beta.exec(text)?.[0]]).toEqual([
          undefined,
          undefined,
        ]);
      const lines = fixture.stack
        .log()
        .split('\n')
        .filter((line) => /zqalpha|zqbeta|hash-|\bSELECT\b.*\bFROM\b/i.test(line));
      expect(lines.slice(0, 3)).toEqual([]);
    });

    it('idempotency keys, cursors and events of one tenant are unusable for another tenant', async () => {
      const [mine, theirs] = [keyOf('alpha', 'query'), keyOf('beta', 'query')];
      const body = { ...world.questions[0], cache: 'bypass' };
      const [first, second] = [
        await json<RunView>(mine, '/v1/queries', body, { 'idempotency-key': 'shared' }),
        await json<RunView>(theirs, '/v1/queries', body, { 'idempotency-key': 'shared' }),
      ];
      expect(second.id).not.toBe(first.id);
      const { nextCursor } = await json<{ nextCursor: string }>(mine, '/v1/queries?limit=2');
      const listed = await json<{ runs: { id: string }[] }>(theirs, `/v1/queries?limit=100&cursor=${nextCursor}`);
      expect(listed.runs.filter(({ id }) => made.alpha.includes(id))).toEqual([]);
      for (const path of ['', '/events', '/result', '/chart.svg', '/feedback']) {
        expect(
          (await fixture.fetch(theirs, `/v1/queries/${first.id}${path}`, { headers: { 'last-event-id': '1' } })).status,
        ).toBe(404);
      }
    });

    it('no key of one tenant can change data of the other', async () => {
      const before = await everythingOf('beta');
      const acting = keyRing.filter(({ tenant, held }) => tenant === 'alpha' && !held.includes('operate'));
      const chosen = routes.filter(({ method }) => method !== 'GET');
      // A third of the identifiers is enough, because there are several of each kind.
      const given = values(made.beta.filter((_, at) => at % 3 === 0));
      for (const key of acting)
        expect(await walk(key, chosen, { ...given, of: { ...given.of, tenant: ['beta', 'house'] } })).toEqual([]);
      expect(await everythingOf('beta')).toEqual(before);
    }, 200_000);

    it('the search for leaks found physical names and marks where they are allowed, in runs of each kind', () => {
      expect([...ends].sort()).toEqual(['awaiting_clarification', 'failed', 'succeeded']);
      expect(mayBeSeen.names.size).toBeGreaterThan(world.names.length / 3);
      expect([...mayBeSeen.marks].sort()).toEqual([...walkedTenants]);
      expect(new Set(fixture.llm.requests.map(({ task }) => task))).toContain('generate-sql');
    });

    it('every documented route answered at least one key, and refused another one', () => {
      const unanswered = routes
        .filter(({ method }) => method === 'GET')
        .map(({ method, path }) => `${method} ${path}`)
        .filter((name) => ![...(reached.get(name) ?? [])].some((status) => status < 300));
      // Without sessions, MCP has no stream to open: 405. No client of an issuer is configured: 404.
      const without = ['GET /mcp', 'GET /v1/session/oidc', 'GET /v1/session/callback'];
      expect(unanswered.filter((name) => !without.includes(name))).toEqual(world.empty);
      const forbidden = routes
        .filter(({ scopes }) => scopes.length > 0)
        .map(({ method, path }) => `${method} ${path}`)
        .filter((name) => ![...(reached.get(name) ?? [])].some((status) => status === 403 || status === 404));
      // Every key may list the connections that it may query, and read its own rights.
      expect(forbidden).toEqual(['GET /v1/connections', 'GET /v1/session']);
    });

    /** Everything that an administrator sees of a tenant: runs, dead letters, samples and so on. */
    async function everythingOf(tenant: WalkedTenant): Promise<unknown> {
      // Problems contain the id of the request, so it is the same each time.
      const headers = { ...bearerOf(keyOf(tenant, 'query', 'sql:read', 'admin')), 'x-request-id': 'everything' };
      return Promise.all(
        [
          ...made[tenant].map((id) => `/v1/queries/${id}`),
          '/v1/dead-letters',
          `/v1/connections/${world.connections[0]}/samples`,
          '/v1/preferences',
          '/v1/keys',
          '/v1/revisions',
          `/v1/tenants/${tenant}/data`,
        ].map(async (path) => (await fetch(`${fixture.stack.url}${path}`, { headers })).text()),
      );
    }
  },
);
