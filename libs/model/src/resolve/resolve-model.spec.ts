import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import type { ModelColumn } from '../semantic-model';
import { text } from '../localized';
import { parseModelFile } from '../file/parse-model-file';
import { resolveModel } from './resolve-model';

/** `id integer, name text` → columns; the category follows from the type. */
function table(name: string, columns: string, more: Partial<SnapshotTable> = {}): SnapshotTable {
  return {
    name,
    kind: 'table',
    comment: null,
    estimatedRows: 10,
    primaryKey: ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    columns: columns.split(', ').map((entry): SnapshotColumn => {
      const [column = '', type = ''] = entry.split(' ');
      return { name: column, type, category: CATEGORY[type] ?? 'other', nullable: true, comment: null };
    }),
    ...more,
  };
}

const CATEGORY: Record<string, SnapshotColumn['category']> = {
  integer: 'integer',
  numeric: 'numeric',
  text: 'text',
  date: 'date',
  timestamptz: 'timestamp',
  boolean: 'boolean',
  geometry: 'geometry',
  jsonb: 'json',
  uuid: 'uuid',
};

const SCHOOL: SchemaSnapshot = snapshot([
  table(
    'school',
    'id integer, name text, district_id integer, level text, founded date, rating text, id_card text, geom geometry',
  ),
  table('district', 'id integer, name text'),
  table('assessment', 'id integer, school_id integer, year integer, score numeric, note text'),
]);

function snapshot(tables: SnapshotTable[]): SchemaSnapshot {
  return {
    connection: 'c',
    schema: 's',
    takenAt: '2026-01-01T00:00:00Z',
    serverVersion: '15',
    hasPostgis: false,
    fingerprint: 'f',
    tables,
  };
}

