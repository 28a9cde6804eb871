import type { GuardCatalogue } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { fixStatement } from './fix-statement';

const catalogue: GuardCatalogue = {
  searchPath: ['public'],
  relations: [
    relation('sights', 'gid int4, name text, level text, province text'),
    relation('spots', 'id int4, name text, city text, rating text, opened text, visits int4'),
  ],
};
const casts = [
  { table: 'spots', column: 'rating', to: 'numeric', when: '^[0-9.]+$' },
  { table: 'spots', column: 'opened', to: 'date', when: '^[0-9]{4}-' },
];
const fix = (sql: string) => fixStatement(sql, { catalogue, casts });

function relation(name: string, columns: string): GuardCatalogue['relations'][number] {
  return {
    schema: 'public',
    name,
    kind: 'table',
    columns: columns
      .split(', ')
      .map((column) => ({ name: column.split(' ')[0] ?? '', type: column.split(' ')[1] ?? '' })),
  };
}

const DATA = `
  CREATE TABLE sights (gid int, name text, level text, province text);
  CREATE TABLE spots (id int, name text, city text, rating text, opened text, visits int);
  INSERT INTO sights VALUES (1, 'West Lake', '5A', 'Zhejiang'), (2, 'Old Town', '4A', 'Yunnan'), (3, 'Hidden Hill', '5A', 'Zhejiang');
  INSERT INTO spots VALUES (1, 'West Lake park', 'Hangzhou', '4.8', '2020-02-29', 10), (2, 'Old Town gate', 'Lijiang', '--', '2021-02-29', 20),
    (3, 'Night Market', 'Hangzhou', ' 10 ', 'soon', 30), (4, 'Ruins', 'Beijing', '1.2.3', NULL, 40), (5, 'Pier', 'Qingdao', NULL, '2022-10-01', 50), (6, 'Tower', 'Beijing', '', '', 60);`;

/** The three arms of a list that covers both tables. */
const ARMS = `(SELECT a.gid, a.name, a.level, NULL::text AS city FROM sights a LEFT JOIN spots t ON t.name LIKE a.name || '%' WHERE t.id IS NULL
  UNION ALL SELECT NULL::int AS gid, t.name, NULL::text AS level, t.city FROM spots t LEFT JOIN sights a ON t.name LIKE a.name || '%' WHERE a.gid IS NULL
  UNION ALL SELECT a.gid, a.name, a.level, t.city FROM sights a JOIN spots t ON t.name LIKE a.name || '%') combined`;

/** Statements that PostgreSQL refuses or aborts, each with one safe correction. */
const BROKEN = [
  `SELECT a.name FROM (SELECT a.name, a.level FROM sights a) d ORDER BY 1`,
  `SELECT a.name, count(*) FROM (SELECT a.name FROM sights a JOIN spots t ON t.name LIKE a.name || '%') x GROUP BY a.name ORDER BY a.name`,
  `SELECT COALESCE(a.name, TRIM(SPLIT_PART(t.name, ' ', 1))) AS name, a.level, COALESCE(t.city, '') AS city FROM ${ARMS} ORDER BY 1, 2, 3`,
  `SELECT json_agg(json_build_object('name', a.name, 'level', a.level) ORDER BY a.name) AS result FROM ${ARMS} WHERE a.level = '5A'`,
  `WITH x AS (SELECT s.name, s.province FROM sights s) SELECT s.name FROM x WHERE s.province = 'Zhejiang' ORDER BY s.name`,
  `SELECT sights.name FROM sights s WHERE sights.level = '5A' ORDER BY sights.name`,
  `SELECT s.name FROM sights s WHERE EXISTS (SELECT 1 FROM spots t WHERE spots.name LIKE s.name || '%') ORDER BY 1`,
  `SELECT name, rating::numeric FROM spots ORDER BY id`,
  `SELECT name FROM spots WHERE rating::numeric > 4.5 ORDER BY id`,
  `SELECT name FROM spots WHERE CAST(rating AS float8) BETWEEN 4 AND 20 ORDER BY id`,
  `SELECT t.name, t.rating::numeric FROM (SELECT a.name, NULL::text AS rating FROM sights a UNION ALL SELECT t.name, t.rating FROM spots t) c WHERE t.rating::numeric > 4`,
  `SELECT avg(rating), sum(rating) FROM spots`,
  `SELECT city, round(avg(rating::numeric), 1) AS mean FROM spots GROUP BY city HAVING avg(rating::numeric) > 1 ORDER BY mean DESC NULLS LAST, city`,
  `SELECT name FROM spots WHERE rating > 4 ORDER BY id`,
  `SELECT name FROM spots WHERE rating > (SELECT avg(rating::numeric) - 5 FROM spots) ORDER BY id`,
  `SELECT name, rating * 2 AS twice FROM spots WHERE rating IN (10, 11) ORDER BY id`,
  `SELECT t.name FROM (SELECT id, name, rating FROM spots) t WHERE t.rating::numeric >= 4 ORDER BY id`,
  `SELECT name FROM spots ORDER BY NULLIF(rating, '--')::numeric DESC NULLS LAST, id LIMIT 2`,
  `SELECT name FROM spots WHERE opened::date >= '2020-01-01' ORDER BY id`,
  `SELECT name, rating::numeric(4,1) AS r FROM spots WHERE btrim(rating)::numeric < 20 ORDER BY id`,
  `SELECT max(CASE WHEN city = 'Beijing' THEN rating::numeric END) FROM spots`,
];

