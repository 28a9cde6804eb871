import { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import { COMBINED, WEIGHTS_APART, WEIGHTS_TOGETHER } from './weighed-units';
import { DROPPED, type Outcome, weighed, type Weight } from './weight';

const file = { tables: { orders: { label: 'order' } } };
const facts = new Facts(modelOf({ orders: 'id integer, city text = Oslo|Bergen' }, file));
const unit = (text: string): Unit => ({
  start: 0,
  end: text.length,
  text,
  meaning: { type: 'filler' },
  form: 'word',
  cost: 0.25,
});
const units = [unit('the'), unit('city')];

type Surroundings = { facts: Facts };

const row = (outcome: Outcome | null, more: Partial<Weight<Surroundings>> = {}): Weight<Surroundings> => ({
  name: 'a row',
  example: 'the city',
  weigh: () => (outcome === null ? null : ({ text }) => (text === 'city' ? outcome : 0)),
  ...more,
});

describe('the tables of weights', () => {
  const all = [...WEIGHTS_APART, ...WEIGHTS_TOGETHER, ...COMBINED.flat()];

  it('each row of a table of weights has a unique name and an example', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ example }) => example === '')).toEqual([]);
  });
});

describe('a row of the table of weights', () => {
  it('a row that does not apply to the question leaves the units unchanged', () => {
    expect(weighed(units, row(null), { facts })).toBe(units);
  });

  it('a row adds a cost to a unit, and leaves the others unchanged', () => {
    const [the, city] = weighed(units, row(0.5), { facts });
    expect(the).toBe(units[0]);
    expect(city?.cost).toBe(0.75);
  });

  it('a row drops a unit', () => {
    expect(weighed(units, row(DROPPED), { facts })).toEqual([units[0]]);
  });

  it('a row replaces a unit in its position, and adds units at the end', () => {
    const texts = weighed(units, row([unit('a'), unit('town')], { adds: () => [unit('last')] }), { facts });
    expect(texts.map(({ text }) => text)).toEqual(['the', 'a', 'town', 'last']);
  });

  it('a row is skipped for models of another kind', () => {
    expect(weighed(units, row(0.5, { models: 'derived' }), { facts })).toBe(units);
    expect(weighed(units, row(0.5, { models: 'described' }), { facts })).not.toBe(units);
  });
});
