import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

/** A garage without a model file. */
const GARAGE = modelOf(
  {
    drivers:
      'id integer, name text = Ann|Bo, city text = Rome|Bern, province text = Lazio|Berne, joined_at timestamp, gender text, phone text, email text',
    guides: 'id integer, name text = Cy, mobile text',
    vans: 'id integer, name text = V1|V2, purchase_cost numeric, repair_cost numeric, kind text = big|small',
    parts: 'id integer, name text, brand text = Bosch|Valeo, list_price numeric',
    trips:
      'id integer, driver_id integer > drivers, van_id integer > vans, guide_id integer > guides, started_at timestamp, paid_at timestamp, fare numeric',
    trip_parts: 'trip_id integer > trips, part_id integer > parts, quantity integer',
  },
  null,
);

const planOf = (question: string, choices: Choice[] = []): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: GARAGE,
    today: '2026-11-23',
    timezone: 'UTC',
    choices,
  });

/** The reading after each option; the plan itself if nothing is asked. */
function ways(question: string): string[] {
  const plan = planOf(question);
  if (plan.kind !== 'ambiguous') return [plan.kind === 'planned' ? plan.refinedQuestion : plan.kind];
  const { key, options } = plan.ambiguity;
  return options.map(({ label, value }) => {
    const chosen = planOf(question, [{ key, value }]);
    return `${label}: ${chosen.kind === 'planned' ? chosen.refinedQuestion : chosen.kind}`;
  });
}

describe('vague words', () => {
  it('a vague period leads to a question about its length', () => {
    expect(ways('How many trips did we have lately?')).toEqual([
      'the last 7 days: number of trips, where started at is in the last 7 days (2026-11-17 to 2026-11-23)',
      'the last 30 days: number of trips, where started at is in the last 30 days (2026-10-25 to 2026-11-23)',
      'the last 90 days: number of trips, where started at is in the last 90 days (2026-08-26 to 2026-11-23)',
    ]);
    expect(ways('近期有多少drivers')[1]).toContain('最近30天');
  });

  it('“where” leads to a question about the place if several columns store one', () => {
    expect(ways('Where are our drivers?')).toEqual([
      'drivers city: city of drivers',
      'drivers province: province of drivers',
    ]);
    expect(ways('Where are our vans?')).toEqual(['unsupported']);
  });

  it('a bare date leads to a question about its time column', () => {
    expect(ways('Show the date of every trip')).toEqual([
      'id and paid at of trips: id and paid at of trips',
      'id and started at of trips: id and started at of trips',
    ]);
  });

  it('“popular” leads to a question about the measure, including rows that refer to the groups', () => {
    expect(ways('Which brands are popular?')).toEqual([
      'average list price: average list price by brand, highest average list price first, first 1',
      'total quantity: total quantity by brand, highest total quantity first, first 1',
      'number of trip parts: number of trip parts by brand, highest number of trip parts first, first 1',
    ]);
    expect(ways('哪个brand卖得好')).toHaveLength(3);
  });

  it.each([
    ['which drivers quarrelled about their contact details yesterday evening', ['drivers phone', 'drivers email']],
    ['the budget of the vans that quarrelled', ['vans purchase cost', 'vans repair cost']],
    ['the trips that quarrelled before breakfast and their makers', ['drivers', 'guides']],
    ['list the trips that quarrelled and their companions', ['drivers', 'vans', 'guides']],
  ])(
    'a vague noun leads to a question about the columns of its kind, or about related things: %s',
    (question, labels) => {
      const plan = planOf(question);
      expect(plan.kind === 'ambiguous' ? plan.ambiguity.options.map(({ label }) => label) : plan.kind).toEqual(labels);
    },
  );
});
