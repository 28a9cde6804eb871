import { emptyRunData, type Run, type SemanticQuery } from '@querent/contracts';
import { DatabaseFailure } from '@querent/datasource';
import { modelOf } from '@querent/model/fixture';
import { classifyDatabaseError } from '@querent/sql';
import { newRun } from '@querent/testing';
import { failureOutcome } from './failure-outcome';

const expression = 'div(sum(t_check.ok_n), sum(t_check.all_n))';
const model = modelOf(
  { t_check: 'id integer, ok_n integer, all_n integer' },
  {
    metrics: {
      pass: { label: { zh: '合格率', en: 'pass rate' }, expression },
      pass_2: { label: { zh: '复检率', en: 'recheck rate' }, expression },
      ...Object.fromEntries(['a', 'b'].map((id) => [id, { label: { en: `rate ${id}` }, expression }])),
    },
  },
);
const queryOf = (ids: readonly string[]): SemanticQuery => ({
  ...{ subject: { kind: 'table', name: 't_check' }, strategy: 'summary', dimensions: [], select: [], distinct: false },
  ...{ filters: [], having: [], compare: null, near: null, order: [], limit: null, limitPer: null },
  measures:
    ids.length === 0
      ? [{ label: 'checks', what: { kind: 'aggregate', fn: 'count', table: 't_check' } }]
      : ids.map((id) => ({ label: id, what: { kind: 'metric', id, form: 'value' } })),
});
const at = '2026-11-21T09:00:00.000Z';
const runOf = (ids: readonly string[], locale: 'zh' | 'en', source?: 'model'): Run => ({
  ...newRun({ id: 'run00001', locale }),
  ...{ version: 4, status: 'executing', createdAt: at, updatedAt: at, finishedAt: null },
  data: {
    ...emptyRunData(),
    semanticQuery: queryOf(ids),
    compiled: { source, sql: 'SELECT 1', params: [], columns: [], probes: [] },
    attempts: [{ n: 1, sql: 'SELECT 1', at }],
  },
});
const pause = { model, now: () => Date.parse(at), clarificationTtlMs: 60_000 };
const MESSAGE = 'driver words about t_check.all_n';
const outcomeOf = (run: Run, state = '22012') =>
  failureOutcome(run, new DatabaseFailure(classifyDatabaseError(state, MESSAGE), MESSAGE, state), pause);

describe('a definition of the model that fails on the stored data', () => {
  it.each(['22012', '22P02', '22003', '22008', '22007', '2201B', '22023'])(
    'ends the run with SQLSTATE %s, in both languages and without advice to repeat or rephrase',
    (state) => {
      for (const [locale, name] of [
        ['zh', '“合格率”的定义在现有数据上无法计算'],
        ['en', 'The definition of “pass rate” cannot be calculated on the present data'],
      ] as const) {
        const { event, patch, steps } = outcomeOf(runOf(['pass'], locale), state);
        expect(event).toBe('failed');
        expect(patch.error).toMatchObject({ code: 'definition_failing', message: expect.stringContaining(name) });
        expect(patch).toMatchObject({
          technicalError: `${state}: ${MESSAGE}`,
          attempts: [{ n: 1, error: MESSAGE }],
        });
        const read = JSON.stringify([patch.error, steps]);
        expect(read).not.toMatch(/driver|t_check|all_n|pass_2|again|rephrase|another way|重试|换一种/i);
      }
    },
  );

  it('names each definition that may be at fault, up to three', () => {
    const messageOf = (...ids: string[]) => outcomeOf(runOf(ids, 'en')).patch.error?.message;
    expect(messageOf('pass', 'pass_2')).toMatch(/^The definition of “pass rate” or “recheck rate” cannot be/);
    expect(messageOf('pass', 'pass_2', 'a', 'b')).toMatch(/^A definition that this question uses cannot be/);
  });

  it.each<[string, Run, string]>([
    ['the statement is a language model’s', runOf(['pass'], 'en', 'model'), '22012'],
    ['the question uses no definition', runOf([], 'en'), '22012'],
    ['the schema has changed', runOf(['pass'], 'en'), '42703'],
  ])('is not reported if %s: another statement may succeed', (_why, run, state) => {
    expect(outcomeOf(run, state).event).toBe('retrieval_needed');
  });

  it('is not reported if the statement took too long', () => {
    expect(outcomeOf(runOf(['pass'], 'en'), '57014').patch.error?.code).not.toBe('definition_failing');
  });
});
