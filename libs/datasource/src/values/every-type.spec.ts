import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openDatasource, runReadOnly, type Datasource } from '..';

/** Literals of a type and their values; `=`: unchanged. */
type Samples = ReadonlyArray<readonly [literal: string, value: unknown]>;

const asWritten = (...literals: string[]): Samples => literals.map((literal) => [literal, literal]);

/**
 * Every base, range, multirange and domain type of pg_catalog, in a session of Asia/Shanghai: typical and extreme
 * values. A missing type fails the test.
 */
const SAMPLES: Readonly<Record<string, Samples>> = {
  bool: [
    ['t', true],
    ['false', false],
  ],
  int2: [
    ['-32768', -32768],
    ['32767', 32767],
  ],
  int4: [
    ['-2147483648', -2147483648],
    ['0', 0],
  ],
  int8: [
    ['9007199254740991', 9007199254740991],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9007199254740992', '9007199254740992'],
  ],
  oid: [['4294967295', 4294967295]],
  float4: [
    ['0.1', 0.1],
    ['3.4028235e+38', 3.4028235e38],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
  ],
  float8: [
    ['0.1', 0.1],
    ['5e-324', 5e-324],
    ['1.7976931348623157e+308', 1.7976931348623157e308],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
  ],
  numeric: [
    ...asWritten('12.50', '0.00000000000000000001', '-123456789012345678901234567890.123456789', 'NaN', 'Infinity'),
    ['1e3', '1000'],
  ],
  money: [['-1234.5', '-$1,234.50']],
  date: asWritten('2024-02-29', '0044-03-15 BC', '12024-05-01', 'infinity', '-infinity'),
  time: asWritten('00:00:00', '24:00:00', '10:20:30.000001'),
  timetz: asWritten('10:20:30+08', '10:20:30.5-03:30'),
  timestamp: [
    ['2024-05-01 10:20:30.000001', '2024-05-01T10:20:30.000001'],
    ['0044-03-15 10:00 BC', '0044-03-15 10:00:00 BC'],
    ['-infinity', '-infinity'],
    ['12024-05-01', '12024-05-01T00:00:00'],
  ],
  timestamptz: [
    ['2024-05-01 00:00Z', '2024-05-01T08:00:00+08:00'],
    ['1900-01-01 00:00Z', '1900-01-01T08:05:43+08:05:43'],
    ['0044-03-15 10:00+08:05:43 BC', '0044-03-15 10:00:00+08:05:43 BC'],
    ['infinity', 'infinity'],
  ],
  interval: [
    ['1 year -2 days 3.5 seconds', 'P1Y-2DT3.5S'],
    ['0', 'PT0S'],
    ['-178000000 years', 'P-178000000Y'],
  ],
  json: [
    ['{"a":[1,null,true,1.10],"b":{}}', { a: [1, null, true, 1.1], b: {} }],
    ['9007199254740993', '9007199254740993'],
    [
      '[0.1234567890123456789, 1e400, 1.5e3, 12345678901234567890]',
      ['0.1234567890123456789', '1e400', 1500, '12345678901234567890'],
    ],
    ['["\\ud83c\\udfee", "\\ud83c"]', ['🏮', '\ufffd']],
    ['"1e400 12345678901234567890"', '1e400 12345678901234567890'],
    ['"\\"12345678901234567890\\\\"', '"12345678901234567890\\'],
    ['null', null],
    [`${'['.repeat(600)}${']'.repeat(600)}`, `${'['.repeat(600)}${']'.repeat(600)}`],
  ],
  jsonb: [
    [
      '{"a": 9007199254740993, "b": 100000000000000000000, "c": 1.000000000000000000}',
      { a: '9007199254740993', b: 100000000000000000000, c: 1 },
    ],
    ['[]', []],
  ],
  jsonpath: asWritten('$."a"[*]'),
  text: asWritten('', '北京 🏮', 'a"b\\c', '{1,2}', 'NULL'),
  varchar: asWritten('é'),
  bpchar: asWritten('a  '),
  name: asWritten('x_1'),
  char: asWritten('c', ''),
  unknown: asWritten('literal'),
  cstring: asWritten('c'),
  bytea: [
    ['\\x', ''],
    ['\\xdeadbeef', '3q2+7w=='],
  ],
  uuid: asWritten('6ecd8c99-4036-403d-bf84-cf8400f67836'),
  inet: asWritten('192.168.0.1/24', '::1'),
  cidr: asWritten('10.0.0.0/8'),
  macaddr: asWritten('08:00:2b:01:02:03'),
  macaddr8: asWritten('08:00:2b:01:02:03:04:05'),
  bit: asWritten('1'),
  varbit: asWritten('', '10101'),
  tsvector: asWritten(`'a' 'fat':2A`),
  tsquery: asWritten(`'a' & !'b':*`),
  xml: asWritten('<a>北京</a>'),
  point: asWritten('(1,2)'),
  lseg: asWritten('[(1,2),(3,4)]'),
  path: asWritten('((1,2),(3,4))'),
  box: asWritten('(3,4),(1,2)'),
  polygon: asWritten('((1,2),(3,4))'),
  line: asWritten('{1,-1,0}'),
  circle: asWritten('<(1,2),3>'),
  int4range: asWritten('[1,5)', 'empty', '(,)'),
  int8range: asWritten('[1,9007199254740993)'),
  numrange: asWritten('(1.10,2.5]'),
  daterange: asWritten('[2024-01-01,infinity)'),
  tsrange: asWritten('["2024-01-01 00:00:00",)'),
  tstzrange: asWritten('["2024-01-01 00:00:00+08",)'),
  int4multirange: asWritten('{[1,3),[5,7)}', '{}'),
  int8multirange: asWritten('{[1,3)}'),
  nummultirange: asWritten('{[1.0,3.0)}'),
  datemultirange: asWritten('{[2024-01-01,2024-02-01)}'),
  tsmultirange: asWritten('{["2024-01-01 00:00:00","2024-01-02 00:00:00")}'),
  tstzmultirange: asWritten('{["2024-01-01 00:00:00+08","2024-01-02 00:00:00+08")}'),
  xid: asWritten('7'),
  xid8: asWritten('18446744073709551615'),
  cid: asWritten('7'),
  tid: asWritten('(0,1)'),
  pg_lsn: asWritten('16/B374D848'),
  pg_snapshot: asWritten('10:20:10,14'),
  txid_snapshot: asWritten('10:20:10,14'),
  int2vector: asWritten('1 2'),
  oidvector: asWritten('1 2'),
  refcursor: asWritten('c1'),
  aclitem: [],
  regclass: asWritten('pg_class'),
  regtype: asWritten('integer'),
  regproc: asWritten('now'),
  regprocedure: asWritten('now()'),
  regoper: [],
  regoperator: [],
  regrole: asWritten('pg_monitor'),
  regnamespace: asWritten('pg_catalog'),
  regconfig: asWritten('simple'),
  regdictionary: asWritten('simple'),
  regcollation: [['pg_catalog."C"', '"C"']],
  // Their input functions take nothing.
  gtsvector: [],
  pg_node_tree: [],
  pg_ndistinct: [],
  pg_dependencies: [],
  pg_mcv_list: [],
  pg_brin_bloom_summary: [],
  pg_brin_minmax_multi_summary: [],
};

