import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const HARBOUR = modelOf(
  {
    piers: 'id integer, name text = East Pier|东港|West Pier, town text = Kiel|Varna, lit boolean, built_on date',
    crews: 'id integer, name text = Ann|Bob, town text = Kiel|Oslo',
    berths: 'id integer, pier_id integer > piers',
    passes:
      'id integer, berth_id integer > berths, crew_id integer > crews, sold_on date .. 2026-11-22, ' +
      'price numeric, state text = scheduled|used',
    checks: 'id integer, pass_id integer > passes, checked_on date .. 2026-11-22',
  },
  {
    tables: {
      piers: {
        label: { en: 'pier', zh: '码头' },
        kind: 'thing',
        columns: {
          name: { role: 'name', label: { en: 'pier name', zh: '码头名称' } },
          town: { label: { en: 'pier town', zh: '码头城市' }, synonyms: { en: ['town'] } },
          lit: { label: { en: 'floodlit', zh: '防风' }, role: 'dimension' },
        },
      },
      crews: {
        label: { en: 'crew', zh: '船队' },
        kind: 'thing',
        columns: {
          name: { role: 'name' },
          town: { label: { en: 'crew town', zh: '船队城市' }, synonyms: { en: ['town'] } },
        },
      },
      berths: { label: { en: 'berth', zh: '泊位' }, kind: 'thing' },
      passes: {
        label: { en: 'pass', zh: '通行证' },
        kind: 'event',
        columns: {
          sold_on: { label: { en: 'date of sale', zh: '售出日期' }, synonyms: { en: ['sold'] } },
          state: { label: { en: 'pass state', zh: '通行证状态' } },
          price: { label: { en: 'price', zh: '价格' }, role: 'measure' },
        },
      },
      checks: { label: { en: 'check', zh: '检查' }, kind: 'event' },
    },
  },
);

const plan = (question: string) =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: HARBOUR,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

it.each(['Is East Pier floodlit?', 'was east pier floodlit'])(
  '“%s” asks for the yes/no column of the named row',
  (question) => {
    expect(shapeOf(plan(question))).toBe('piers | where piers.name=East Pier');
    expect(plan(question)).toMatchObject({ query: { select: [{ table: 'piers', column: 'lit' }] } });
  },
);

it.each(['东港防风吗', '东港是否防风', '东港是不是防风的', '东港是不是防风'])(
  '“%s” asks for the yes/no column of the named row',
  (question) => {
    expect(plan(question)).toMatchObject({
      query: { select: [{ table: 'piers', column: 'lit' }], filters: [{ value: '东港' }] },
    });
  },
);

it.each([
  ['Did we sell any passes yesterday?', 'passes | count(passes) | where sold_on in 2026-11-22..2026-11-23'],
  ['昨天有没有卖出通行证', 'passes | count(passes) | where sold_on in 2026-11-22..2026-11-23'],
  ['昨天卖出通行证了吗', 'passes | count(passes) | where sold_on in 2026-11-22..2026-11-23'],
  ['do we have any floodlit piers', 'piers | count(piers) | where piers.lit=true'],
  [
    'Has any crew bought passes this month?',
    'crews | count(crews) | where some passes(sold_on in 2026-11-01..2026-11-24)',
  ],
])('“%s” asks whether any rows exist, and is answered with their number', (question, shape) => {
  expect(shapeOf(plan(question))).toBe(shape);
});

it('a participle is read as a state of the model, and not as a light verb', () => {
  expect(shapeOf(plan('how many passes are scheduled'))).toBe('passes | count(passes) | where passes.state=scheduled');
});

it.each(['how many passes did we sell in Kiel', 'Kiel卖出了多少张通行证'])(
  '“%s” asks which town is meant, however distant the other one is',
  (question) => {
    expect(plan(question)).toMatchObject({ kind: 'ambiguous', ambiguity: { trigger: 'ambiguous_value' } });
  },
);
