import { compileQuery } from '@querent/compiler';
import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '@querent/planner';
import fc from 'fast-check';
import type { ImpactClass, ImpactResult } from './impact';
import { impactSteps } from './impact-steps';
import { knownQuestions } from './known-questions';

const TABLES = {
  client: 'id integer, name text, city text = Rome|Oslo, tier text = gold|silver',
  purchase:
    'id integer, client_id integer > client, amount numeric, fee numeric, placed_at timestamptz, state text = open|paid',
};
const days = { today: '2026-11-21', timezone: 'UTC' };

const base = {
  tables: {
    client: { label: { en: 'client', zh: '客户' }, columns: { city: { label: { en: 'city', zh: '城市' } } } },
    purchase: { label: { en: 'purchase', zh: '订单' }, columns: { state: { label: { en: 'state', zh: '状态' } } } },
  },
  metrics: { revenue: { label: { en: 'revenue', zh: '销售额' }, expression: 'sum(purchase.amount)' } },
};
const QUESTIONS = [
  'how many clients',
  'number of purchases by state',
  'revenue by city',
  'revenue last year',
  'total fee by state',
  '各城市的销售额',
  '有多少客户',
  'clients in Rome',
  'turnover by city',
  'big spenders',
  'purchases',
  'hello',
];
const known = knownQuestions(QUESTIONS.map((question) => ({ question, source: 'question' as const }))).questions;

