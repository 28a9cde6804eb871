import type { AuditEntry, CompiledQuery } from '@querent/contracts';
import { DatabaseFailure, openDatasource, type ReadOnlyResult, type ReadOnlyStatement } from '@querent/datasource';
import { classifyDatabaseError, errorClassOf, type GuardCatalogue } from '@querent/sql';
import type { ExecuteDeps } from '../execute';
import { openRunner } from '../statements/fixture/open-runner';
import { StatementBusy } from '../statements/statement-runner';
import { tryStatement } from './try-statement';

const catalogue: GuardCatalogue = {
  searchPath: ['public'],
  relations: [
    {
      ...{ schema: 'public', name: 'checks', kind: 'table' },
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'secret', type: 'text', hidden: true },
      ],
    },
  ],
};
const datasource = openDatasource({
  name: 'c',
  url: 'postgres://nobody@127.0.0.1:1/none',
  limits: { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 10_000 },
});
const compiled = (sql = 'SELECT count(*) AS c1 FROM checks'): CompiledQuery => ({
  ...{ sql, params: [], probes: [], columns: [{ key: 'c1', label: 'x', role: 'measure' }] },
});
const result: ReadOnlyResult = {
  ...{ columns: [{ name: 'c1', typeOid: 20, typeName: 'int8' }], rows: [['12']], rowCount: 1, truncated: false },
  ...{ dbMs: 1, probes: [], cutCells: 0, estimate: null },
};
const estimate = { totalCost: 50, rows: 1, scannedRows: 1 };
const trail: AuditEntry[] = [];
const ran: ReadOnlyStatement[] = [];
type Run = (statement: ReadOnlyStatement) => Promise<ReadOnlyResult>;

const answering: Run = async (statement) => {
  ran.push(statement);
  await statement.onBatch?.(result.rows, result.columns);
  return result;
};
const failing =
  (state: string, message: string): Run =>
  async () => {
    throw new DatabaseFailure(classifyDatabaseError(state, message), message, state);
  };

const tried = (run: Run, over: Partial<ExecuteDeps> = {}, sql?: string, signal = new AbortController().signal) =>
  tryStatement({
    datasource: () => datasource,
    guardCatalogue: async () => catalogue,
    grantedFunctions: () => [],
    login: async () => 'digest',
    model: async () => null,
    dropEntry: async () => undefined,
    onRefused: () => undefined,
    onFailed: () => undefined,
    openResult: () => {
      throw new Error('a check stores no result');
    },
    now: Date.now,
    clarificationTtlMs: 1,
    runStatement: openRunner({
      run: async (_datasource, statement) => {
        statement.admit?.(estimate);
        return run(statement);
      },
      trail,
    }),
    ...over,
  })(
    {
      ...{ tenant: 'acme', id: 'i0000001', by: 'chief', connection: 'c', timezone: 'UTC', today: '2026-11-21' },
      compiled: compiled(sql),
    },
    signal,
  );

describe('trying a definition on the data', () => {
  beforeEach(() => [trail, ran].forEach((list) => list.splice(0)));

  it('returns the first value, and runs as the tenant, within three seconds, with an audit entry', async () => {
    expect(await tried(answering)).toEqual({ state: 'calculates', message: null, cause: null, value: '12' });
    expect(ran).toMatchObject([{ tenant: 'acme', statementTimeoutMs: 3_000 }]);
    expect(trail[0]).toMatchObject({ kind: 'started', key: 'chief', runId: 'i0000001', tenant: 'acme' });
    expect(trail[0]?.detail).toContain('check of a definition');
  });

  it('describes a failure in both languages, with the message of the database apart', async () => {
    expect(await tried(failing('22012', 'division by zero'))).toEqual({
      ...{ state: 'fails', message: errorClassOf('division_by_zero').text, cause: 'division by zero', value: null },
    });
  });

  it('distinguishes what took too long or would cost too much from what fails', async () => {
    expect(await tried(failing('57014', 'canceling statement due to statement timeout'))).toMatchObject({
      state: 'too_slow',
    });
    const dear = openRunner({
      run: async (_datasource, statement) => (statement.admit?.(estimate), result),
      limits: { maxCost: 10 },
    });
    expect(await tried(answering, { runStatement: dear })).toMatchObject({ state: 'too_slow' });
  });

  it.each<[string, Parameters<typeof tried>]>([
    ['the connection is not open', [answering, { datasource: () => null }]],
    ['the database is unreachable', [failing('ECONNREFUSED', 'connect ECONNREFUSED')]],
    [
      'the database is busy',
      [
        answering,
        {
          runStatement: async () => {
            throw new StatementBusy('busy');
          },
        },
      ],
    ],
    ['the model in force hides a column', [answering, {}, 'SELECT secret AS c1 FROM checks']],
  ])('is not checked if %s', async (_why, given) => {
    expect(await tried(...given)).toMatchObject({ state: 'not_checked', cause: null, value: null });
    expect(ran).toEqual([]);
  });

  it('rejects when the worker stops', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(tried(failing('57014', 'user request'), {}, undefined, stopped)).rejects.toThrow('stopped');
  });
});
