import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../fixture/shape-of';
import { planQuestion } from '../plan-question';

/** Lectures have future dates, sales have past dates only, and the latest date of walks is unknown. */
const ACADEMY = modelOf(
  {
    rooms: 'id integer, name text = Aula|Annex',
    lectures: 'id integer, room_id integer > rooms, starts_at date .. 2026-12-20, status text = open|full',
    sales: 'id integer, lecture_id integer > lectures, sold_on date .. 2026-11-22, price numeric',
    walks: 'id integer, room_id integer > rooms, walked_on date',
  },
  {
    tables: {
      rooms: { label: { en: 'room', zh: '教室' }, kind: 'thing', columns: { name: { role: 'name' } } },
      lectures: {
        label: { en: 'lecture', zh: '讲座' },
        kind: 'event',
        columns: { starts_at: { label: { en: 'start time', zh: '开始时间' } } },
      },
      sales: {
        label: { en: 'sale', zh: '销售' },
        kind: 'event',
        columns: { sold_on: { label: { en: 'sale date', zh: '售出日期' } } },
      },
      walks: {
        label: { en: 'walk', zh: '散步' },
        kind: 'event',
        columns: { walked_on: { label: { en: 'walk date', zh: '散步日期' } } },
      },
    },
  },
);

const plan = (question: string) =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: ACADEMY,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

it.each([
  ['how many lectures are there next month', 'lectures | count(lectures) | where starts_at in 2026-12-01..2027-01-01'],
  ['下周有多少场讲座', 'lectures | count(lectures) | where starts_at in 2026-11-30..2026-12-07'],
  [
    'how many lectures in Aula in the next 20 days',
    'lectures | count(lectures) | where rooms.name=Aula, starts_at in 2026-11-23..2026-12-14',
  ],
  ['how many lectures after today', 'lectures | count(lectures) | where starts_at in 2026-11-24..'],
])('“%s” is answered, since future days are stored', (question, shape) => {
  expect(shapeOf(plan(question))).toBe(shape);
  expect(plan(question)).toMatchObject({ disclosures: [] });
});

it.each(['how many sales next month', '下个月有多少销售'])(
  '“%s” is refused, since the last stored day is in the past',
  (question) => {
    expect(plan(question)).toMatchObject({ kind: 'unsupported', conclusive: true });
  },
);

it.each([
  ['how many walks next month', 'only data recorded so far is included; walk date may not extend that far yet'],
  ['下个月有多少次散步', '只统计已录入的数据，散步日期可能还没有录入到那时'],
])('“%s” is answered with a warning, since the last stored day is unknown', (question, disclosure) => {
  expect(plan(question)).toMatchObject({ kind: 'planned', disclosures: [disclosure] });
});
