import { defaultLimits, type ConnectionLimits } from '@querent/catalog';
import { emptyRunData, jobs, type AuditEntry, type OutputColumn, type Row, type Run } from '@querent/contracts';
import { openDatasource, type ReadOnlyResult, type ReadOnlyStatement } from '@querent/datasource';
import { StagePostponedError } from '@querent/saga';
import type { GuardCatalogue } from '@querent/sql';
import { newRun } from '@querent/testing';
import { execute, type ExecuteDeps } from './execute';
import { openRunner } from './statements/fixture/open-runner';
import { BUSY_MS } from './statements/postpone';
import { StatementBusy } from './statements/statement-runner';

const catalogue: GuardCatalogue = {
  searchPath: ['public'],
  relations: [
    {
      schema: 'public',
      name: 'users',
      kind: 'table',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'type', type: 'text' },
        { name: 'password', type: 'text', hidden: true },
      ],
    },
  ],
};
const datasource = openDatasource({
  name: 'c',
  url: 'postgres://nobody@127.0.0.1:1/none',
  limits: { statementTimeoutMs: 1_000, maxRows: 10, maxBytes: 10_000 },
});
const column = (key: string): OutputColumn => ({ key, label: `label of ${key}`, role: 'text' });
const never = new AbortController().signal;

function runOf(sql: string, columns: OutputColumn[], source: 'model' | undefined = 'model'): Run {
  const data = {
    ...emptyRunData(),
    compiled: { source, sql, params: [], columns, probes: [] },
    attempts: [{ n: 1, sql, at }],
    retrieval: { tables: [], samples: [], hints: [] },
  };
  return {
    ...newRun({ id: 'run00001' }),
    version: 4,
    status: 'executing',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data,
  };
}
const two: ReadOnlyResult = {
  columns: [
    { name: 'id', typeOid: 23, typeName: 'int4' },
    { name: 'type', typeOid: 25, typeName: 'text' },
  ],
  rows: [[1, 'VIP']],
  rowCount: 1,
  truncated: false,
  dbMs: 3,
  probes: [],
  cutCells: 2,
  estimate: null,
};
const at = '2026-11-21T09:00:00.000Z';
const ran: string[] = [];
const timeouts: (number | undefined)[] = [];
const written: Row[] = [];
const trail: AuditEntry[] = [];
/** A simulated database with this result and this estimate for every statement. */
const answering =
  (result: ReadOnlyResult, estimate = { totalCost: 1, rows: 1, scannedRows: 1 }) =>
  async (
    _datasource: unknown,
    { sql, statementTimeoutMs, admit, onBatch }: ReadOnlyStatement,
  ): Promise<ReadOnlyResult> => {
    admit?.(estimate);
    ran.push(sql);
    timeouts.push(statementTimeoutMs);
    await onBatch?.(result.rows, result.columns);
    return result;
  };
const deps = (over: Partial<ExecuteDeps> = {}): ExecuteDeps => ({
  datasource: () => datasource,
  guardCatalogue: async () => catalogue,
  grantedFunctions: () => [],
  login: async () => 'digest',
  model: async () => null,
  dropEntry: async () => undefined,
  onRefused: () => undefined,
  onFailed: () => undefined,
  openResult: () => ({
    append: async (rows) => void written.push(...rows),
    close: async () => 'rows.4',
    discard: async () => void written.splice(0),
  }),
  now: () => Date.parse(at),
  clarificationTtlMs: 1,
  runStatement: openRunner({ run: answering(two), trail }),
  ...over,
});
beforeEach(() => [ran, timeouts, written, trail].forEach((list) => list.splice(0)));

describe('execute, while the login of a connection changes', () => {
  const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);

  it('records the login that read the rows, even if another one is configured by then', async () => {
    let opened = datasource;
    const changed = openDatasource({
      name: 'c',
      url: 'postgres://another@127.0.0.1:1/none',
      limits: datasource.limits,
    });
    const over = deps({
      datasource: () => opened,
      login: async (of) => (of === datasource ? 'former' : 'latter'),
      runStatement: openRunner({ run: async (...given) => ((opened = changed), answering(two)(...given)), trail }),
    });
    expect((await execute(over)(run, never)).patch.result).toMatchObject({ reads: { login: 'former' } });
  });

  it('waits until the schema has been read with the login that runs the statement', async () => {
    const known = (login: string) => deps({ modelLogin: async () => login, now: () => Date.parse(run.updatedAt) });
    await expect(execute(known('another'))(run, never)).rejects.toThrow(StagePostponedError);
    expect(ran).toEqual([]);
    expect((await execute(known('digest'))(run, never)).event).toBe('executed');
  });
});

