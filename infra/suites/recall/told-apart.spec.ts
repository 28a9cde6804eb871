import type { LinkingSchema } from './linking-set';
import { toldApart } from './told-apart';

const schema = (tables: Record<string, string>): LinkingSchema => ({
  tables: Object.entries(tables).map(([name, columns]) => ({
    name,
    columns: columns.split(' ').map((column) => ({ name: column })),
    primary_key: [],
    foreign_keys: [],
  })),
});
const isTold = toldApart({
  port: schema({ ship: 'name tonnage', berth: 'depth' }),
  copy: schema({ Ship: 'name tonnage' }),
  fleet: schema({ ship: 'captain' }),
});

it.each<[question: string, db: string, told: boolean]>([
  ['the ships of most tonnage by depth of their berths', 'port', true],
  ['the ship of most tonnage', 'port', false],
  ['the captains of ships', 'fleet', true],
  ['ships of Malta', 'fleet', false],
  ['who is it', 'fleet', false],
])('%s, asked of %s: its words tell its database from the others: %s', (question, db_id, told) => {
  expect(isTold({ db_id, question, lang: 'en', gold_tables: [], gold_columns: [] })).toBe(told);
});
