import type { SemanticModel } from '@querent/model';
import { LIBRARY, SHOP, modelOf, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';
import { itReads, type Reading } from '../../fixture/it-reads';

/** Clinics with a grade of one letter, their patients, and yearly inspections. */
const CLINICS = modelOf(
  {
    clinics:
      'id integer, name text = Oak|Elm, grade text = A|B|C, kind text = public|private, patients integer, price numeric, founded date, seen_at date',
    checks: 'id integer, clinic_id integer > clinics, year integer = 2024|2025|2026, hygiene_score numeric',
  },
  {
    defaultLocale: 'en',
    tables: {
      clinics: {
        label: { en: 'clinic', zh: '诊所' },
        defaultTime: 'clinics.founded',
        columns: {
          name: { role: 'name', label: { en: 'clinic name', zh: '诊所名称' } },
          grade: { role: 'dimension', label: { en: 'grade', zh: '等级' } },
          kind: { role: 'dimension', label: { en: 'clinic type', zh: '诊所类型' } },
          patients: { role: 'measure', label: { en: 'patient numbers', zh: '病人数' } },
          price: { role: 'measure', label: { en: 'price', zh: '价格' } },
          founded: { role: 'time', label: { en: 'founding date', zh: '成立日期' }, synonyms: { zh: ['成立'] } },
          seen_at: {
            role: 'time',
            label: { en: 'last visit', zh: '最近巡查时间' },
            synonyms: { en: ['inspected'], zh: ['巡查'] },
          },
        },
      },
      checks: { label: { en: 'check', zh: '检查' } },
    },
  },
);

const LETTERS: Reading[] = [
  ['how many A clinics are there', 'clinics | count(clinics) | where clinics.grade=A'],
  ['how many B clinics', 'clinics | count(clinics) | where clinics.grade=B'],
  ['number of A and B clinics', 'clinics | count(clinics) | where clinics.grade in A/B'],
  ['which clinics have an A', 'clinics detail | where clinics.grade=A'],
  ['how many clinics are a public clinic', 'clinics | count(clinics) | where clinics.kind=public'],
  ['A的诊所有多少', 'clinics | count(clinics) | where clinics.grade=A'],
];

const KINDS: Reading[] = [
  ['病人数最多的诊所类型', 'clinics | sum(clinics.patients) | by clinics.kind | order measure 0 desc | limit 1'],
  ['病人数最少的等级', 'clinics | sum(clinics.patients) | by clinics.grade | order measure 0 asc | limit 1'],
  ['哪类诊所病人数最多', 'clinics | sum(clinics.patients) | by clinics.kind | order measure 0 desc | limit 1'],
  ['which clinic type has the highest price', 'ask ambiguous_metric measure:avg(clinics.price)|max(clinics.price)'],
  ['哪类诊所最多', 'clinics | count(clinics) | by clinics.kind | order measure 0 desc | limit 1'],
  ['价格最高的诊所类型', 'ask ambiguous_metric measure:avg(clinics.price)|max(clinics.price)'],
  [
    '病人数最多的诊所',
    'clinics detail | order patients desc | limit 1',
    'clinics detail | select name, patients | order patients desc | limit 1',
  ],
  [
    '等级A里病人数最多的',
    'clinics detail | select name, patients | where clinics.grade=A | order patients desc | limit 1',
  ],
];

const HAPPENED: Reading[] = [
  ['巡查过的诊所', 'clinics detail | where clinics.seen_at known'],
  ['巡查过的诊所有多少', 'clinics | count(clinics) | where clinics.seen_at known'],
  ['clinics that have inspected', 'clinics detail | where clinics.seen_at known'],
  ['没有巡查过的诊所', 'clinics detail | where clinics.seen_at missing'],
];

const STANDING: Reading[] = [
  ['2024年诊所数', 'ask ambiguous_term time:2024年'],
  ['how many clinics in 2024', 'ask ambiguous_term time:2024'],
  ['今年等级A的诊所有多少', 'ask ambiguous_term time:2026年'],
  ['2024年成立的诊所数', 'clinics | count(clinics) | where clinics.founded in 2024-01-01..2025-01-01'],
  ['2024年借阅数', 'loans | count(loans) | where loans.lent_on in 2024-01-01..2025-01-01'],
];

const HOURS: Reading[] = [
  ['orders in the last 24 hours', 'unsupported'],
  ['最近24小时的订单', 'unsupported'],
  [
    'the last 24 orders',
    'orders detail | order ordered_at desc | limit 24',
    'orders detail | select id, ordered_at | order ordered_at desc | limit 24',
  ],
];

const BOUNDS: Reading[] = [
  ['members with over 20 loans', 'members detail | where some loans()>20'],
  ['members with more than 20 loans', 'members detail | where some loans()>20'],
];

const DOMAINS: [string, SemanticModel, Reading[]][] = [
  ['values of one letter', CLINICS, LETTERS],
  ['ranked categories', CLINICS, KINDS],
  ['times of events', CLINICS, HAPPENED],
  ['numbers of lasting things in a year', CLINICS, STANDING.slice(0, 4)],
  ['numbers of events in a year', LIBRARY, STANDING.slice(4)],
  ['hours', SHOP, HOURS],
  ['bounds behind the owner of rows', LIBRARY, BOUNDS],
];

describe.each(DOMAINS)('%s', (_name, model, cases) => itReads(model, cases));

it('counts all that existed by the end of the year if the asker chooses this', () => {
  const plan = planQuestion({
    question: '2024年诊所数',
    locale: 'zh',
    model: CLINICS,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [{ key: 'time:2024年', value: 'none' }],
  });
  expect(shapeOf(plan)).toBe('clinics | count(clinics) | where clinics.founded in ..2025-01-01');
});

it('compares the mean of each kind if the asker chooses this', () => {
  const plan = planQuestion({
    question: '价格最高的诊所类型',
    locale: 'zh',
    model: CLINICS,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [{ key: 'measure:avg(clinics.price)|max(clinics.price)', value: 'avg(clinics.price)' }],
  });
  expect(shapeOf(plan)).toBe('clinics | avg(clinics.price) | by clinics.kind | order measure 0 desc | limit 1');
});
