import { LIBRARY, shapeOf, SHOP } from '@querent/model/fixture';
import { detectLocale } from '@querent/language';
import { planQuestion } from '../../plan-question';

it.each([
  [
    '去年卖出过多少种产品',
    SHOP,
    'goods | count(goods) | where some lines(orders.ordered_at in 2025-01-01..2026-01-01)',
  ],
  ['how many units were sold last year', SHOP, 'lines | units | where orders.ordered_at in 2025-01-01..2026-01-01'],
  ['history books over 300 pages', LIBRARY, 'books detail | where books.genre=history, books.pages>300'],
] as const)('a stated figure is read: %s', (question, model, expected) => {
  const input = { locale: detectLocale(question), model, today: '2026-07-18', timezone: 'Asia/Shanghai', choices: [] };
  expect(shapeOf(planQuestion({ ...input, question }))).toBe(expected);
});
