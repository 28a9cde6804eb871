import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { joinsByName } from './derive-joins';
import { derivedNames } from './derived-names';

const columnOf = (text: string): SnapshotColumn => {
  const [declared = '', stored] = text.split(' = ');
  const [name = '', category = 'integer'] = declared.split(' ');
  const values = stored?.split('|');
  return {
    ...{ name, type: category, category: category as SnapshotColumn['category'], nullable: true, comment: null },
    ...(values && { values, valuesComplete: true }),
  };
};

const table = (name: string, columns: string, more: Partial<SnapshotTable> = {}): SnapshotTable => ({
  ...{ name, kind: 'table', comment: null, estimatedRows: 3, primaryKey: [], uniqueKeys: [], foreignKeys: [] },
  columns: columns.split(', ').map(columnOf),
  ...more,
});
const joins = (...tables: SnapshotTable[]): string[] =>
  joinsByName({ tables } as SchemaSnapshot).map(
    ({ from, to }) => `${from.table}.${from.columns.join()} ${to.table}.${to.columns.join()}`,
  );

const CUSTOMERS = table('customers', 'id, name text', { primaryKey: ['id'] });
const STATE = table('state', 'state_name text = Ohio|Iowa|Utah', { uniqueKeys: [['state_name']] });

describe('Joins of a schema without foreign keys', () => {
  it.each<[string, SnapshotTable[], string[]]>([
    ['the table and "id"', [CUSTOMERS, table('orders', 'id, customer_id')], ['orders.customer_id customers.id']],
    [
      'the same name as a declared key',
      [table('airline', 'airline_code text', { primaryKey: ['airline_code'] }), table('flight', 'airline_code text')],
      ['flight.airline_code airline.airline_code'],
    ],
    [
      'the table in its plural',
      [CUSTOMERS, table('bills', 'id, customers_id', { primaryKey: ['id'] })],
      ['bills.customers_id customers.id'],
    ],
    [
      'the last word of the name of a single table',
      [
        table('court_reporters', 'id, name text', { primaryKey: ['id'] }),
        table('trials', 'id', { primaryKey: ['id'] }),
        table('court_reporters_trials', 'reporterId, trialId'),
      ],
      ['court_reporters_trials.reporterId court_reporters.id', 'court_reporters_trials.trialId trials.id'],
    ],
    [
      'the initial of a table',
      [table('author', 'aid', { primaryKey: ['aid'] }), table('writes', 'aid, pid')],
      ['writes.aid author.aid'],
    ],
    [
      'an observed unique column',
      [table('agencies', 'agency_id', { observedKeys: ['agency_id'] }), table('booking', 'agency_id')],
      ['booking.agency_id agencies.agency_id'],
    ],
    [
      'the name of a role, if all values are keys',
      [
        table('airport', 'airport_code text = A|B, airport_name text', {
          observedKeys: ['airport_name', 'airport_code'],
        }),
        table('flight', 'from_airport text = A, near_airport text = X'),
      ],
      ['flight.from_airport airport.airport_code'],
    ],
    [
      'the whole name of a table, if its key has the last word only',
      [
        table('dance_halls', 'hall_id, name text', { primaryKey: ['hall_id'] }),
        table('events', 'dance_hall_id, dance_halls_id'),
      ],
      ['events.dance_hall_id dance_halls.hall_id', 'events.dance_halls_id dance_halls.hall_id'],
    ],
    [
      'the first word of a table, in a link table named after two tables',
      [
        table('delivery_vans', 'id', { primaryKey: ['id'] }),
        table('tours', 'id', { primaryKey: ['id'] }),
        table('delivery_vans_tours', 'delivery_id, tour_kind_id'),
        table('stops', 'delivery_id'),
      ],
      ['delivery_vans_tours.delivery_id delivery_vans.id', 'delivery_vans_tours.tour_kind_id tours.id'],
    ],
    [
      'the table and "id", if only other tables have foreign keys',
      [
        CUSTOMERS,
        table('bills', 'id, customer_id', {
          foreignKeys: [{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }],
        }),
        table('visits', 'id, customer_id'),
      ],
      ['visits.customer_id customers.id'],
    ],
    [
      'the key of each of two tables with the same columns',
      [
        table('halls', 'venue_id, name text, seats', { primaryKey: ['venue_id'] }),
        table('courts', 'venue_id, name text, seats', { primaryKey: ['venue_id'] }),
        table('shows', 'venue_id'),
      ],
      ['shows.venue_id halls.venue_id', 'shows.venue_id courts.venue_id'],
    ],
    ['a unique name', [STATE, table('city', 'state_name text = Ohio')], ['city.state_name state.state_name']],
  ])('are derived from %s', (_, tables, expected) => {
    expect(joins(...tables)).toEqual(expected);
  });

  it.each<[string, SnapshotTable[]]>([
    [
      'both tables have foreign keys, or are referenced by one',
      [
        CUSTOMERS,
        table('orders', 'customer_id, a_id', {
          foreignKeys: [{ columns: ['a_id'], toTable: 'a', toColumns: ['id'] }],
        }),
        table('a', 'id, b_id', {
          primaryKey: ['id'],
          foreignKeys: [{ columns: ['b_id'], toTable: 'customers', toColumns: ['id'] }],
        }),
      ],
    ],
    ['the types differ', [CUSTOMERS, table('orders', 'customer_id text')]],
    ['no key is declared', [table('author', 'aid'), table('writes', 'aid, pid')]],
    ['most values are not values of the key', [STATE, table('city', 'state_name text = Rome|Bern|Ohio')]],
    ['it is a view', [table('customers', 'id', { kind: 'view' }), table('orders', 'customer_id')]],
    [
      'two tables have such a key',
      [
        table('a', 'code_no', { primaryKey: ['code_no'] }),
        table('b', 'code_no', { primaryKey: ['code_no'] }),
        table('c', 'code_no'),
      ],
    ],
  ])('are not derived if %s', (_, tables) => {
    expect(joins(...tables)).toEqual([]);
  });
});

describe('Names from an identifier and its comment', () => {
  it.each([
    ['cust_nm', 'Customer name', { label: { en: 'Customer name' } }],
    [
      'make',
      'Manufacturer of the car',
      { label: { en: 'Manufacturer of the car' }, synonyms: { zh: [], en: ['make'] } },
    ],
    ['year', 'The year of publication', { label: { en: 'year of publication' }, synonyms: { zh: [], en: ['year'] } }],
    ['late_col_9', 'Shade', { label: { en: 'Shade' }, synonyms: { zh: [], en: ['late col 9'] } }],
    ['old_no', 'Deprecated, see number', { label: { en: 'old no' } }],
    ['gender', 'Male, female or unknown', { label: { en: 'gender' } }],
    ['end_dt', 'NULL if treatment is ongoing', { label: { en: 'end dt' } }],
    ['paid_on', 'Empty while unpaid', { label: { en: 'paid on' } }],
    ['lang', 'Languages we work with', { label: { en: 'lang' } }],
    ['rating', '评分(0-5)，来自用户', { label: { en: 'rating', zh: '评分' } }],
    ['价格', '单价', { label: { zh: '单价' } }],
  ])('are derived: %s (%s)', (identifier, comment, expected) => {
    const { label, synonyms } = derivedNames(identifier, comment);
    expect({ label, ...(synonyms && { synonyms }) }).toEqual(expected);
  });
});
