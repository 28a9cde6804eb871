import {
  emptyRunData,
  MAX_PAUSES,
  type Ambiguity,
  type PlanResult,
  type Run,
  type SemanticQuery,
} from '@querent/contracts';
import { DatabaseFailure } from '@querent/datasource';
import { resolveModel } from '@querent/model';
import { classifyDatabaseError, DATABASE_ERROR_CLASSES, errorClassOf, type DatabaseErrorClassName } from '@querent/sql';
import { newRun } from '@querent/testing';
import { failureOutcome, refusedOutcome, tooExpensiveOutcome } from './failure-outcome';

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
          { name: 'id', type: 'integer', category: 'integer', nullable: false, comment: null },
          { name: 'left_on', type: 'date', category: 'date', nullable: false, comment: null },
          {
            name: 'harbour',
            type: 'text',
            category: 'text',
            nullable: false,
            comment: null,
            values: ['Kiel', 'Bari'],
            valuesComplete: true,
          },
          {
            name: 'vessel',
            type: 'text',
            category: 'text',
            nullable: false,
            comment: null,
            values: ['A', 'B'],
            valuesComplete: true,
          },
        ],
      },
    ],
  },
});
const byHarbour: SemanticQuery = {
  subject: { kind: 'table', name: 'trip' },
  strategy: 'summary',
  measures: [{ label: 'number of trips', what: { kind: 'aggregate', fn: 'count', table: 'trip' } }],
  dimensions: [{ label: 'harbour', column: { table: 'trip', column: 'harbour' } }],
  select: [],
  distinct: false,
  filters: [{ kind: 'compare', column: { table: 'trip', column: 'vessel' }, op: '=', value: 'A' }],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
};
const pause = { model, now: () => Date.parse('2026-11-21T10:00:00.000Z'), clarificationTtlMs: 60_000 };
const failing = (name: DatabaseErrorClassName, message = 'driver words about t1.x'): DatabaseFailure =>
  new DatabaseFailure(errorClassOf(name), message, undefined);

const nothing: Run['data']['retrieval'] = { tables: [], samples: [], hints: [] };

function run(over: Partial<Run['data']> = {}): Run {
  const at = '2026-11-21T09:00:00.000Z';
  const { id, tenant, keyName, traceparent, request } = newRun({ id: 'run00001', locale: 'en' });
  const attempts = [{ n: 1, sql: 'SELECT 1', at }];
  return {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 4,
    status: 'executing',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: { ...emptyRunData(), semanticQuery: byHarbour, attempts, retrieval: nothing, ...over },
  };
}
const replied = (answeredAt: string) => ({
  id: 'c',
  trigger: 'sql_execution_error' as const,
  question: '',
  options: [],
  answer: { optionId: '1' },
  answeredAt,
});

