import { detectLocale } from '@querent/language';
import type { Choice } from '@querent/contracts';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

/** Ships without a model file. Some columns, and aggregates of one, are also stored in tables beside. */
const SHIPS = modelOf(
  {
    ships: 'id integer, name text = Gull|Tern, flag text = NO|SE, tonnage numeric, crew integer',
    ships_flag: 'id integer, flag text = NO|SE',
    ships_tonnage: 'flag text, avg_tonnage numeric, max_tonnage numeric',
    bikes: 'code text, frame text, gears integer, price numeric',
    cycles: 'code text, frame text, gears integer, price numeric',
  },
  null,
);

const asked = (question: string, choices: Choice[] = []): string | null => {
  const input = { locale: detectLocale(question), model: SHIPS, today: '2026-11-23', timezone: 'UTC', choices };
  const plan = planQuestion({ question, ...input });
  if (plan.kind !== 'ambiguous') return null;
  const { key, options } = plan.ambiguity;
  return `${key}: ${options.map(({ label }) => label).join(' / ')}`;
};

describe('a column that a database stores twice', () => {
  it.each([
    [
      'the flag under which ships quarrelled with the weather before breakfast',
      'unknown:flag: flag (from the table of ships) / flag (from the table of ships flag)',
    ],
    [
      'the average tonnage of ships that quarrelled with the weather before breakfast',
      'unknown:tonnage of ships: tonnage (from the table of ships) / avg tonnage (from the table of ships tonnage)',
    ],
    [
      'the price that quarrelled with the weather before breakfast',
      'unknown:price: price (from the table of bikes) / price (from the table of cycles)',
    ],
  ])('“%s” asks which table to read the column from', (question, expected) => {
    expect(asked(question)).toBe(expected);
  });

  it.each([
    'the crew of ships that quarrelled with the weather before breakfast',
    'the price of bikes that quarrelled with the weather before breakfast',
  ])('“%s” asks nothing, as the column is stored once or its table is named', (question) => {
    expect(asked(question)).toBeNull();
  });
});
