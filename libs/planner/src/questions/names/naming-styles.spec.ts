import { detectLocale } from '@querent/language';
import { provideSenses } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Names of a database without descriptions. */
const SHIPPING = {
  vessel_mst: 'id integer, vesselname text = Gull|Tern, len_m numeric, act_flg text = Y|N, port_cd text = KI|HU',
  port_tbl: 'port_cd text = KI|HU, port_desc text = Kiel|Husum',
  sailors: `id integer, firstname text = Ann|Bo, gndr text = M|F, wage_amt numeric, num_of_trips integer,
    signedat text = 2020-01-02 10:00:00|2021-03-04 11:30:00|2022-05-06 09:15:00`,
  voyage: 'id integer, vessel_id integer, started_on text = 2024-01-02|2024-02-03|2025-03-04, fare_amt numeric',
};

const shape = (question: string, model: SemanticModel): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('names in the style of a database', () => {
  const model = modelOf(SHIPPING);
  it.each([
    ['a suffix that says table', 'how many ports are there', 'port_tbl | count(port_tbl)'],
    ['words written together', 'list the first names of the sailors', 'sailors'],
    ['an amount without the word for it', 'average fare of the voyages', 'voyage | avg(fare_amt)'],
    ['an abbreviated amount without the word for it', 'average wage of the sailors', 'sailors | avg(wage_amt)'],
    ['codes of a gender', 'how many female sailors are there', 'sailors | count(sailors) | where sailors.gndr=F'],
    [
      'a yes/no code',
      'how many active vessels are there',
      'vessel_mst | count(vessel_mst) | where vessel_mst.act_flg=Y',
    ],
    [
      'the other of two answers',
      'how many vessels are not active',
      'vessel_mst | count(vessel_mst) | where vessel_mst.act_flg=N',
    ],
    [
      'days kept as text',
      'how many voyages started in 2024',
      'voyage | count(voyage) | where started_on in 2024-01-01..2025-01-01',
    ],
    [
      'the description of a code',
      'number of vessels in each port',
      'vessel_mst | count(vessel_mst) | by port_desc, by port_cd',
    ],
  ])('%s is read: %s', (_, question, expected) => {
    expect(shape(question, model)).toBe(expected);
  });
});

describe('Chinese questions over such names', () => {
  const model = modelOf(SHIPPING);
  beforeAll(() =>
    provideSenses(() =>
      [
        '水手\tsailor',
        '航行\ttrip;travel',
        '海航\tocean voyage',
        '工资\twage volume',
        '金额\tamount',
        '名称\tname',
        '平均\taverage',
      ].join('\n'),
    ),
  );
  afterAll(() => provideSenses(() => null));

  it.each([
    ['the phrase for a first name', '列出水手的名字', 'sailors'],
    ['a number of something', '水手的平均航行数量', 'sailors | avg(num_of_trips)'],
    ['the core of a sense', '有多少次海航', 'voyage | count(voyage)'],
    ['what an amount in a sense is of', '水手的平均工资', 'sailors | avg(wage_amt)'],
  ])('a Chinese question is read by %s', (_, question, expected) => {
    expect(shape(question, model)).toBe(expected);
  });
});

/** A thing with an extreme is identified by its own columns. */
const FERRIES = modelOf({
  harbours: 'id integer, name text = Kiel|Husum, depth numeric, region text = north|west',
  ferries: 'id integer, name text = Gull|Tern, harbour_id integer > harbours, length numeric',
  crossings: 'id integer, ferry_id integer > ferries, started_on date, fare numeric',
});

describe('rows of the thing with the extreme', () => {
  it.each([
    ['how many ferries are in the harbour with the greatest depth', 'ferries | count(ferries)'],
    ['number of ferries in the harbour with the smallest depth', 'ferries | count(ferries)'],
    ['average length of the ferries in the harbour with the highest depth', 'ferries | avg(length)'],
    ['the crossings of the ferry with the greatest length', 'crossings'],
  ])('only rows of the thing with the extreme are included: %s', (question, expected) => {
    const plan = planQuestion({
      question,
      locale: 'en',
      model: FERRIES,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    });
    expect(shapeOf(plan)).toContain(expected);
    expect(plan.kind === 'planned' && plan.query.filters).toEqual([
      expect.objectContaining({
        kind: 'compare_aggregate',
        op: '=',
        fn: question.includes('smallest') ? 'min' : 'max',
      }),
    ]);
  });
});

describe('a comparative with a scale', () => {
  const model = modelOf({
    skippers: 'id integer, last_name text = Lee|Orr, age integer, licences integer, harbour_id integer > harbours',
    harbours: 'id integer, name text = Kiel|Husum',
  });

  it.each([
    ['how many skippers are older than 40', 'skippers | count(skippers) | where skippers.age>40'],
    ['find the last name of skippers younger than 30', 'skippers | where skippers.age<30'],
    ['skippers older than 40', 'skippers | where skippers.age>40'],
  ])('a comparative bounds the amount on its scale: %s', (question, expected) => {
    expect(shape(question, model)).toBe(expected);
  });

  it('a bare number does not choose among several amounts', () => {
    expect(shape('skippers over 40', model)).toContain('ask');
  });
});

it('“costs more” bounds the price', () => {
  const model = modelOf({ lamps: 'id integer, name text = Sun|Moon, price numeric, weight numeric' });
  expect(shape('which lamps cost more than 50', model)).toBe('lamps | where lamps.price>50');
});