function compared(inForce: SemanticModel, draft: SemanticModel): ImpactResult {
  const input = {
    questions: known,
    questionsLeftOff: 0,
    inForce: { model: inForce, days },
    draft: { model: draft, days },
  };
  const steps = impactSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
const classOf = (result: ImpactResult, question: string): ImpactClass =>
  result.changes.find((one) => one.question === question)?.class ?? 'unchanged';

/** The classes, from the planner's results alone. */
function expected(inForce: SemanticModel, draft: SemanticModel, question: string): ImpactClass {
  const read = (model: SemanticModel): PlanResult =>
    planQuestion({ question, locale: detectLocale(question), model, choices: [], ...days });
  const [before, after] = [read(inForce), read(draft)];
  const rank = ({ kind }: PlanResult): number => (kind === 'planned' ? 2 : kind === 'ambiguous' ? 1 : 0);
  if (rank(before) !== rank(after)) return rank(after) < rank(before) ? 'broken' : 'cleared';
  if (before.kind === 'planned' && after.kind === 'planned') {
    const rows = (plan: typeof before, model: SemanticModel): unknown => {
      const { sql, params } = compileQuery(plan.query, model, { ...days, locale: 'zh', maxRows: 10 });
      return { sql, params };
    };
    if (JSON.stringify(rows(before, inForce)) !== JSON.stringify(rows(after, draft))) return 'changed';
    return before.refinedQuestion === after.refinedQuestion ? 'unchanged' : 'wording';
  }
  if (before.kind === 'ambiguous' && after.kind === 'ambiguous') {
    const values = (plan: typeof before): string => JSON.stringify(plan.ambiguity.options.map(({ value }) => value));
    if (values(before) !== values(after)) return 'asked_otherwise';
    const words = ({ ambiguity: { question: text, options } }: typeof before): string =>
      JSON.stringify([text, options.map(({ label }) => label)]);
    return words(before) === words(after) ? 'unchanged' : 'wording';
  }
  const said = (plan: PlanResult): unknown =>
    plan.kind === 'unsupported' ? plan.reason : plan.kind === 'chitchat' ? plan.reply : null;
  return said(before) === said(after) ? 'unchanged' : 'wording';
}

describe('a draft of a model', () => {
  const inForce = modelOf(TABLES, base);

  it('that is the model in force changes nothing', () => {
    const { summary, changes } = compared(inForce, modelOf(TABLES, base));
    expect(changes).toEqual([]);
    expect(summary.unchanged).toBe(known.length);
  });

  it('that renames a label changes words and no rows', () => {
    const { city } = base.tables.client.columns;
    const renamed = { ...city, label: { en: 'town', zh: '城镇' }, synonyms: { en: ['city'], zh: ['城市'] } };
    const draft = {
      ...base,
      tables: { ...base.tables, client: { ...base.tables.client, columns: { city: renamed } } },
    };
    const result = compared(inForce, modelOf(TABLES, draft));
    expect(classOf(result, 'revenue by city')).toBe('wording');
    expect(result.summary.changed).toBe(0);
  });

  it('that defines a metric otherwise changes the rows of its questions', () => {
    const draft = { ...base, metrics: { revenue: { ...base.metrics.revenue, expression: 'sum(purchase.fee)' } } };
    const result = compared(inForce, modelOf(TABLES, draft));
    expect(['revenue by city', '各城市的销售额', 'how many clients'].map((one) => classOf(result, one))).toEqual([
      'changed',
      'changed',
      'unchanged',
    ]);
  });

  it('that names a metric by another id changes nothing', () => {
    const draft = { ...base, metrics: { takings: base.metrics.revenue } };
    expect(compared(inForce, modelOf(TABLES, draft)).summary.changed).toBe(0);
  });

  it('that adds a synonym clears the questions with that word, and its removal breaks them', () => {
    const draft = { ...base, metrics: { revenue: { ...base.metrics.revenue, synonyms: { en: ['turnover'] } } } };
    const wider = modelOf(TABLES, draft);
    expect(classOf(compared(inForce, wider), 'turnover by city')).toBe('cleared');
    const { changes } = compared(wider, inForce);
    expect(changes[0]).toMatchObject({
      question: 'turnover by city',
      class: 'broken',
      before: { kind: 'planned' },
      after: { kind: 'uncovered' },
    });
  });

  const word = fc.constantFrom('revenue', 'turnover', 'fees', 'takings', 'amount');
  const drafts = fc.record({
    tables: fc.record(
      {
        client: fc.record(
          {
            label: fc.record({ en: fc.constantFrom('client', 'customer', 'buyer') }),
            synonyms: fc.record({ en: fc.constantFrom(['client'], ['spender'], ['guest']) }),
            columns: fc.record(
              { city: fc.record({ label: fc.record({ en: fc.constantFrom('city', 'town') }) }) },
              { requiredKeys: [] },
            ),
            hidden: fc.constantFrom(true, false),
          },
          { requiredKeys: [] },
        ),
        purchase: fc.record(
          { columns: fc.record({ fee: fc.record({ role: fc.constantFrom('hidden', 'measure') }) }) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    metrics: fc.record(
      {
        revenue: fc.record({
          label: fc.record({ en: word }),
          expression: fc.constantFrom('sum(purchase.amount)', 'avg(purchase.amount)', 'max(purchase.amount)'),
        }),
      },
      { requiredKeys: [] },
    ),
  });

  it('is compared as the planner reads the questions, for random drafts', () => {
    let differing = 0;
    fc.assert(
      fc.property(drafts, (file) => {
        const draft = modelOf(TABLES, file, { mistakes: true });
        const result = compared(inForce, draft);
        differing += result.changes.length;
        for (const { question } of known)
          expect([question, classOf(result, question)]).toEqual([question, expected(inForce, draft, question)]);
        expect(Object.values(result.summary).reduce((sum, one) => sum + one, 0)).toBe(known.length);
      }),
      { numRuns: 60 },
    );
    expect(differing).toBeGreaterThan(60);
  });
});

describe('the known questions', () => {
  it('are distinct, keep the most trusted source, and count how often they were asked', () => {
    const { questions, leftOff } = knownQuestions([
      { question: 'How many  clients?', source: 'question' },
      { question: 'revenue', source: 'question' },
      { question: 'revenue', source: 'question' },
      { question: 'how many clients?', source: 'sample' },
      { question: '客户数', source: 'gold' },
    ]);
    expect(questions.map(({ question, source, asked }) => [question, source, asked])).toEqual([
      ['客户数', 'gold', 0],
      ['How many  clients?', 'sample', 1],
      ['revenue', 'question', 2],
    ]);
    expect(leftOff).toBe(0);
  });

  it('are bounded, the most asked first', () => {
    const given = Array.from({ length: 2_500 }, (_, at) => ({
      question: `question ${at}`,
      source: 'question' as const,
    }));
    const { questions, leftOff } = knownQuestions([...given, ...given.slice(2_400)]);
    expect([questions.length, leftOff, questions[0]?.asked]).toEqual([2_000, 500, 2]);
  });
});
