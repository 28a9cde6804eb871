import type { Filter, Near, SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import {
  aggregate,
  by,
  columnOf,
  compare,
  count,
  desc,
  guardCatalogueOf,
  is,
  measureAt,
  metric,
  query,
  ref,
} from '@querent/model/fixture';
import { SIGHTS_MODEL, SIGHTS_SQL } from './fixture/sights.sql';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'zh', maxRows: 1000 } as const;

let postgres: ThrowAwayPostgres;
let model: SemanticModel;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SIGHTS_SQL);
  const parsed = parseModelFile(SIGHTS_MODEL);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const resolved = resolveModel({
    connection: 'sights',
    snapshot: await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'sights'),
    file: parsed.file,
  });
  expect(resolved.problems).toEqual([]);
  model = resolved.model;
}, 120_000);

afterAll(async () => postgres?.stop());

async function answer(
  semantic: SemanticQuery,
): Promise<{ rows: unknown[][]; labels: string[]; sql: string; skipped: number[] }> {
  const { sql, params, columns, probes } = compileQuery(semantic, model, OPTIONS);
  const verdict = await guardStatement(sql, guardCatalogueOf(model));
  if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${sql}`);
  const { rows } = await postgres.query(verdict.sql, params);
  const skipped: number[] = [];
  for (const probe of probes)
    expect(await guardStatement(probe.sql, guardCatalogueOf(model))).toMatchObject({ ok: true });
  for (const probe of probes)
    skipped.push(Number((await postgres.query<{ c1: string }>(probe.sql, probe.params)).rows[0]?.c1));
  return {
    rows: rows.map((row) => columns.map(({ key }) => numberOr(row[key]))),
    labels: columns.map(({ label }) => label),
    sql,
    skipped,
  };
}

const numberOr = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
const firsts = (rows: unknown[][]): unknown[] => rows.map(([first]) => first);

describe('A summary of an entity', () => {
  it('counts in the source that has level and province', async () => {
    const { rows, sql } = await answer(
      query('entity:spot', {
        measures: [count('spot')],
        filters: [is('spot.level', '5A'), is('spot.province', '浙江省')],
      }),
    );
    expect(rows).toEqual([[2]]);
    expect(sql).not.toContain('tourist_spot');
  });

  it('matches a value in the spelling of either source', async () => {
    const levelOf = async (...names: string[]) =>
      (
        await answer(
          query('entity:spot', {
            select: [ref('spot.level')],
            filters: [{ kind: 'in', column: ref('spot.name'), values: names, negated: false }],
          }),
        )
      ).rows.map(([level]) => level);
    expect(await levelOf('灵隐寺景区')).toContain('4A');
    expect(await levelOf('灵隐寺')).toContain('4A');
    expect((await levelOf('灵隐寺景区', '外滩')).toSorted()).toEqual(['4A', '4A']);
  });

  it('counts both sources without counting pairs twice', async () => {
    const { rows } = await answer(query('entity:spot', { measures: [count('spot')] }));
    expect(rows).toEqual([[8]]);
  });

  it('counts over fields of both sources through the best partner', async () => {
    const { rows, skipped } = await answer(
      query('entity:spot', {
        measures: [count('spot')],
        filters: [is('spot.province', '浙江省'), compare('spot.rating', '>=', 4)],
      }),
    );
    expect(rows).toEqual([[2]]);
    expect(skipped).toEqual([1]);
  });

  it('averages a field of one source by a field of the other', async () => {
    const { rows, skipped } = await answer(query('entity:spot', { measures: [aggregate('avg', 'spot.rating')] }));
    expect(rows).toEqual([[(4.9 + 4.1 + 4.5 + 4.7) / 4]]);
    expect(skipped).toEqual([2]);
  });

  it.each([
    ['missing', { kind: 'null', column: ref('spot.level'), negated: false }, 2],
    ['not the value', compare('spot.level', '!=', '5A'), 5],
    ['none of the values', { kind: 'in', column: ref('spot.level'), values: ['5A', '4A'], negated: true }, 3],
    ['the value', is('spot.level', '5A'), 3],
  ] as const)('counts the whole where a field is %s, as a list of the same rows does', async (_name, filter, due) => {
    const filters = [filter].map((one) => ({
      ...one,
      ...('values' in one && { values: [...one.values] }),
    })) as Filter[];
    expect((await answer(query('entity:spot', { measures: [count('spot')], filters }))).rows).toEqual([[due]]);
    expect(
      (await answer(query('entity:spot', { strategy: 'coverage', select: [ref('spot.name')], filters }))).rows,
    ).toHaveLength(due);
  });

  it('computes a share of all rows, not only of the source with the condition', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        measures: [count('spot', { share: { of: 'filtered', where: [is('spot.level', '5A')] } })],
      }),
    );
    expect(rows).toEqual([[3 / 8]]);
  });

  it('groups by a field of both sources', async () => {
    const { rows } = await answer(query('entity:spot', { measures: [count('spot')], dimensions: [by('spot.city')] }));
    expect(Object.fromEntries(rows as [string, unknown][])).toEqual({ 杭州: 4, 上海: 1, 北京: 1, 嘉兴: 1, 苏州: 1 });
    expect(rows[0]).toEqual(['杭州', 4]);
  });

  it('averages by a field of the other source, without a group for rows that lack it', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        measures: [aggregate('avg', 'spot.rating'), count('spot')],
        dimensions: [by('spot.level')],
        order: [desc(measureAt(0))],
      }),
    );
    expect(rows).toEqual([
      ['5A', 4.7, 3],
      ['3A', null, 1],
      ['4A', null, 2],
    ]);
  });

  it('computes a metric over one source with a filter on the other', async () => {
    const { rows } = await answer(
      query('entity:spot', { measures: [metric('graded')], filters: [{ kind: 'term', id: '免费', negated: false }] }),
    );
    expect(rows).toEqual([[1]]);
  });
});

describe('A list with coverage', () => {
  it('shows pairs and unpaired rows with the labels of their sources', async () => {
    const { rows, labels, sql } = await answer(
      query('entity:spot', { strategy: 'coverage', select: [ref('spot.name')] }),
    );
    expect(rows.map((row) => row.join(' | ')).sort()).toEqual(
      [
        '千岛湖 | 景区名录 + 旅游网站',
        '拙政园 | 景区名录 + 旅游网站',
        '灵隐寺 | 景区名录 + 旅游网站',
        '西湖 | 景区名录 + 旅游网站',
        '北京西湖公园 | 景区名录',
        '外滩 | 景区名录',
        '无名古镇 | 旅游网站',
        '河坊街 | 旅游网站',
      ].sort(),
    );
    expect(labels).toEqual(['name', '数据来源']);
    expect(sql.match(/UNION ALL/g)).toHaveLength(2);
  });

  it('filters by a field that one source lacks', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        strategy: 'coverage',
        filters: [is('spot.level', '5A'), is('spot.province', '浙江省')],
        select: [ref('spot.name'), ref('spot.rating')],
      }),
    );
    expect(rows).toEqual([
      ['千岛湖', 4.5, '景区名录 + 旅游网站'],
      ['西湖', 4.9, '景区名录 + 旅游网站'],
    ]);
  });

  it('shows names first, then the most informative fields', async () => {
    const { columns } = compileQuery(query('entity:spot', { strategy: 'coverage' }), model, {
      ...OPTIONS,
      locale: 'en',
    });
    expect(columns.map(({ role }) => role)).toEqual([
      'name',
      'dimension',
      'dimension',
      'dimension',
      'measure',
      'measure',
      'source',
    ]);
    expect(columns.at(-1)).toMatchObject({ label: 'source', format: 'text' });
  });
});

describe('A detail list of an entity', () => {
  it('starts from the source of the ordered field, with missing values last and without duplicates', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        strategy: 'detail',
        select: [ref('spot.name'), ref('spot.rating'), ref('spot.level')],
        order: [desc(columnOf('spot.rating'))],
        limit: 5,
      }),
    );
    expect(rows).toEqual([
      ['西湖', 4.9, '5A'],
      ['无名古镇', 4.7, null],
      ['千岛湖', 4.5, '5A'],
      ['西湖', 4.1, '5A'],
      ['拙政园', null, '5A'],
    ]);
  });

  it('reads a single source if that has all shown columns', async () => {
    const { rows, sql } = await answer(
      query('entity:spot', {
        strategy: 'detail',
        select: [ref('spot.name'), ref('spot.rating')],
        order: [desc(columnOf('spot.rating'))],
        limit: 2,
      }),
    );
    expect(rows).toEqual([
      ['西湖', 4.9],
      ['无名古镇', 4.7],
    ]);
    expect(sql).not.toContain('a_sight');
  });
});

describe('A spatial list of an entity', () => {
  const near = (place: Near['place'], radiusMeters: number | null): Near => ({
    place,
    location: ref('spot.location'),
    radiusMeters,
  });
  const westLake: Near['place'] = { kind: 'stored', nameColumn: ref('spot.name'), value: '西湖' };

  it('is ordered by distance from the place with exactly that name', async () => {
    const { rows, labels } = await answer(
      query('entity:spot', { strategy: 'spatial', near: near(westLake, 10_000), select: [ref('spot.name')] }),
    );
    expect(firsts(rows)).toEqual(['西湖', '灵隐寺']);
    expect(rows[1]?.[1]).toBeCloseTo(4.94, 1);
    expect(rows[1]?.[2]).toMatchObject({ type: 'Point', coordinates: [120.1, 30.24] });
    expect(labels).toEqual(['name', '距离', 'geom']);
  });

  it('uses the shortest name that contains the text, without an exact match', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        strategy: 'spatial',
        near: near({ ...westLake, value: '隐' }, 6000),
        select: [ref('spot.name')],
      }),
    );
    expect(firsts(rows)).toEqual(['灵隐寺', '西湖']);
  });

  it('excludes the place itself without a radius', async () => {
    const { rows } = await answer(
      query('entity:spot', { strategy: 'spatial', near: near(westLake, null), select: [ref('spot.name')], limit: 1 }),
    );
    expect(firsts(rows)).toEqual(['灵隐寺']);
  });

  it('lists the nearest without a radius, with fields of the other source', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        strategy: 'spatial',
        near: near({ kind: 'point', longitude: 120.15, latitude: 30.25, label: 'here' }, null),
        select: [ref('spot.name'), ref('spot.rating')],
        limit: 3,
      }),
    );
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['西湖', 4.9, 0],
      ['灵隐寺', null, 4.94],
      ['拙政园', null, 127.21],
    ]);
  });

  it('can be counted', async () => {
    const { rows } = await answer(
      query('entity:spot', { strategy: 'spatial', near: near(westLake, 5000), measures: [count('spot')] }),
    );
    expect(rows).toEqual([[2]]);
  });

  it('finds a place that is stored in another table', async () => {
    const { rows } = await answer(
      query('entity:spot', {
        strategy: 'spatial',
        near: near({ kind: 'stored', nameColumn: ref('stations.name'), value: '龙翔桥' }, 3000),
        select: [ref('spot.name')],
      }),
    );
    expect(firsts(rows)).toEqual(['西湖']);
  });

  it('works on a table as well', async () => {
    const { rows, labels } = await answer(
      query('stations', {
        strategy: 'spatial',
        near: {
          place: { kind: 'point', longitude: 120.16, latitude: 30.2551, label: 'here' },
          location: ref('stations.geom'),
          radiusMeters: 500,
        },
      }),
    );
    expect(rows.map((row) => row.slice(0, 2))).toEqual([['龙翔桥', 11]]);
    expect(labels[1]).toBe('距离');
  });
});
