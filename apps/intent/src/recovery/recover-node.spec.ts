import { emptyRunData, type Locale, type Run, type RunData } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { askAfterFailure } from '@querent/explain';
import { errorClassOf } from '@querent/sql';
import { newRun } from '@querent/testing';
import { academy } from '../fixture/academy';
import { recoverNode, recovers } from './recover-node';

const today = '2026-11-21';
const at = '2026-11-21T08:00:00.000Z';

/** A run whose statement timed out, with a reply to the clarification. */
function paused(
  question: string,
  locale: Locale,
  reply: { optionId: string } | { text: string },
  over: Partial<RunData> = {},
): Run {
  const { id, tenant, keyName, traceparent, request } = newRun({
    id: 'run00001',
    connection: 'academy',
    question,
    locale,
    today,
  });
  const plan = planQuestion({ question, locale, model: academy, today, timezone: request.timezone, choices: [] });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  const ambiguity = askAfterFailure({
    errorClass: errorClassOf('type_mismatch'),
    query: plan.query,
    model: academy,
    locale,
    today,
    choices: [],
    pauses: 0,
  });
  if (ambiguity === null) throw new Error('nothing to offer');
  const data: RunData = {
    ...emptyRunData(),
    semanticQuery: plan.query,
    disclosures: plan.disclosures,
    ambiguity,
    asked: [ambiguity.key],
    reply: { clarificationId: 'c1-4', ...reply },
    attempts: [{ n: 1, at }],
    ...over,
  };
  return {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 6,
    status: 'understanding',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data,
  };
}

const read = (run: Run) => recoverNode({ run, model: academy, defaults: [] });
const QUESTION = { zh: '各区的学校数量', en: 'number of schools by district' };

describe('recoverNode', () => {
  it.each([
    ['zh', { optionId: '1' }],
    ['zh', { text: '第一个' }],
    ['en', { text: '1' }],
    ['en', { text: 'the first one please' }],
  ] as const)('applies an option, in whatever form the reply selects it (%s %j)', (locale, reply) => {
    const run = paused(QUESTION[locale], locale, reply);
    const option = run.data.ambiguity?.options[0];
    const { plan, choices, replyRead } = read(run);
    expect(replyRead).toBe('understood');
    expect(choices).toEqual([{ key: run.data.ambiguity?.key, value: option?.value }]);
    expect(plan).toMatchObject({ kind: 'planned', continued: false });
    if (plan?.kind !== 'planned') throw new Error('no plan');
    expect(plan.query).not.toEqual(run.data.semanticQuery);
    expect(plan.disclosures.at(-1)).toContain(option?.label);
    expect(plan.refinedQuestion).not.toBe('');
  });

  it('repeats the pause after an unclear text or an unknown option', () => {
    for (const reply of [{ text: '嗯' }, { optionId: '9' }]) {
      const run = paused(QUESTION.zh, 'zh', reply);
      expect(read(run)).toMatchObject({
        plan: { kind: 'ambiguous', ambiguity: run.data.ambiguity },
        replyRead: 'unclear',
        asked: [run.data.ambiguity?.key],
      });
    }
  });

  it('gives no plan for a complete new question', () => {
    const state = read(
      paused(QUESTION.zh, 'zh', { text: '一共有多少名教师' }, { choices: [{ key: 'metric:x', value: 'y' }] }),
    );
    expect(state.plan).toBeUndefined();
    expect(state).toMatchObject({
      question: '一共有多少名教师',
      restated: '一共有多少名教师',
      choices: [],
      asked: [],
      notes: [{ kind: 'new_question', message: '按新的问题重新开始：一共有多少名教师' }],
    });
  });

  it('repeats the pause if the model has changed so that the option gives no statement', () => {
    const run = paused(QUESTION.en, 'en', { optionId: '1' });
    const state = recoverNode({ run, model: { ...academy, tables: {} }, defaults: [] });
    expect(state).toMatchObject({ plan: { kind: 'ambiguous' }, replyRead: 'unclear' });
  });

  it('does not apply to replies to other clarifications', () => {
    const run = paused(QUESTION.en, 'en', { optionId: '1' });
    expect(recovers({ run })).toBe(true);
    const others: Partial<RunData>[] = [
      { reply: null },
      { ambiguity: null },
      { semanticQuery: null },
      { ambiguity: run.data.ambiguity && { ...run.data.ambiguity, key: 'metric:infrastructure' } },
    ];
    for (const over of others) expect(recovers({ run: { ...run, data: { ...run.data, ...over } } })).toBe(false);
  });
});