describe('execute, with a statement that a model wrote', () => {
  it('returns the rows under the labels that the model described', async () => {
    const outcome = await execute(deps())(runOf('SELECT id, type FROM users', [column('c1'), column('c2')]), never);
    expect(outcome).toMatchObject({
      event: 'executed',
      patch: {
        result: {
          rowCount: 1,
          columns: [
            { key: 'c1', type: 'integer' },
            { key: 'c2', type: 'string' },
          ],
        },
      },
    });
    expect(JSON.stringify(outcome.patch.result)).not.toContain('"id"');
  });

  it.each([[[column('c1')]], [[column('c1'), column('c2'), column('c3')]]])(
    'requests a repair if the statement returns another number of columns than described',
    async (columns) => {
      const outcome = await execute(deps())(runOf('SELECT id, type FROM users', columns), never);
      expect(outcome).toMatchObject({
        event: 'repair_needed',
        patch: {
          technicalError: expect.stringMatching(/^syntax: the statement returns 2 columns, [13] were expected$/),
        },
      });
      expect(outcome.patch.result).toBeUndefined();
    },
  );

  it('requests a repair for a missing name, but never for a hidden one', async () => {
    expect((await execute(deps())(runOf('SELECT kind FROM users', [column('c1')]), never)).event).toBe('repair_needed');
    expect((await execute(deps())(runOf('SELECT id FROM clients', [column('c1')]), never)).event).toBe('repair_needed');
    expect(await execute(deps())(runOf('SELECT password FROM users', [column('c1')]), never)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'query_refused' } },
    });
    expect(ran).toEqual([]);
  });

  it('does not run a statement that is too expensive, and defers a slow one to the slow lane', async () => {
    const dear = (limits: Partial<ConnectionLimits>): Partial<ExecuteDeps> => ({
      runStatement: openRunner({ run: answering(two, { totalCost: 50, rows: 1, scannedRows: 1 }), trail, limits }),
    });
    const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);
    expect(await execute(deps(dear({ maxCost: 10 })))(run, never)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'query_refused' }, technicalError: 'estimated cost 50, at most 10 is allowed' },
    });
    expect(await execute(deps(dear({ slowCost: 10 })))(run, never)).toMatchObject({
      event: 'deferred',
      steps: [{ kind: 'deferred' }],
    });
    expect(ran).toEqual([]);
    expect(trail.map(({ kind, code }) => [kind, code])).toEqual([
      ['started', undefined],
      ['refused', 'too_expensive'],
      ['started', undefined],
      ['refused', 'slow'],
    ]);
    expect(await execute({ ...deps(dear({ slowCost: 10 })), lane: 'slow' })(run, never)).toMatchObject({
      event: 'executed',
    });
    expect(timeouts).toEqual([defaultLimits.slowTimeoutMs]);
  });

  it('gives a statement a time-out shorter than its job’s, even if the connection allows more', async () => {
    await execute(
      deps({ runStatement: openRunner({ run: answering(two), trail, limits: { statementTimeoutMs: 600_000 } }) }),
    )(runOf('SELECT id, type FROM users', [column('c1'), column('c2')]), never);
    expect(timeouts).toEqual([jobs.execute.timeoutMs - 15_000]);
  });

  it('audits a statement and its probes before they run', async () => {
    const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);
    const probes = [
      {
        id: 'skipped_values' as const,
        label: 'Type',
        sql: 'SELECT count(*) AS c1 FROM users WHERE type = $1',
        params: ['?'],
      },
    ];
    const counted = { ...run, data: { ...run.data, compiled: run.data.compiled && { ...run.data.compiled, probes } } };
    await execute(deps())(counted, never);
    const [first, second] = trail.filter(({ kind }) => kind === 'started');
    expect([first?.detail, second?.detail, second?.params]).toEqual([undefined, 'a count of skipped values', ['?']]);
    expect(second?.sql).toContain('count(*)');
  });

  it('postpones a statement that gets no slot, and fails as busy when it has waited long enough', async () => {
    const busy = { runStatement: async () => Promise.reject(new StatementBusy('no turn')) };
    const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);
    await expect(execute(deps(busy))(run, never)).rejects.toThrow(StagePostponedError);
    expect(await execute(deps({ ...busy, now: () => Date.parse(at) + BUSY_MS }))(run, never)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'connection_busy' } },
    });
  });

  it('discards an incomplete result, and does not take a Redis error for a database failure', async () => {
    const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);
    const away = deps({
      openResult: () => ({
        append: async () => Promise.reject(new Error('Redis is away')),
        close: async () => 'rows.4',
        discard: async () => void written.splice(0, written.length, ['discarded']),
      }),
    });
    await expect(execute(away)(run, never)).rejects.toThrow('Redis is away');
    expect(written).toEqual([['discarded']]);
  });

  it('does not run a statement whose audit entry cannot be written', async () => {
    const run = runOf('SELECT id, type FROM users', [column('c1'), column('c2')]);
    const outcome = await execute(deps())(run, never);
    expect(outcome.patch.result).toMatchObject({
      reads: {
        relations: ['public.users'],
        columns: ['public.users.id', 'public.users.type'],
        functions: [],
        login: 'digest',
      },
      cutCells: 2,
    });
    expect(outcome.patch.disclosures).toEqual([expect.stringMatching(/2 个值过长|2 values were too long/)]);
    expect(trail).toMatchObject([
      { kind: 'started', login: 'nobody', sql: expect.stringContaining('SELECT'), params: [] },
      { kind: 'ran', rows: 1, ms: 3 },
    ]);
    expect(JSON.stringify(trail)).not.toContain('VIP');
  });
});
