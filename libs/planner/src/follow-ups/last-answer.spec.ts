import { detectLocale } from '@querent/language';
import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/model';
import { TEA_HOUSE } from '../fixture/tea-house';
import { planQuestion } from '../plan-question';

const planOf = (question: string, last: SemanticQuery | null): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: TEA_HOUSE,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context: last,
  });

const signature = (plan: PlanResult): string => (plan.kind === 'planned' ? signatureOf(plan.query) : plan.kind);

it.each([
  ['list the runners', 'who has the most total hours worked', 'which runner has the most total hours worked'],
  ['岗位为传菜员的茶艺师有哪些', '谁的累计工时最多', '哪位传菜员累计工时最多'],
  ['领班有多少', '再看传菜员的', '传菜员有多少'],
  ['去年各茶室的销售额', '只看花园厅', '去年花园厅的销售额，按茶室'],
  ['sales by room last year', 'same thing by tea', 'sales by tea last year'],
  ['sales by tea last year', 'which three are the highest?', 'top 3 teas by sales last year'],
])('after %s, %s refers to the last answer', (before, turn, together) => {
  const first = planOf(before, null);
  expect(first.kind).toBe('planned');
  const last = first.kind === 'planned' ? first.query : null;
  expect(signature(planOf(turn, last))).toBe(signature(planOf(together, null)));
});

it('“their” amount is shown beside each row', () => {
  const first = planOf('岗位为传菜员的茶艺师有哪些', null);
  const plan = planOf('他们的累计工时是多少', first.kind === 'planned' ? first.query : null);
  expect(plan.kind === 'planned' && plan.query.select.map(({ column }) => column)).toContain('hours_total');
});