function resolve(file: unknown, from: SchemaSnapshot = SCHOOL) {
  const parsed = parseModelFile(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return resolveModel({ connection: 'c', snapshot: from, file: parsed.file });
}

describe('The time zone of a model', () => {
  const zones = { timeZone: 'Europe/Berlin', timeZones: ['Asia/Calcutta', 'Asia/Shanghai', 'Europe/Berlin', 'UTC'] };

  it.each([
    ['the file names one', { timezone: 'Asia/Shanghai' }, zones, { timezone: 'Asia/Shanghai' }],
    ['the server has another name for it', { timezone: 'Asia/Kolkata' }, zones, { timezone: 'Asia/Calcutta' }],
    ['the file names none', {}, zones, { timezone: 'Europe/Berlin', timezoneFrom: 'server' }],
    ['neither names one, as with a snapshot of an older version', {}, {}, { timezone: 'UTC', timezoneFrom: 'assumed' }],
    [
      'an older snapshot does not have the zones of the server',
      { timezone: 'Asia/Tokyo' },
      {},
      { timezone: 'Asia/Tokyo' },
    ],
  ])('is resolved if %s', (_, file, known, expected) => {
    const { model, problems } = resolve(file, { ...SCHOOL, ...known });
    expect(problems).toEqual([]);
    expect({
      timezone: model.timezone,
      ...(model.timezoneFrom === undefined ? {} : { timezoneFrom: model.timezoneFrom }),
    }).toEqual(expected);
  });

  it('is a mistake in the file if the server does not know it', () => {
    expect(resolve({ timezone: 'Asia/Tokyo' }, { ...SCHOOL, ...zones }).problems).toEqual([
      {
        path: 'timezone',
        message: 'the database server does not know the time zone "Asia/Tokyo": write the name of another city in it',
      },
    ]);
  });
});

describe('A mistake in a model file is reported with its path', () => {
  const leaf = { expression: 'avg(assessment.score)' };
  const join = { from: 'assessment.school_id', to: 'school.id' };
  const MISTAKES: [string, unknown, string, RegExp][] = [
    ['a missing table', { tables: { schol: {} } }, 'tables.schol', /no table "schol".*did you mean "school"/],
    [
      'a missing column',
      { tables: { school: { columns: { levle: {} } } } },
      'tables.school.columns.levle',
      /did you mean "level"/,
    ],
    [
      'a text measure without a cast',
      { tables: { school: { columns: { rating: { role: 'measure' } } } } },
      'tables.school.columns.rating.role',
      /needs a cast/,
    ],
    [
      'a cast of a number',
      { tables: { assessment: { columns: { score: { cast: { to: 'numeric', when: 'x' } } } } } },
      'tables.assessment.columns.score.cast',
      /only a text column/,
    ],
    [
      'a cast with a broken pattern',
      { tables: { school: { columns: { rating: { role: 'measure', cast: { to: 'numeric', when: '(' } } } } } },
      'tables.school.columns.rating.cast.when',
      /regular expression/,
    ],
    [
      'a text column with the role time',
      { tables: { school: { columns: { level: { role: 'time' } } } } },
      'tables.school.columns.level.role',
      /not a date/,
    ],
    [
      'a text column with the role geo',
      { tables: { school: { columns: { level: { role: 'geo' } } } } },
      'tables.school.columns.level.role',
      /not a geometry/,
    ],
    [
      'a missing default metric',
      { metrics: { score: leaf }, tables: { school: { defaultMetric: 'scor' } } },
      'tables.school.defaultMetric',
      /did you mean "score"/,
    ],
    [
      'a default time that is not a time',
      { tables: { school: { defaultTime: 'level' } } },
      'tables.school.defaultTime',
      /not a time column/,
    ],
    [
      'a join without a table',
      { joins: [{ from: 'school_id', to: 'school.id' }] },
      'joins[0].from',
      /must be written table\.column/,
    ],
    [
      'a join to a column that is not unique',
      { joins: [{ from: 'district.name', to: 'school.level' }] },
      'joins[0]',
      /is not unique/,
    ],
    [
      'a join of different types',
      { joins: [{ from: 'assessment.note', to: 'school.id' }] },
      'joins[0]',
      /cannot be equal/,
    ],
    [
      'a join of different numbers of columns',
      { joins: [{ from: ['assessment.school_id', 'assessment.year'], to: 'school.id' }] },
      'joins[0]',
      /same number/,
    ],
    ['a metric that is neither leaf nor parent', { metrics: { a: {} } }, 'metrics.a', /neither/],
    ['a metric that is both', { metrics: { a: { ...leaf, children: { b: 1 } }, b: leaf } }, 'metrics.a', /both/],
    [
      'weights that do not sum to 1',
      { metrics: { a: { children: { b: 0.5, c: 0.4 } }, b: leaf, c: leaf } },
      'metrics.a.children',
      /sum to 0\.9, not to 1/,
    ],
    [
      'a weight below zero',
      { metrics: { a: { children: { b: -0.5, c: 1.5 } }, b: leaf, c: leaf } },
      'metrics.a.children.b',
      /not above 0/,
    ],
    [
      'a missing child',
      { metrics: { a: { children: { bb: 1 } }, bbb: leaf } },
      'metrics.a.children.bb',
      /did you mean "bbb"/,
    ],
    [
      'a cycle',
      { metrics: { a: { children: { b: 1 } }, b: { children: { c: 1 } }, c: { children: { a: 1 } } } },
      'metrics.a.children',
      /a → b → c → a/,
    ],
    ['a metric that is its own child', { metrics: { a: { children: { a: 1 } } } }, 'metrics.a.children', /a → a/],
    [
      'an `of` whose metric does not list the child',
      { metrics: { a: { children: { c: 1 } }, b: { ...leaf, of: 'a' }, c: leaf } },
      'metrics.b.of',
      /does not list "b"/,
    ],
    [
      'a child of two parents',
      { metrics: { a: { children: { c: 1 } }, b: { children: { c: 1 } }, c: leaf } },
      'metrics.b.children.c',
      /already a child of "a"/,
    ],
    [
      'an expression over a missing column',
      { metrics: { a: { expression: 'avg(assessment.scores)' } } },
      'metrics.a.expression',
      /did you mean "score"/,
    ],
    [
      'an expression over a hidden column',
      {
        tables: { school: { columns: { id_card: { role: 'hidden' } } } },
        metrics: { a: { expression: 'count(school.id_card)' } },
      },
      'metrics.a.expression',
      /hidden/,
    ],
    [
      'an expression over a hidden table',
      { tables: { school: { hidden: true } }, metrics: { a: { expression: 'count(school.id)' } } },
      'metrics.a.expression',
      /"school" is hidden/,
    ],
    [
      'an average of text',
      { metrics: { a: { expression: 'avg(school.level)' } } },
      'metrics.a.expression',
      /needs a number/,
    ],
    [
      'an expression over tables without a join path',
      { joins: [], metrics: { a: { expression: 'sum(assessment.score * school.district_id)' } } },
      'metrics.a.expression',
      /no join leads/,
    ],
    [
      'a missing required filter',
      { metrics: { a: { ...leaf, requires: ['yaer'] } }, filters: { year: { column: 'assessment.year' } } },
      'metrics.a.requires[0]',
      /did you mean "year"/,
    ],
    [
      'a filter over a missing column',
      { filters: { year: { column: 'assessment.yaer' } } },
      'filters.year.column',
      /did you mean "year"/,
    ],
    [
      'a default of another type',
      { filters: { year: { column: 'assessment.year', default: 'now' } } },
      'filters.year.default',
      /not a number/,
    ],
    ['a term without a meaning', { terms: { 大户: {} } }, 'terms.大户', /either a filter or candidates/],
    [
      'a term whose filter does not parse',
      { terms: { t: { filter: 'school.level =' } } },
      'terms.t.filter',
      /syntax error at end of input/,
    ],
    [
      'a term that would multiply rows',
      { joins: [join], terms: { t: { filter: "assessment.score > 1 AND district.name = 'x'" } } },
      'terms.t.filter',
      /no join leads/,
    ],
    [
      'a missing candidate',
      { terms: { t: { candidates: ['school.type'] } } },
      'terms.t.candidates[0]',
      /no column "type"/,
    ],
    [
      'an entity over a missing table',
      { entities: { e: { sources: ['school', 'spot'], match: 'school.name = spot.name', fields: {} } } },
      'entities.e.sources[1]',
      /no table "spot"/,
    ],
    [
      'a match that does not pair the sources',
      { entities: { e: { sources: ['school', 'district'], match: "school.name = 'x'", fields: {} } } },
      'entities.e.match',
      /must pair/,
    ],
    [
      'a field of another table',
      {
        entities: {
          e: {
            sources: ['school', 'district'],
            match: 'school.name = district.name',
            fields: { year: 'assessment.year' },
          },
        },
      },
      'entities.e.fields.year',
      /not one of the sources/,
    ],
    [
      'a field with two columns of one source',
      {
        entities: {
          e: {
            sources: ['school', 'district'],
            match: 'school.name = district.name',
            fields: { n: ['school.name', 'school.level'] },
          },
        },
      },
      'entities.e.fields.n',
      /two columns from one source/,
    ],
  ];
  it.each(MISTAKES)('%s', (_name, file, path, message) => {
    expect(resolve(file).problems).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    );
  });

  it('together with all other mistakes', () => {
    expect(
      resolve({ tables: { x: {} }, metrics: { a: {}, b: { children: { c: 2 } } } }).problems.length,
    ).toBeGreaterThanOrEqual(4);
  });
});