describe('values of every type', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`
      CREATE EXTENSION hstore; CREATE EXTENSION postgis;
      CREATE TYPE date_kind AS ENUM ('low', 'a "b", c'); CREATE TYPE public.numeric AS ENUM ('named like another');
      CREATE DOMAIN positive AS int8 CHECK (VALUE > 0); CREATE DOMAIN small AS positive CHECK (VALUE < 1e18); CREATE DOMAIN tags AS text[]; CREATE DOMAIN reading AS json;
      CREATE TYPE place AS (name text, at point); CREATE TYPE text_range AS RANGE (subtype = text)`);
    datasource = openDatasource({
      name: 'v',
      url: server.url,
      limits: { statementTimeoutMs: 20_000, maxRows: 1_000, maxBytes: 10_000_000 },
    });
  }, 60_000);
  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });
  const read = (sql: string, more: { maxCellBytes?: number; maxBytes?: number } = {}) =>
    runReadOnly(datasource, { sql, timeZone: 'Asia/Shanghai', ...more });
  const valueOf = async (expression: string): Promise<unknown> =>
    (await read(`SELECT ${expression} AS v`)).rows[0]?.[0];
  const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

  it('covers every type of this server: alone, in an array and as null', async () => {
    const { rows } = await read(`
      SELECT t.typname, e.oid IS NOT NULL FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typarray
       WHERE t.typnamespace = 'pg_catalog'::regnamespace AND t.typtype IN ('b', 'd', 'e', 'r', 'm') AND NOT EXISTS (SELECT FROM pg_catalog.pg_type o WHERE o.typarray = t.oid) ORDER BY 1`);
    expect(rows.length).toBeGreaterThan(70);
    const types = rows.map(([name, hasArray]) => [String(name), hasArray] as const);
    expect(types.flatMap(([name]) => (Object.hasOwn(SAMPLES, name) ? [] : [name]))).toEqual([]);
    for (const [name, hasArray] of types) {
      const type = `pg_catalog.${name === 'char' ? '"char"' : name}`;
      const samples = SAMPLES[name] ?? [];
      const values = samples.flatMap(([text]) => [
        `${literal(text)}::${type}`,
        ...(hasArray === true ? [`ARRAY[NULL, ${literal(text)}::${type}]`] : []),
      ]);
      const expected = samples.flatMap(([, value]) => [value, ...(hasArray === true ? [[null, value]] : [])]);
      expect([
        name,
        ...((await read(`SELECT NULL::${type}${values.map((value) => `, ${value}`).join('')}`)).rows[0] ?? []),
      ]).toEqual([name, null, ...expected]);
    }
  }, 60_000);

  it.each<[string, unknown]>([
    [`'a "b", c'::date_kind`, 'a "b", c'],
    [`ARRAY['low', NULL]::date_kind[]`, ['low', null]],
    [`'named like another'::public.numeric`, 'named like another'],
    [`5::small`, 5],
    [`ARRAY[9007199254740993]::small[]`, ['9007199254740993']],
    [`ARRAY['a', 'b,c']::tags`, ['a', 'b,c']],
    [`'{"n": 12345678901234567890}'::reading`, { n: '12345678901234567890' }],
    [`ROW('x, "y"', '(1,2)')::place`, '("x, ""y""","(1,2)")'],
    [`ARRAY[ROW('x', NULL)::place, NULL]`, ['(x,)', null]],
    [`ROW(1, 'a', NULL)`, '(1,a,)'],
    [`ARRAY[ROW(1, 'a,b')]`, ['(1,"a,b")']],
    [`text_range('a', 'b,c')`, '[a,"b,c")'],
    [`'"a"=>"1", "b"=>NULL'::hstore`, '"a"=>"1", "b"=>NULL'],
    [`ARRAY['"a"=>"1"'::hstore]`, ['"a"=>"1"']],
    [
      `'[-1:0][5:6]={{1,2},{3,NULL}}'::int[]`,
      [
        [1, 2],
        [3, null],
      ],
    ],
    [`'{}'::int[]`, []],
    [`ARRAY['(3,4),(1,2)'::box, NULL]`, ['(3,4),(1,2)', null]],
    [`ARRAY['NULL', NULL, 'null', '']`, ['NULL', null, 'null', '']],
    [`pg_catalog.pg_sleep(0)`, ''],
    [`'literal'`, 'literal'],
  ])('reads %s', async (expression, value) => expect(await valueOf(expression)).toEqual(value));

  it("are the same whatever a role's own settings are", async () => {
    await server.query(
      `ALTER ROLE CURRENT_USER SET extra_float_digits = -15; ALTER ROLE CURRENT_USER SET datestyle = 'SQL, DMY'; ALTER ROLE CURRENT_USER SET bytea_output = 'escape'; ALTER ROLE CURRENT_USER SET intervalstyle = 'sql_standard'`,
    );
    const other = openDatasource({
      name: 'w',
      url: server.url,
      limits: { statementTimeoutMs: 20_000, maxRows: 10, maxBytes: 100_000 },
    });
    try {
      const { rows } = await runReadOnly(other, {
        sql: `SELECT 0.1::float8 + 0.2, date '2024-02-03', '\\x01'::bytea, interval '1 day', 12.5::money`,
      });
      expect(rows[0]).toEqual([0.30000000000000004, '2024-02-03', 'AQ==', 'P1D', '$12.50']);
    } finally {
      await other.close();
      await server.query('ALTER ROLE CURRENT_USER RESET ALL');
    }
  });

  it('name a domain as its base type, and user-defined types as text', async () => {
    const { columns } = await read(
      `SELECT 1::small, ARRAY['a']::tags, 'low'::date_kind, 'named like another'::public.numeric, int4range(1, 2), ARRAY[ROW(1)], ARRAY['low'::date_kind]`,
    );
    expect(columns.map(({ typeName }) => typeName)).toEqual([
      'int8',
      '_text',
      'text',
      'text',
      'text',
      '_record',
      '_date_kind',
    ]);
  });

  it('are unchanged JSON, with dangerous names as plain data', async () => {
    const value = (await valueOf(
      `'{"__proto__": {"polluted": 12345678901234567890}, "constructor": {"prototype": 1}}'::jsonb`,
    )) as object;
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"polluted":"12345678901234567890"},"constructor":{"prototype":1}}',
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each<[string, object | null]>([
    [
      'TRIANGLE((0 0,1 0,0 1,0 0))',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [
      'TIN(((0 0,1 0,0 1,0 0)))',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    ],
    [
      'POLYHEDRALSURFACE Z(((0 0 0,1 0 0,0 1 0,0 0 0)))',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 0],
            ],
          ],
        ],
      },
    ],
    [
      'MULTICURVE((0 0,1 1))',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ],
    [
      'MULTISURFACE(((0 0,1 0,0 1,0 0)))',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    ],
    [
      'COMPOUNDCURVE((0 0,1 1),(1 1,2 0))',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
          [2, 0],
        ],
      },
    ],
    ['CIRCULARSTRING EMPTY', { type: 'LineString', coordinates: [] }],
    ['CURVEPOLYGON EMPTY', { type: 'Polygon', coordinates: [] }],
    ['GEOMETRYCOLLECTION EMPTY', { type: 'GeometryCollection', geometries: [] }],
    ['TIN EMPTY', { type: 'MultiPolygon', coordinates: [] }],
    ['POINT(NaN 1)', null],
  ])('draws %s as GeoJSON', async (text, geoJson) =>
    expect(await valueOf(`${literal(text)}::geometry`)).toEqual(geoJson),
  );

  it.each([
    'CIRCULARSTRING(0 0,1 1,2 0)',
    'CIRCULARSTRING(0 0,1 -1,2 0,3 1,4 0)',
    'CIRCULARSTRING Z(0 0 0,1 1 5,2 0 10)',
    'COMPOUNDCURVE(CIRCULARSTRING(0 0,1 1,2 0),(2 0,3 3))',
  ])('draws the arcs of %s as near to the circle as PostGIS does', async (text) => {
    const ours = JSON.stringify(await valueOf(`${literal(text)}::geometry`));
    const distance = `ST_HausdorffDistance(ST_GeomFromGeoJSON(${literal(ours)})::geometry, ST_SetSRID(ST_CurveToLine(${literal(text)}::geometry), 4326))`;
    expect(await valueOf(`(${distance} < 0.001)`)).toBe(true);
  });

  it('draws a whole circle as a closed line', async () => {
    const { coordinates } = (await valueOf(`'CIRCULARSTRING(0 0,2 0,0 0)'::geometry`)) as {
      coordinates: [number, number][];
    };
    expect([coordinates.length, coordinates[0], coordinates.at(-1)]).toEqual([129, [0, 0], [0, 0]]);
    for (const [x, y] of coordinates) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 9);
  });

  it('cut text between characters, drop structures of sixteen times the limit, and keep numbers whole', async () => {
    const sql = (
      times: number,
    ): string => `SELECT repeat('北', 40), repeat('x', 100), repeat('x', 101), repeat('9', 200)::pg_catalog.numeric, ('[' || repeat('1,', 50 * ${times}) || '1]')::json,
      ARRAY(SELECT generate_series(1, 30 * ${times})), repeat('ab', 25 * ${times})::bytea, ST_MakeLine(ARRAY(SELECT ST_Point(n, n) FROM generate_series(1, 4 * ${times}) n)), ('{' || repeat('x', 200))::text, now()`;
    const long = await read(sql(16), { maxCellBytes: 100 });
    expect(long.rows[0]?.slice(0, 9)).toEqual([
      `${'北'.repeat(32)}…`,
      'x'.repeat(100),
      `${'x'.repeat(97)}…`,
      '9'.repeat(200),
      null,
      null,
      null,
      null,
      `{${'x'.repeat(96)}…`,
    ]);
    expect(long.cutCells).toBe(7);
    const within = await read(sql(8), { maxCellBytes: 100 });
    expect(within.rows[0]?.slice(4, 8).map((value) => value !== null)).toEqual([true, true, true, true]);
    expect(within.cutCells).toBe(3);
    expect((await read(sql(16))).cutCells).toBe(0);
  });

  it('count kept bytes against the limit, and only cuts of kept rows', async () => {
    const sql = `SELECT n, repeat('x', 1000) FROM generate_series(1, 10) n`;
    expect(await read(sql, { maxCellBytes: 100, maxBytes: 450 })).toMatchObject({
      rowCount: 4,
      truncated: true,
      cutCells: 4,
    });
    expect(await read(sql, { maxCellBytes: 100, maxBytes: 100_000 })).toMatchObject({
      rowCount: 10,
      truncated: false,
      cutCells: 10,
    });
  });
});
