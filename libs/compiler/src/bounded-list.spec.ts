import type { ColumnRef } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import { count, query } from '@querent/model/fixture';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

/**
 * The same devices with a primary key, with a unique column, and with a unique pair of columns. Two of them were
 * installed on the same day at different times.
 */
const SQL = `
  CREATE SCHEMA plant;
  CREATE TABLE plant.keyed (code text PRIMARY KEY, line text, installed timestamptz, checked timestamp, bought date);
  CREATE TABLE plant.keyless (code text UNIQUE NOT NULL, line text, installed timestamptz, checked timestamp, bought date);
  INSERT INTO plant.keyed VALUES
    ('a', 'north', '2026-03-01 01:30+00', '2026-03-02 08:15', '2026-01-01'),
    ('b', 'north', '2026-03-01 06:45+00', '2026-03-02 17:40', '2026-01-01'),
    ('c', 'south', '2026-03-01 20:00+00', NULL, '2026-01-05'),
    ('d', 'south', '2026-03-04 20:00+00', NULL, '2026-01-05');
  INSERT INTO plant.keyless SELECT * FROM plant.keyed;
  CREATE TABLE plant.paired (code text NOT NULL, line text NOT NULL, installed timestamptz, checked timestamp, bought date, UNIQUE (code, line));
  INSERT INTO plant.paired SELECT * FROM plant.keyed;
  CREATE TABLE plant.keyed_fault (id int PRIMARY KEY, code text REFERENCES plant.keyed);
  CREATE TABLE plant.keyless_fault (id int PRIMARY KEY, code text REFERENCES plant.keyless (code));
  CREATE TABLE plant.paired_fault (id int PRIMARY KEY, code text, line text, FOREIGN KEY (code, line) REFERENCES plant.paired (code, line));
  INSERT INTO plant.keyed_fault SELECT n, (ARRAY['a', 'b', 'c', NULL])[n % 4 + 1] FROM generate_series(1, 8) n;
  INSERT INTO plant.keyless_fault SELECT * FROM plant.keyed_fault;
  INSERT INTO plant.paired_fault SELECT id, code, line FROM plant.keyed_fault LEFT JOIN plant.keyed USING (code);`;

describe.each(['keyed', 'keyless', 'paired'])('a list of %s rows that is bounded by a count', (table) => {
  let postgres: ThrowAwayPostgres;
  let model: SemanticModel;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SQL);
    const snapshot = await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'plant');
    ({ model } = resolveModel({ connection: 'plant', snapshot, file: null }));
  }, 60_000);

  afterAll(() => postgres?.stop());

  const compiled = (columns: readonly string[]) => {
    const select = columns.map((column): ColumnRef => ({ table, column }));
    const semantic = query(table, { select, having: [{ measure: count(`${table}_fault`), op: '>', value: 1 }] });
    return compileQuery(semantic, model, {
      today: '2026-11-20',
      timezone: 'Asia/Shanghai',
      locale: 'en',
      maxRows: 100,
    });
  };
  const listed = async (columns: readonly string[]) => {
    const { sql, columns: shown, params } = compiled(columns);
    const { rows } = await postgres.query(
      `SELECT ${shown.map(({ key }) => `${key}::text`).join(', ')} FROM (${sql}) AS r`,
      params,
    );
    return rows.map((row) => shown.map(({ key }) => row[key]).join(' | ')).sort();
  };

  it("shows a time with its time of day, in the asker's time zone", async () => {
    const cells = await listed(['installed']);
    expect(cells).toEqual(['2026-03-01 09:30:00 | 2', '2026-03-01 14:45:00 | 2', '2026-03-02 04:00:00 | 2']);
  });

  it('shows wall-clock times and days unchanged, and missing values', async () => {
    const cells = await listed(['code', 'checked', 'bought']);
    expect(cells).toEqual([
      'a | 2026-03-02 08:15:00 | 2026-01-01 | 2',
      'b | 2026-03-02 17:40:00 | 2026-01-01 | 2',
      'c |  | 2026-01-05 | 2',
    ]);
  });

  it('keeps rows without a shown value, and discloses counted rows without an owner', async () => {
    expect(await listed(['checked'])).toEqual([' | 2', '2026-03-02 08:15:00 | 2', '2026-03-02 17:40:00 | 2']);
    const [probe] = compiled(['checked']).probes;
    const { rows } = await postgres.query(probe?.sql ?? '', probe?.params);
    expect(rows).toEqual([{ c1: '2' }]);
    expect(probe?.note).toMatch(new RegExp(`without a known ${table}`));
  });

  it('describes its columns like those of any list, without a grain', async () => {
    const { columns } = compiled(['installed', 'checked']);
    expect(columns.slice(0, 2)).toMatchObject([
      { role: 'time', format: 'date' },
      { role: 'time', format: 'date' },
    ]);
    expect(columns.some(({ grain }) => grain !== undefined)).toBe(false);
  });
});