describe('failureOutcome', () => {
  it('goes to the retrieval first if a planned question skipped it, and straight to the generator after that', () => {
    const eventOf = (retrieval: Run['data']['retrieval']) =>
      failureOutcome(run({ retrieval }), failing('syntax'), pause).event;
    expect([eventOf(null), eventOf(nothing)]).toEqual(['retrieval_needed', 'repair_needed']);
  });

  const next: Record<'repair_needed' | 'failed' | 'clarification_needed', DatabaseErrorClassName[]> = {
    repair_needed: DATABASE_ERROR_CLASSES.filter((name) => errorClassOf(name).repairable),
    failed: [
      ...DATABASE_ERROR_CLASSES.filter((name) => errorClassOf(name).retryable),
      'no_access',
      'read_only_violation',
    ],
    clarification_needed: ['timeout', 'out_of_resources', 'too_complex', 'permission', 'cancelled'],
  };

  it('is tested for every error class', () => {
    expect(Object.values(next).flat().toSorted()).toEqual(DATABASE_ERROR_CLASSES.toSorted());
  });

  it.each(Object.entries(next).flatMap(([event, names]) => names.map((name) => [name, event] as const)))(
    'maps the error class %s to %s',
    (name, event) => {
      const outcome = failureOutcome(run(), failing(name), pause);
      expect(outcome.event).toBe(event);
      expect(outcome.patch.technicalError).toContain('driver words');
      expect(outcome.patch.attempts).toEqual([expect.objectContaining({ n: 1, error: 'driver words about t1.x' })]);
      const { technicalError: _technical, attempts: _attempts, ambiguity: _ambiguity, ...seen } = outcome.patch;
      expect(JSON.stringify([seen, outcome.steps])).not.toMatch(/driver|t1|left_on/);
    },
  );

  it('repairs a statement at most twice, and counts from zero after each reply', () => {
    const tries = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ n: at + 1, at: '2026-11-21T09:01:00.000Z' }));
    expect(failureOutcome(run({ attempts: tries(2) }), failing('syntax'), pause).event).toBe('repair_needed');
    expect(failureOutcome(run({ attempts: tries(3) }), failing('syntax'), pause).event).toBe('clarification_needed');
    const recovered = run({
      attempts: tries(5),
      triedBefore: 3,
      clarifications: [replied('2026-11-21T09:03:00.000Z')],
    });
    expect(failureOutcome(recovered, failing('syntax'), pause).event).toBe('repair_needed');
  });

  it('fails the run after the last pause, and without a model or query to build options from', () => {
    const paused = Array.from({ length: MAX_PAUSES }, () => replied('2026-11-21T08:00:00.000Z'));
    for (const [one, deps] of [
      [run({ clarifications: paused }), pause],
      [run(), null],
      [run({ semanticQuery: null }), pause],
    ] as const) {
      const outcome = failureOutcome(one, failing('timeout'), deps);
      expect(outcome).toMatchObject({
        event: 'failed',
        patch: {
          error: {
            code: 'query_timeout',
            message: errorClassOf('timeout').text.en,
            actions: ['Look at a shorter period', 'Ask for the total only', 'Ask for the first entries only'],
          },
        },
      });
    }
  });

  it('treats a cancellation with a message in another language as a time-out', () => {
    const message = 'Anweisung wird abgebrochen wegen Zeitüberschreitung der Anweisung';
    const outcome = failureOutcome(
      run(),
      new DatabaseFailure(classifyDatabaseError('57014', message), message, '57014'),
      pause,
    );
    expect(outcome).toMatchObject({
      event: 'clarification_needed',
      patch: {
        clarification: {
          id: 'c1-4',
          question: expect.stringContaining('not finished in time'),
          expiresAt: '2026-11-21T10:01:00.000Z',
        },
      },
    });
  });
});

