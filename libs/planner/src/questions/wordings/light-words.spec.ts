import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** A garage: its staff by trade, and the parts that it sells. */
const GARAGE = modelOf(
  {
    mechanics: 'id integer, name text, trade text = welder|painter, van text = diesel|electric, joined_on date',
    parts: 'id integer, mechanic_id integer > mechanics, title text, price numeric, fitted_on date',
  },
  {
    tables: {
      mechanics: {
        label: { en: 'mechanic' },
        kind: 'thing',
        columns: { name: { role: 'name' }, joined_on: { label: { en: 'joined' } } },
      },
      parts: {
        label: { en: 'part' },
        kind: 'event',
        columns: { price: { role: 'measure', label: { en: 'price' }, format: 'currency' } },
      },
    },
  },
);

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: GARAGE,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context: null,
  });

it.each([
  ['how many mechanics do we employ as welders', 'mechanics | count(mechanics) | where mechanics.trade=welder'],
  ['mechanics who drive an electric van', 'mechanics | where mechanics.van=electric'],
  ['parts that cost less than 15 yuan', 'parts | where parts.price<15'],
  ['mechanics who ended up with more than 3 parts', 'mechanics | where some parts()'],
  ['who among the mechanics has the most parts', 'parts | count(parts) | by name'],
])('a light word beside a value, a bound or a ranking adds no condition: %s', (question, expected) => {
  expect(shapeOf(planOf(question))).toBe(expected);
});