describe('A model file without mistakes', () => {
  it('may have weights whose sum is 1 after rounding', () => {
    const leaf = { expression: 'avg(assessment.score)' };
    expect(
      resolve({ metrics: { a: { children: { b: 0.1, c: 0.2, d: 0.7 } }, b: leaf, c: leaf, d: leaf } }).problems,
    ).toEqual([]);
  });

  it('resolves the level, parent and table of each metric', () => {
    const { model } = resolve({
      metrics: {
        a: { children: { b: 1 } },
        b: { children: { c: 1 } },
        c: { label: '叶', expression: 'avg(assessment.score)' },
      },
    });
    expect(Object.values(model.metrics).map(({ id, level, parent, table: home }) => [id, level, parent, home])).toEqual(
      [
        ['a', 1, null, null],
        ['b', 2, 'a', null],
        ['c', 3, 'b', 'assessment'],
      ],
    );
  });

  it('resolves the table of a product of columns of two joined tables', () => {
    const { model, problems } = resolve({
      joins: [{ from: 'assessment.school_id', to: 'school.id' }],
      metrics: { a: { expression: "sum(assessment.score) FILTER (WHERE school.level = 'A')" } },
    });
    expect(problems).toEqual([]);
    expect(model.metrics['a']?.table).toBe('assessment');
  });

  it('may join a table without declared keys', () => {
    const keyless = snapshot([
      table('school', 'code text, name text', { primaryKey: [] }),
      table('visit', 'id integer, school_code text'),
    ]);
    const { model, problems } = resolve({ joins: [{ from: 'visit.school_code', to: 'school.code' }] }, keyless);
    expect(problems).toEqual([]);
    expect(model.joins).toEqual([
      { from: { table: 'visit', columns: ['school_code'] }, to: { table: 'school', columns: ['code'] } },
    ]);
  });

  it('removes hidden columns and tables, with their joins', () => {
    const from = snapshot([
      SCHOOL.tables[0] as SnapshotTable,
      table('secret', 'id integer, school_id integer', {
        foreignKeys: [{ columns: ['school_id'], toTable: 'school', toColumns: ['id'] }],
      }),
    ]);
    const { model, problems } = resolve(
      { tables: { school: { columns: { id_card: { role: 'hidden' } } }, secret: { hidden: true } } },
      from,
    );
    expect(problems).toEqual([]);
    expect(Object.keys(model.tables)).toEqual(['school']);
    expect(model.tables['school']?.columns).not.toHaveProperty('id_card');
    expect(model.joins).toEqual([]);
  });

  it('keeps only listed columns and keys with `only: listed`', () => {
    const { model } = resolve({ only: 'listed', tables: { school: { columns: { name: {} } } } });
    expect(Object.keys(model.tables)).toEqual(['school']);
    expect(Object.keys(model.tables['school']?.columns ?? {})).toEqual(['id', 'name']);
  });

  it('overlays derived labels per language, trimmed', () => {
    const { model } = resolve({
      tables: {
        school: {
          label: { zh: ' 学校 ' },
          columns: { level: { label: { en: 'grade' }, values: { A: { zh: ['优秀 '] }, B: {} } } },
        },
      },
    });
    expect(model.tables['school']?.label).toEqual({ zh: '学校', en: 'school' });
    expect(model.tables['school']?.columns['level']?.values).toEqual({
      A: { zh: ['优秀'], en: [] },
      B: { zh: [], en: [] },
    });
  });

  it('has the source with locations first in an entity', () => {
    const { model } = resolve({
      entities: {
        e: {
          sources: ['district', 'school'],
          match: 'school.name = district.name',
          fields: { name: ['district.name', 'school.name'], location: 'school.geom' },
        },
      },
    });
    expect(model.entities['e']?.sources).toEqual(['school', 'district']);
  });

  it('yields another version if the file or the schema changes', () => {
    const versions = [resolve({}), resolve({ timezone: 'UTC' }), resolve({}, { ...SCHOOL, fingerprint: 'g' })].map(
      ({ model }) => model.version,
    );
    expect(new Set(versions).size).toBe(3);
    expect(resolve({}).model.version).toBe(versions[0]);
  });

  it('is resolved without changing the snapshot', () => {
    const before = JSON.stringify(SCHOOL);
    resolve({ tables: { school: { label: 'x', columns: { id_card: { role: 'hidden' } } } } });
    expect(JSON.stringify(SCHOOL)).toBe(before);
  });
});