describe('the outcome of a statement that a model wrote', () => {
  const compiled = { source: 'model' as const, sql: 'SELECT 1', params: [], columns: [], probes: [] };
  const understood = { type: 'query' as const, confidence: 0.5, keywords: [], metrics: [] };
  const ambiguity: Ambiguity = {
    trigger: 'unknown_term',
    key: 'term:big',
    question: 'What does “big” mean?',
    options: [{ id: '1', label: 'VIP', value: 'VIP', aliases: [] }],
    allowText: true,
  };
  const reasoning = (fallback: PlanResult): Run['data']['reasoning'] => ({
    fallback,
    promptVersion: null,
    draft: null,
    explorations: [],
  });
  const asking = reasoning({ kind: 'ambiguous', understood, ambiguity, unknown: [] });
  const tries = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ n: at + 1, sql: 'SELECT 1', at: `2026-11-21T09:01:0${at}.000Z` }));
  const modelRun = (over: Partial<Run['data']> = {}): Run =>
    run({ semanticQuery: null, compiled, attempts: tries(1), reasoning: asking, ...over });

  it.each([
    ['syntax', 'syntax: syntax error at or near "FORM"', 'syntax error at or near "FORM"'],
    ['unknown_column', 'unknown_column: column tier does not exist', 'column tier'],
    ['unknown_relation', 'unknown_table: relation clients does not exist', 'relation clients'],
  ] as const)('is a repair if the guard finds the mistake %s', (code, technicalError, reason) => {
    const outcome = refusedOutcome(modelRun(), { ok: false, code, reason }, pause);
    expect(outcome).toMatchObject({
      event: 'repair_needed',
      patch: { technicalError, attempts: [{ n: 1, error: technicalError.slice(technicalError.indexOf(' ') + 1) }] },
    });
    expect(JSON.stringify([outcome.patch.error, outcome.steps])).not.toMatch(/FORM|tier|clients/);
  });

  it.each([
    'hidden_column',
    'hidden_relation',
    'system_catalogue',
    'forbidden_function',
    'data_modification',
    'not_select',
    'not_single_statement',
    'hidden_in_whole_row',
  ] as const)('is a failure if the guard forbids it (%s), even with attempts left', (code) => {
    expect(refusedOutcome(modelRun(), { ok: false, code, reason: 'x' }, pause)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'query_refused' }, technicalError: `${code}: x` },
    });
  });

  it('is an immediate refusal if a compiled statement has the same mistake', () => {
    expect(
      refusedOutcome(
        run({ compiled: { ...compiled, source: undefined } }),
        { ok: false, code: 'unknown_column', reason: 'column x' },
        pause,
      ),
    ).toMatchObject({ event: 'failed', patch: { error: { code: 'query_refused' } } });
  });

  it('is a last return to the generator if the statement stays broken', () => {
    expect(failureOutcome(modelRun({ attempts: tries(3) }), failing('syntax'), pause)).toMatchObject({
      event: 'repair_needed',
      steps: [],
      patch: { technicalError: 'syntax: driver words about t1.x' },
    });
    expect(
      failureOutcome(
        modelRun({
          attempts: tries(4),
          clarifications: [{ ...replied('2026-11-21T08:00:00.000Z'), trigger: 'sql_execution_error' }],
          reasoning: reasoning({ kind: 'chitchat', understood, reply: '', suggestions: [] }),
        }),
        failing('syntax'),
        pause,
      ).event,
    ).toBe('failed');
    expect(
      failureOutcome(modelRun({ attempts: tries(3), semanticQuery: byHarbour }), failing('syntax'), pause).event,
    ).toBe('clarification_needed');
  });

  it('is the planner’s question if the statement is too expensive', () => {
    for (const outcome of [
      failureOutcome(modelRun(), failing('timeout'), pause),
      tooExpensiveOutcome(modelRun(), 'cost 1', pause),
    ]) {
      expect(outcome).toMatchObject({
        event: 'clarification_needed',
        patch: {
          clarification: { question: ambiguity.question },
          ambiguity,
          asked: ['term:big'],
          compiled: null,
          error: null,
        },
      });
    }
  });

  it.each<[string, Partial<Run['data']>]>([
    ['was asked before', { asked: ['term:big'] }],
    [
      'does not exist',
      {
        reasoning: reasoning({
          kind: 'unsupported',
          understood,
          reason: '',
          suggestions: [],
          unknown: [],
          conclusive: false,
        }),
      },
    ],
    ['is unknown', { reasoning: null }],
  ])('is a choice of rephrasings if the statement is too expensive and the planner’s question %s', (_why, over) => {
    const outcome = failureOutcome(modelRun(over), failing('timeout'), pause);
    expect(outcome).toMatchObject({
      event: 'clarification_needed',
      patch: { ambiguity: { key: 'model:1', trigger: 'sql_execution_error' }, compiled: null },
    });
    expect(outcome.patch.clarification?.options.map(({ label }) => label)).toEqual([
      'Look at a shorter period',
      'Ask for the total only',
      'Ask for the first entries only',
    ]);
    expect(tooExpensiveOutcome(modelRun(over), 'cost 1', pause)).toMatchObject({
      event: 'clarification_needed',
      patch: { ambiguity: { key: 'model:1', trigger: 'too_expensive' } },
    });
  });

  it.each<[string, Partial<Run['data']>]>([
    [
      'would exceed the limit of pauses',
      { clarifications: Array.from({ length: MAX_PAUSES }, () => replied('2026-11-21T08:00:00.000Z')) },
    ],
    [
      'already followed a failure',
      {
        asked: ['term:big', 'model:1'],
        clarifications: [{ ...replied('2026-11-21T08:00:00.000Z'), trigger: 'sql_execution_error' }],
      },
    ],
  ])('is a failure if the statement is too expensive and a question %s', (_why, over) => {
    expect(failureOutcome(modelRun(over), failing('timeout'), pause)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'query_timeout', message: errorClassOf('timeout').text.en } },
    });
  });

  it('is a failure if the source is in trouble, because the question can be asked again later', () => {
    expect(failureOutcome(modelRun(), failing('connection_lost'), pause)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'connection_unavailable' } },
    });
  });
});
