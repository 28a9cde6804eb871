import { unpackRows } from './unpack-rows';

describe('rows packed into one JSON value', () => {
  it.each([
    [
      `SELECT json_agg(json_build_object('name', a.name, 'level', a.level)) AS result FROM sights a WHERE a.level = '5A' LIMIT 10`,
      `SELECT a.name AS name, a.level AS level FROM sights AS a WHERE a.level = '5A' LIMIT 10`,
    ],
    [
      `SELECT jsonb_agg(jsonb_build_object('城市', city) ORDER BY city DESC) FROM sights`,
      `SELECT city AS "城市" FROM sights ORDER BY city DESC`,
    ],
    [`SELECT COALESCE(json_agg(json_build_object('n', n)), '[]') FROM sights`, `SELECT n AS n FROM sights`],
    [
      `SELECT json_agg(json_build_object('km', d / 1000)) FROM sights ORDER BY km LIMIT 3`,
      `SELECT d / 1000 AS km FROM sights ORDER BY km LIMIT 3`,
    ],
    [
      `WITH x AS (SELECT 1 AS n) SELECT json_agg(json_build_object('n', x.n)) FROM x`,
      `WITH x AS (SELECT 1 AS n) SELECT x.n AS n FROM x`,
    ],
  ])('are unpacked: %s', async (packed, rows) => {
    const { sql, fixes } = await unpackRows(packed);
    expect(sql.replace(/\s+/g, ' ')).toBe(rows);
    expect(fixes).toHaveLength(1);
  });

  it.each([
    `SELECT city, json_agg(json_build_object('name', name)) FROM sights GROUP BY city`,
    `SELECT json_agg(json_build_object('name', name)) FROM sights GROUP BY city`,
    `SELECT json_agg(name) FROM sights`,
    `SELECT json_agg(json_build_object(name, city)) FROM sights`,
    `SELECT json_agg(json_build_object('a', name, 'a', city)) FROM sights`,
    `SELECT json_agg(json_build_object('a', name)) FILTER (WHERE n > 1) FROM sights`,
    `SELECT json_agg(json_build_object('a', name)), count(*) FROM sights`,
    `SELECT json_build_object('a', name) FROM sights`,
    `SELECT json_agg(json_build_object('a', name)) FORM sights`,
  ])('are kept in other statements: %s', async (sql) => {
    expect(await unpackRows(sql)).toEqual({ sql, fixes: [] });
  });
});
