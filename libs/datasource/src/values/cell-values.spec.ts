import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, type Datasource } from '..';
import { geoJsonFromEwkb } from './ewkb';

const CASES: ReadonlyArray<[sql: string, value: unknown]> = [
  [`NULL::int`, null],
  [`true`, true],
  [`32767::int2`, 32767],
  [`9007199254740991::int8`, 9007199254740991],
  [`9007199254740993::int8`, '9007199254740993'],
  [`-9007199254740993::int8`, '-9007199254740993'],
  [`count(*)`, 1],
  [`12.50::numeric(10,2)`, '12.50'],
  [`'NaN'::numeric`, 'NaN'],
  [`0.1::float8`, 0.1],
  [`'NaN'::float8`, 'NaN'],
  [`'-Infinity'::float4`, '-Infinity'],
  [`'2024-02-29'::date`, '2024-02-29'],
  [`'infinity'::date`, 'infinity'],
  [`'0044-03-15 BC'::date`, '0044-03-15 BC'],
  [`'2024-05-01 10:20:30.25'::timestamp`, '2024-05-01T10:20:30.25'],
  [`'2024-05-01 10:20:30+00'::timestamptz`, '2024-05-01T18:20:30+08:00'],
  [`'1900-01-01 00:00+00'::timestamptz`, '1900-01-01T08:05:43+08:05:43'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`'10:20'::time`, '10:20:00'],
  [`interval '1 day 2 hours'`, 'P1DT2H'],
  [`'{"a": [1, null]}'::json`, { a: [1, null] }],
  [`'"x"'::jsonb`, 'x'],
  [`'\\xdeadbeef'::bytea`, '3q2+7w=='],
  [`'\\x'::bytea`, ''],
  [`'6ecd8c99-4036-403d-bf84-cf8400f67836'::uuid`, '6ecd8c99-4036-403d-bf84-cf8400f67836'],
  [`ARRAY[1, NULL, 3]`, [1, null, 3]],
  [
    `ARRAY[[1,2],[3,4]]::int8[]`,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [`'{}'::text[]`, []],
  [`ARRAY['a"b', 'c\\d', '{x,y}', 'NULL', '', ' s ']`, ['a"b', 'c\\d', '{x,y}', 'NULL', '', ' s ']],
  [`'[0:1]={5,6}'::int[]`, [5, 6]],
  [`ARRAY['2024-05-01 10:00+00'::timestamptz]`, ['2024-05-01T18:00:00+08:00']],
  [`ARRAY['{"a":1}'::jsonb]`, [{ a: 1 }]],
  [`'[2024-01-01,2024-02-01)'::daterange`, '[2024-01-01,2024-02-01)'],
  [`'low'::grade`, 'low'],
  [`ARRAY['low']::grade[]`, ['low']],
  [`7::positive`, 7],
  [`ARRAY['(1,1),(0,0)'::box, '(2,2),(1,1)'::box]`, ['(1,1),(0,0)', '(2,2),(1,1)']],
  [`'北京 🏮'::text`, '北京 🏮'],
  [`ST_Point(120.1, 30.2)`, { type: 'Point', coordinates: [120.1, 30.2] }],
  [`ST_SetSRID(ST_MakePoint(1, 2, 3), 4326)::geography`, { type: 'Point', coordinates: [1, 2, 3] }],
  [`ST_MakePointM(1, 2, 9)`, { type: 'Point', coordinates: [1, 2] }],
  [`'POINT EMPTY'::geometry`, { type: 'Point', coordinates: [] }],
  [
    `'LINESTRING(0 0,1 1)'::geometry`,
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  [
    `ARRAY['POINT(1 2)'::geometry, 'POINT(3 4)'::geometry]`,
    [
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [3, 4] },
    ],
  ],
];

/** PostGIS's own GeoJSON is the expected output of our parser. */
const GEOMETRIES = [
  'POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1))',
  'MULTIPOINT(1 1,2 2)',
  'MULTILINESTRING((0 0,1 1),(2 2,3 3))',
  'MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((2 2,3 2,3 3,2 2)))',
  'GEOMETRYCOLLECTION(POINT(1 1),LINESTRING(0 0,1 1))',
  'POINT Z (1 2 3)',
  'LINESTRING EMPTY',
  'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))',
];

describe('values of a result', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(
      `CREATE EXTENSION postgis; CREATE TYPE grade AS ENUM ('low'); CREATE DOMAIN positive AS int CHECK (VALUE > 0)`,
    );
    datasource = openDatasource({
      name: 'v',
      url: server.url,
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 100_000 },
    });
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  const valueOf = async (expression: string) =>
    (await runReadOnly(datasource, { sql: `SELECT ${expression} AS v`, timeZone: 'Asia/Shanghai' })).rows[0]?.[0];

  it.each(CASES)('reads %s', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value);
  });

  it.each(GEOMETRIES)('reads %s as PostGIS would write it', async (text) => {
    const written = JSON.parse(String(await valueOf(`ST_AsGeoJSON('${text}'::geometry, 15, 0)`))) as unknown;
    expect(await valueOf(`'${text}'::geometry`)).toEqual(written);
  });

  it('returns null for geometries that GeoJSON cannot represent', async () => {
    expect(await valueOf(`'LINESTRING(0 0, NaN 1)'::geometry`)).toBeNull();
    for (const hex of ['', 'zz', '01', '0101000000', '0102000000ffffffff', '01630000000000'])
      expect(geoJsonFromEwkb(hex)).toBeNull();
  });
});