describe('The derived model', () => {
  const derived = (from: SchemaSnapshot) => resolveModel({ connection: 'c', snapshot: from, file: null }).model;

  it('has no label from a comment that is an identifier', () => {
    const { label } = derived(snapshot([table('t_ord_x1', 'id integer', { comment: 'order_no' })])).tables[
      't_ord_x1'
    ] ?? { label: {} };
    expect(JSON.stringify(label)).not.toContain('_');
  });

  it('has names split into words, and labels from short comments', () => {
    const model = derived(
      snapshot([table('t_orderItems', 'id integer, unitPrice numeric', { comment: '订单明细：每行一种产品' })]),
    );
    expect(model.tables['t_orderItems']).toMatchObject({
      label: { zh: '订单明细', en: 'order items' },
      description: { zh: '订单明细：每行一种产品' },
    });
    expect(text(model.tables['t_orderItems']?.columns['unitPrice']?.label, 'zh')).toBe('unit price');
  });

  it('has roles from keys, types, names and stored values', () => {
    const people = table(
      'people',
      'id integer, user_name text, age integer, status integer, joined_at timestamptz, active boolean, bio text, team_id integer, lat numeric, data jsonb, year integer, geom geometry, code text, score text, born_on text, seen_at text, noted text, sex text',
      {
        foreignKeys: [{ columns: ['team_id'], toTable: 'teams', toColumns: ['id'] }],
      },
    );
    for (const column of people.columns) if (column.name === 'score') column.values = ['4.5', '3', '--', '5'];
    for (const column of people.columns) if (column.name === 'code') column.values = ['001', '002', '003'];
    const values = {
      born_on: ['1990-01-02', '1991-03-04', '1992-05-06'],
      seen_at: ['2024-01-02 10:00:00', '2024-01-03 11:30:00', '2024-01-04 12:00:00'],
      noted: ['2024-01-02', 'later', '2024-01-03'],
      sex: ['M', 'F'],
    };
    for (const column of people.columns)
      if (column.name in values)
        Object.assign(column, { values: values[column.name as keyof typeof values], valuesComplete: true });
    const columns: Record<string, ModelColumn> = derived(snapshot([people])).tables['people']?.columns ?? {};
    expect(Object.fromEntries(Object.values(columns).map(({ name, role }) => [name, role]))).toEqual({
      id: 'key',
      user_name: 'name',
      age: 'measure',
      status: 'dimension',
      joined_at: 'time',
      active: 'dimension',
      bio: 'dimension',
      team_id: 'key',
      lat: 'text',
      data: 'text',
      year: 'dimension',
      geom: 'geo',
      code: 'dimension',
      score: 'measure',
      born_on: 'time',
      seen_at: 'time',
      noted: 'dimension',
      sex: 'dimension',
    });
    expect(columns['year']?.isYear).toBe(true);
    expect([columns['born_on']?.cast?.to, columns['seen_at']?.cast?.to]).toEqual(['date', 'timestamp']);
    expect(columns['sex']?.values['F']?.en).toContain('female');
    expect(columns['score']?.cast).toEqual({ to: 'numeric', when: '^[0-9]+(\\.[0-9]+)?$' });
  });

  it('has joins from foreign keys, without tables of tools and temporary copies', () => {
    const model = derived(
      snapshot([
        table('a', 'id integer, b_id integer', {
          foreignKeys: [
            { columns: ['b_id'], toTable: 'b', toColumns: ['id'] },
            { columns: ['b_id'], toTable: 'gone', toColumns: ['id'] },
          ],
        }),
        table('b', 'id integer'),
        table('spatial_ref_sys', 'srid integer'),
        table('orders_bak_2024', 'id integer'),
        table('flyway_schema_history', 'id integer'),
      ]),
    );
    expect(Object.keys(model.tables)).toEqual(['a', 'b']);
    expect(model.joins).toEqual([{ from: { table: 'a', columns: ['b_id'] }, to: { table: 'b', columns: ['id'] } }]);
  });

  it('has as default time the time that every row has, not one of a later stage', () => {
    const invoices = table('invoices', 'id integer, due_on date, issued_on date, paid_on date');
    const always = invoices.columns.map((column) => ({ ...column, nullable: column.name === 'paid_on' }));
    const model = derived(
      snapshot([{ ...invoices, columns: always }, table('loans', 'id integer, returned_on date, lent_on date')]),
    );
    expect(model.tables['invoices']?.defaultTime).toBe('issued_on');
    expect(model.tables['loans']?.defaultTime).toBe('lent_on');
  });

  it('has as default time that of the event, not that of an update', () => {
    const model = derived(
      snapshot([
        table('visits', 'id integer, updated_at timestamptz, birth_date date, visited_at timestamptz'),
        table('scores', 'id integer, year integer'),
      ]),
    );
    expect(model.tables['visits']?.defaultTime).toBe('visited_at');
    expect(model.tables['scores']?.defaultTime).toBe('year');
  });
});