/** Valid statements: their result must not change, whether they are corrected or not. */
const RUNNING = [
  `SELECT name FROM sights ORDER BY name`,
  `SELECT name, CASE WHEN rating ~ '^[0-9]+([.][0-9]+)?$' THEN rating::numeric END AS r FROM spots ORDER BY id`,
  `SELECT name FROM spots WHERE id <= 3 AND id <> 2 AND rating::numeric > 4 ORDER BY id`,
  `SELECT sum(rating::int) / 3 AS third FROM spots WHERE id = 3`,
  `SELECT id, rating::float8 FROM spots WHERE id IN (1, 3) ORDER BY id`,
  `SELECT s.name, (SELECT count(*) FROM spots t WHERE t.name LIKE s.name || '%') FROM sights s ORDER BY 1`,
  `SELECT d.name FROM (SELECT upper(a.name) AS name FROM sights a) d ORDER BY 1`,
  `SELECT count(*) FROM spots WHERE rating > '4'`,
  `SELECT max(rating) FROM spots`,
  `SELECT DISTINCT rating FROM spots ORDER BY rating`,
  `SELECT city, sum(visits) FROM spots GROUP BY city ORDER BY 2 DESC LIMIT 2`,
  `SELECT name FROM sights UNION SELECT name FROM spots ORDER BY name`,
  `SELECT opened::date FROM spots WHERE id IN (1, 5) ORDER BY id`,
  `SELECT d.r FROM (SELECT id, CASE WHEN rating ~ '^[0-9]+[.][0-9]+$' THEN rating::numeric END AS r FROM spots) d WHERE d.r > 4 ORDER BY d.r`,
  `SELECT 'a.name' AS "a.name" FROM sights a`,
];

describe('a corrected statement', () => {
  let postgres: ThrowAwayPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(DATA);
  }, 60_000);
  afterAll(() => postgres.stop());

  it.each(BROKEN)('runs instead of failing: %s', async (sql) => {
    await expect(postgres.query(sql)).rejects.toThrow();
    const { sql: fixed, fixes } = await fix(sql);
    expect(fixes).not.toEqual([]);
    expect(await postgres.query(fixed)).toHaveProperty('rowCount');
    expect(await fix(fixed)).toEqual({ sql: fixed, fixes: [] });
  });

  it.each(RUNNING)('returns the same rows as before: %s', async (sql) => {
    const before = await postgres.query(sql);
    const after = await postgres.query((await fix(sql)).sql);
    expect(after.rows).toEqual(before.rows);
    expect(after.fields.map(({ name }) => name)).toEqual(before.fields.map(({ name }) => name));
  });

  it.each([
    `SELECT name FROM spots WHERE rating IS NOT NULL ORDER BY rating::numeric DESC, id LIMIT 2`,
    `SELECT name FROM spots ORDER BY rating::numeric DESC, id LIMIT 2`,
    `SELECT name, rating::numeric AS r FROM spots ORDER BY r DESC, id LIMIT 2`,
    `SELECT name, rating::numeric + 1 AS r FROM spots ORDER BY 2 DESC, id LIMIT 2`,
    `SELECT max(name) AS name FROM spots GROUP BY id ORDER BY max(rating::numeric) DESC, id LIMIT 2`,
    `SELECT name FROM (SELECT name, row_number() OVER (ORDER BY rating::numeric DESC, id) AS n FROM spots) ranked WHERE n <= 2 ORDER BY n`,
    `SELECT DISTINCT name, rating::numeric AS r FROM spots ORDER BY r DESC, name LIMIT 2`,
  ])('puts unreadable figures last in a descending order: %s', async (sql) => {
    expect((await postgres.query((await fix(sql)).sql)).rows.map(({ name }) => name as string)).toEqual([
      'Night Market',
      'West Lake park',
    ]);
  });

  it('keeps an explicit order of NULLs', async () => {
    const { sql } = await fix(`SELECT name FROM spots ORDER BY rating::numeric DESC NULLS FIRST, id LIMIT 1`);
    expect((await postgres.query(sql)).rows).toEqual([{ name: 'Old Town gate' }]);
  });

  it('orders numeric texts as numbers, unreadable ones last', async () => {
    const { sql } = await fix(`SELECT name FROM spots ORDER BY rating DESC, id`);
    expect((await postgres.query(sql)).rows.map(({ name }) => name as string)).toEqual([
      'Night Market',
      'West Lake park',
      'Old Town gate',
      'Ruins',
      'Pier',
      'Tower',
    ]);
  });
});

describe('a fault without a single safe correction', () => {
  it.each([
    `SELECT * FORM sights`,
    `SELECT a.name FROM (SELECT upper(a.name) AS name FROM sights a) d`,
    `SELECT a.name FROM (SELECT t.name FROM sights a JOIN spots t ON t.name LIKE a.name || '%') d`,
    `SELECT a.name FROM (SELECT a.name FROM sights a) d, (SELECT a.name FROM sights a) e`,
    `SELECT a.level FROM (SELECT a.name FROM sights a) d`,
    `SELECT sights.name FROM sights a JOIN sights b ON a.gid = b.gid`,
    `SELECT x.name FROM sights a`,
    `SELECT nothing FROM sights`,
    `SELECT name FROM spots WHERE rating ~ '^4'`,
  ])('is left to the model: %s', async (sql) => {
    expect(await fix(sql)).toEqual({ sql, fixes: [] });
  });
});
