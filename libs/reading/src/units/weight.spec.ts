import { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import { COMBINED, WEIGHTS_APART, WEIGHTS_TOGETHER } from './weighed-units';
import { DROPPED, type Outcome, weighed, type Weight } from './weight';

const facts = new Facts(modelOf({ orders: 'id integer, city text = Oslo|Bergen' }, {}));
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

  it('name each row once, with an example', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ example }) => example === '')).toEqual([]);
  });
});

describe('a row of the table of weights', () => {
  it('leaves the units as they are where it does not apply to the question', () => {
    expect(weighed(units, row(null), { facts })).toBe(units);
  });

  it('adds to the cost of a unit, and leaves the others unchanged', () => {
    const [the, city] = weighed(units, row(0.5), { facts });
    expect(the).toBe(units[0]);
    expect(city?.cost).toBe(0.75);
  });

  it('drops a unit', () => {
    expect(weighed(units, row(DROPPED), { facts })).toEqual([units[0]]);
  });

  it('replaces a unit by others where it was, and adds units behind all', () => {
    const texts = weighed(units, row([unit('a'), unit('town')], { adds: () => [unit('last')] }), { facts });
    expect(texts.map(({ text }) => text)).toEqual(['the', 'a', 'town', 'last']);
  });

  it('is left out for the kind of models that it is not for', () => {
    expect(weighed(units, row(0.5, { models: 'derived' }), { facts })).toBe(units);
    expect(weighed(units, row(0.5, { models: 'described' }), { facts })).not.toBe(units);
  });
});