describe('A model file for some parts alone', () => {
  const shops = snapshot([
    table('customer', 'id integer, cid integer, name text'),
    table('ord', 'id integer, customer_id integer, customer_no integer'),
    table('item', 'id integer, name text'),
  ]);
  const joined = [{ from: { table: 'ord', columns: ['customer_id'] }, to: { table: 'customer', columns: ['id'] } }];
  const label = 'shown';

  it.each<[string, object, object[]]>([
    ['for no joins', { timezone: 'UTC' }, joined],
    ['for no joins, but for each table', { tables: { customer: { label }, ord: { label }, item: { label } } }, joined],
    ['against joins by name', { joins: [] }, []],
    [
      'for one join',
      { joins: [{ from: 'ord.customer_no', to: 'customer.id' }] },
      [{ from: { table: 'ord', columns: ['customer_no'] }, to: { table: 'customer', columns: ['id'] } }],
    ],
  ])('(%s) has these joins', (_, file, joins) => {
    expect(resolve(file, shops).model.joins).toEqual(joins);
  });

  it('keeps the roles and labels that it gives to the columns of joins by name', () => {
    const authors = snapshot([
      table('author', 'aid integer, name text', { primaryKey: ['aid'] }),
      table('writes', 'aid integer, pid integer', { primaryKey: [] }),
    ]);
    const columns = { aid: { label: { en: 'wid' }, role: 'measure' } };
    const { tables } = resolve({ tables: { writes: { columns } } }, authors).model;
    expect([tables['author'], tables['writes']].map((of) => of?.columns['aid'])).toMatchObject([
      { label: { en: 'author id' }, role: 'key' },
      { label: { en: 'wid' }, role: 'measure' },
    ]);
  });

  it.each<[string, object, boolean]>([
    ['no table', { timezone: 'UTC', tables: { ord: { kind: 'event', columns: { id: { role: 'key' } } } } }, true],
    ['one table', { tables: { item: { label } } }, true],
    ['two tables, one by a column', { tables: { item: { label }, ord: { columns: { id: { label } } } } }, false],
    ['two tables of a draft', { drafted: true, tables: { item: { label }, ord: { label } } }, true],
    [
      'the only table that is not hidden',
      { tables: { item: { label }, ord: { hidden: true }, customer: { hidden: true } } },
      false,
    ],
  ])('has derived names if it names at most half of the tables: %s', (_, file, isDerived) => {
    expect(resolve(file, shops).model.derived === true).toBe(isDerived);
  });
});

