import { emptyRunData, runError, type Run, type RunData, type SemanticQuery } from '@querent/contracts';
import { resolveModel } from '@querent/model';
import { newRun } from '@querent/testing';
import { generate } from './generate';

const column = (name: string, category: 'integer' | 'text' | 'date', values?: string[]) => ({
  name,
  type: category,
  category,
  nullable: true,
  comment: null,
  ...(values && { values, valuesComplete: true }),
});
const { model } = resolveModel({
  connection: 'c',
  file: null,
  snapshot: {
    connection: 'c',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00Z',
    serverVersion: '15',
    hasPostgis: false,
    fingerprint: 'f',
    tables: [
      {
        name: 'trip',
        kind: 'table',
        comment: null,
        estimatedRows: 10,
        primaryKey: ['id'],
        uniqueKeys: [],
        foreignKeys: [],
        columns: [
          column('id', 'integer'),
          column('left_on', 'date'),
          column('harbour', 'text', ['Kiel', 'Bari']),
          column('vessel', 'text', ['A', 'B']),
        ],
      },
    ],
  },
});
const query: SemanticQuery = {
  subject: { kind: 'table', name: 'trip' },
  strategy: 'summary',
  measures: [{ label: 'number of trips', what: { kind: 'aggregate', fn: 'count', table: 'trip' } }],
  dimensions: [{ label: 'harbour', column: { table: 'trip', column: 'harbour' } }],
  select: [],
  distinct: false,
  filters: [],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
};
const now = (): number => Date.parse('2026-11-21T10:00:00.000Z');

function generated(data: Partial<RunData>): ReturnType<ReturnType<typeof generate>> {
  const at = '2026-11-21T09:00:00.000Z';
  const { id, tenant, keyName, traceparent, request } = newRun({ id: 'run00001', locale: 'en' });
  const run: Run = {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 3,
    status: 'generating',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: { ...emptyRunData(), semanticQuery: query, ...data },
  };
  return generate({
    model: async () => ({ model, problems: [] }),
    maxRows: () => 1_000,
    now,
    clarificationTtlMs: 60_000,
  })(run, new AbortController().signal);
}

describe('the generator stage', () => {
  const refused = {
    compiled: { sql: 'SELECT 1', params: [], columns: [], probes: [] },
    attempts: [{ n: 1, sql: 'SELECT 1', error: 'no', at: '2026-11-21T09:30:00.000Z' }],
  };

  it('compiles the query, and records the attempt', async () => {
    const outcome = await generated({});
    expect(outcome).toMatchObject({
      event: 'generated',
      patch: {
        compiled: { sql: expect.stringContaining('"trip"') },
        attempts: [{ n: 1, at: '2026-11-21T10:00:00.000Z' }],
      },
    });
  });

  it('shares no statement that was compiled with another model version than the question was read with', async () => {
    const sharing = { kind: 'planned' as const, signature: 's', text: 't', entry: null };
    expect((await generated({ sharing, modelVersion: model.version })).patch).toMatchObject({
      sharing,
      modelVersion: model.version,
    });
    expect((await generated({ sharing, modelVersion: 'before' })).patch).toMatchObject({
      sharing: null,
      modelVersion: model.version,
    });
  });

  it('compiles the asker’s choice after failed attempts', async () => {
    expect(await generated({ ...refused, compiled: null })).toMatchObject({
      event: 'generated',
      patch: { attempts: [{ n: 1, error: 'no' }, { n: 2 }] },
    });
  });

  it('asks how to continue instead of compiling the same statement again', async () => {
    const outcome = await generated({
      ...refused,
      technicalError: '42703: column t1.harbour does not exist',
      error: runError('query_failed', 'en'),
    });
    expect(outcome).toMatchObject({
      event: 'clarification_needed',
      patch: { compiled: null, error: null, clarification: { trigger: 'sql_execution_error' } },
    });
    expect(outcome.patch.clarification?.options.map(({ label }) => label)).toContain('by vessel instead of harbour');
  });

  it('fails with the recorded error if there is nothing to offer', async () => {
    const error = runError('query_failed', 'en', 'Something that the question asks about is no longer kept.');
    const outcome = await generated({
      ...refused,
      technicalError: '42P01: relation "public.trip" does not exist',
      error,
    });
    expect(outcome).toMatchObject({ event: 'failed', patch: { error } });
  });

  it('fails if a query cannot be compiled', async () => {
    expect(await generated({ semanticQuery: { ...query, subject: { kind: 'table', name: 'gone' } } })).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'question_unsupported' } },
    });
  });
});
