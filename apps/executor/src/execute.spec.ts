import { emptyRunData, type OutputColumn, type Run } from '@querent/contracts';
import { openDatasource, type ReadOnlyResult } from '@querent/datasource';
import type { GuardCatalogue } from '@querent/sql';
import { newRun } from '@querent/testing';
import { execute, type ExecuteDeps } from './execute';

const catalogue: GuardCatalogue = { searchPath: ['public'], relations: [{ schema: 'public', name: 'users', kind: 'table', columns: [{ name: 'id', type: 'integer' }, { name: 'type', type: 'text' }, { name: 'password', type: 'text', hidden: true }] }] };
const datasource = openDatasource({ name: 'c', url: 'postgres://nobody@127.0.0.1:1/none', limits: { statementTimeoutMs: 1_000, maxRows: 10, maxBytes: 10_000 } });
const column = (key: string): OutputColumn => ({ key, label: `label of ${key}`, role: 'text' });
const never = new AbortController().signal;

function runOf(sql: string, columns: OutputColumn[], source: 'model' | undefined = 'model'): Run {
  const at = '2026-11-21T09:00:00.000Z';
  const data = { ...emptyRunData(), compiled: { source, sql, params: [], columns, probes: [] }, attempts: [{ n: 1, sql, at }] };
  return { ...newRun({ id: 'run00001' }), version: 4, status: 'executing', createdAt: at, updatedAt: at, finishedAt: null, data };
}
const two: ReadOnlyResult = { columns: [{ name: 'id', typeOid: 23, typeName: 'int4' }, { name: 'type', typeOid: 25, typeName: 'text' }], rows: [[1, 'VIP']], rowCount: 1, truncated: false, dbMs: 3, probes: [] };
const ran: string[] = [];
const deps = (over: Partial<ExecuteDeps> = {}): ExecuteDeps => ({
  datasource: () => datasource, guardCatalogue: async () => catalogue, model: async () => null, writeRows: async () => 'rows.4', onRefused: () => undefined, onFailed: () => undefined,
  now: () => 0, clarificationTtlMs: 1, run: async (_datasource, { sql }) => (ran.push(sql), two), ...over,
});
beforeEach(() => ran.splice(0));

describe('executing a statement of a model', () => {
  it('gives its rows under the labels that were described', async () => {
    const outcome = await execute(deps())(runOf('SELECT id, type FROM users', [column('c1'), column('c2')]), never);
    expect(outcome).toMatchObject({ event: 'executed', patch: { result: { rowCount: 1, columns: [{ key: 'c1', type: 'integer' }, { key: 'c2', type: 'string' }] } } });
    expect(JSON.stringify(outcome.patch.result)).not.toContain('"id"');
  });

  it.each([[[column('c1')]], [[column('c1'), column('c2'), column('c3')]]])('is a mistake where it gives other columns than were described', async (columns) => {
    const outcome = await execute(deps())(runOf('SELECT id, type FROM users', columns), never);
    expect(outcome).toMatchObject({ event: 'repair_needed', patch: { technicalError: expect.stringMatching(/^syntax: the statement gives 2 columns, [13] were expected$/) } });
    expect(outcome.patch.result).toBeUndefined();
  });

  it('goes back for a name that is not there, and never for one that is hidden', async () => {
    expect((await execute(deps())(runOf('SELECT kind FROM users', [column('c1')]), never)).event).toBe('repair_needed');
    expect((await execute(deps())(runOf('SELECT id FROM clients', [column('c1')]), never)).event).toBe('repair_needed');
    expect(await execute(deps())(runOf('SELECT password FROM users', [column('c1')]), never)).toMatchObject({ event: 'failed', patch: { error: { code: 'query_refused' } } });
    expect(ran).toEqual([]);
  });

  it('is asked about its cost first where the connection bounds it', async () => {
    const dear: ReadOnlyResult = { ...two, rows: [[[{ Plan: { 'Total Cost': 50 } }]]] };
    const outcome = await execute(deps({ maxCost: () => 10, run: async (_datasource, { sql }) => (ran.push(sql), dear) }))(runOf('SELECT id FROM users', [column('c1')]), never);
    expect(outcome).toMatchObject({ event: 'failed', patch: { error: { code: 'query_refused' }, technicalError: 'expected to cost 50, at most 10 is allowed' } });
    expect(ran).toEqual([expect.stringMatching(/^EXPLAIN \(FORMAT JSON\) SELECT/)]);
  });
});