describe('A part that a login may not read', () => {
  const withheld = (...columns: string[]): SchemaSnapshot => {
    const gone = (table: string, column: string): boolean =>
      columns.includes(table) || columns.includes(`${table}.${column}`);
    return {
      ...SCHOOL,
      tables: SCHOOL.tables
        .map((one) => ({ ...one, columns: one.columns.filter(({ name }) => !gone(one.name, name)) }))
        .filter(({ columns: left }) => left.length > 0),
      withheld: SCHOOL.tables
        .map(({ name, columns: all }) => ({ name, columns: all.filter((column) => gone(name, column.name)) }))
        .filter(({ columns: left }) => left.length > 0),
    };
  };
  const FILE = {
    tables: {
      school: {
        defaultTime: 'founded',
        defaultMetric: 'schools',
        columns: {
          level: { label: { en: 'grade' } },
          rating: { role: 'measure', cast: { to: 'numeric', when: '^[0-9.]+$' } },
          id_card: { role: 'hidden' },
        },
      },
      assessment: { label: { en: 'review' } },
    },
    joins: [
      { from: 'assessment.school_id', to: 'school.id' },
      { from: 'school.district_id', to: 'district.id' },
    ],
    metrics: {
      schools: { label: { en: 'schools' }, expression: 'count(school.*)' },
      overall: { label: { en: 'overall' }, children: { quality: 0.5, rated: 0.5 } },
      quality: { label: { en: 'quality' }, expression: 'avg(assessment.score)', requires: ['year'] },
      rated: { label: { en: 'rated' }, expression: 'avg(school.rating)' },
      local: { label: { en: 'local' }, expression: "count(school.*) filter (where district.name = 'x')" },
    },
    filters: { year: { column: 'assessment.year', label: { en: 'year' } } },
    terms: { good: { filter: "school.level = 'A'" }, kind: { candidates: ['school.level', 'school.name'] } },
    entities: {
      place: {
        label: { en: 'place' },
        sources: ['school', 'district'],
        match: 'district.name = school.name',
        fields: { name: ['school.name', 'district.name'], level: 'school.level' },
      },
    },
  };
  const parts = ({ model }: ReturnType<typeof resolve>): Record<string, string[]> => ({
    tables: Object.keys(model.tables),
    metrics: Object.keys(model.metrics),
    filters: Object.keys(model.filters),
    terms: Object.keys(model.terms),
    entities: Object.keys(model.entities),
  });
  const ALL = parts(resolve(FILE));

  it.each<[string, string[], Partial<Record<keyof typeof ALL, string[]>>, string[]]>([
    [
      'a column of a metric, with the metric and its parent',
      ['assessment.score'],
      { metrics: ['quality', 'overall'] },
      ['metrics.overall', 'metrics.quality'],
    ],
    [
      'a required filter, with the metrics that require it',
      ['assessment.year'],
      { metrics: ['quality', 'overall'], filters: ['year'] },
      ['filters.year', 'metrics.overall', 'metrics.quality'],
    ],
    [
      'a table, with everything that uses it',
      ['assessment'],
      { tables: ['assessment'], metrics: ['quality', 'overall'], filters: ['year'] },
      ['filters.year', 'joins[0]', 'metrics.overall', 'metrics.quality', 'tables.assessment'],
    ],
    [
      'a column of a join, with everything that needs the join',
      ['school.district_id'],
      { metrics: ['local'] },
      ['joins[1]', 'metrics.local'],
    ],
    [
      'a column of a term, with the term; a candidate column, alone',
      ['school.level'],
      { terms: ['good'] },
      ['entities.place.fields.level', 'tables.school.columns.level', 'terms.good'],
    ],
    [
      'a table of an entity, with the entity',
      ['district'],
      { tables: ['district'], metrics: ['local'], entities: ['place'] },
      ['entities.place', 'joins[1]', 'metrics.local'],
    ],
    ['a hidden column, which is absent for every login', ['school.id_card'], {}, []],
  ])('is absent without being a mistake: %s', (_what, names, gone, notes) => {
    const found = resolve(FILE, withheld(...names));
    expect(found.problems).toEqual([]);
    expect(parts(found)).toEqual(
      Object.fromEntries(
        Object.entries(ALL).map(([part, ids]) => [part, ids.filter((id) => !gone[part]?.includes(id))]),
      ),
    );
    expect(found.notes.map(({ path }) => path).sort()).toEqual(notes);
    for (const { message } of found.notes) expect(message).toMatch(/absent for this login: it may not read/);
  });

  it('leaves its child as a root metric, and a withheld default time is replaced by a readable one', () => {
    const { model } = resolve(FILE, withheld('assessment.score', 'school.founded'));
    expect(model.metrics['rated']).toMatchObject({ parent: null, level: 1 });
    expect([model.tables['school']?.defaultTime, model.tables['school']?.defaultMetric]).toEqual([
      undefined,
      'schools',
    ]);
    expect(Object.keys(model.tables['school']?.columns ?? {})).not.toContain('founded');
  });

  it('is distinguished from a misspelling, which stays a mistake for every login', () => {
    const file = {
      ...FILE,
      metrics: { ...FILE.metrics, wrong: { label: { en: 'wrong' }, expression: 'sum(assessment.scor)' } },
    };
    expect(resolve(file, withheld('school.level')).problems).toMatchObject([
      { path: 'metrics.wrong.expression', message: expect.stringContaining('did you mean "score"') },
    ]);
  });

  it('does not cause a mistake that its values would have ruled out', () => {
    const { problems, notes } = resolve(
      { tables: { school: { columns: { rating: { role: 'measure' } } } } },
      withheld('school.rating'),
    );
    expect([problems, notes.map(({ path }) => path)]).toEqual([[], ['tables.school.columns.rating']]);
  });
});

describe('The kind of a table', () => {
  const orders = { foreignKeys: [{ columns: ['client_id'], toTable: 'client', toColumns: ['id'] }] };
  const shop = snapshot([
    table('client', 'id integer, name text, since date'),
    table('sale', 'id integer, client_id integer, name text, sold date', orders),
    table('part', 'id integer, client_id integer', orders),
  ]);
  const kinds = (file: unknown): unknown =>
    Object.fromEntries(Object.values(resolve(file, shop).model.tables).map(({ name, kind }) => [name, kind]));

  it('is event if it has a time and refers to another table, even with a name column', () => {
    expect(kinds({})).toEqual({ client: undefined, sale: 'event', part: undefined });
  });

  it('is that of the file, if there is one', () => {
    expect(kinds({ tables: { client: { kind: 'thing' }, sale: { kind: 'thing' }, part: { kind: 'event' } } })).toEqual({
      client: 'thing',
      sale: 'thing',
      part: 'event',
    });
  });
});
