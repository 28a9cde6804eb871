import type { LinkingSchema } from './linking-set';
import { identifiedByWords } from './database-by-words';

const schema = (tables: Record<string, string>): LinkingSchema => ({
  tables: Object.entries(tables).map(([name, columns]) => ({
    name,
    columns: columns.split(' ').map((column) => ({ name: column })),
    primary_key: [],
    foreign_keys: [],
  })),
});
const isIdentified = identifiedByWords({
  port: schema({ ship: 'name tonnage', berth: 'depth' }),
  copy: schema({ Ship: 'name tonnage' }),
  fleet: schema({ ship: 'captain' }),
});

it.each<[question: string, db: string, advance: boolean]>([
  ['the ships of most tonnage by depth of their berths', 'port', true],
  ['the ship of most tonnage', 'port', false],
  ['the captains of ships', 'fleet', true],
  ['ships of Malta', 'fleet', false],
  ['who is it', 'fleet', false],
])('whether the words of "%s" identify the database %s: %s', (question, db_id, advance) => {
  expect(isIdentified({ db_id, question, lang: 'en', gold_tables: [], gold_columns: [] })).toBe(advance);
});
