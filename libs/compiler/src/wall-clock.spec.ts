import type { SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { compileQuery } from './compile-query';
import {
  aggregate,
  asc,
  by,
  compare,
  count,
  dimensionAt,
  during,
  guardCatalogueOf,
  metric,
  query,
} from '@querent/model/fixture';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

/** `wall` is the wall-clock time in Shanghai of the instant in `moment`. The data ends now. */
const SQL = `
  CREATE SCHEMA logs;
  CREATE TABLE logs.visits (id int PRIMARY KEY, wall timestamp, moment timestamptz, seen timestamp);
  INSERT INTO logs.visits
    SELECT g, (t AT TIME ZONE 'Asia/Shanghai'), t, (t AT TIME ZONE 'Asia/Shanghai') + interval '30 minutes'
      FROM generate_series(1, 400) g, LATERAL (SELECT now() - (400 - g) * interval '1 hour' - interval '5 minutes' AS t) AS one;
  INSERT INTO logs.visits VALUES (900, NULL, NULL, NULL);`;

const FILE = {
  timezone: 'Asia/Shanghai',
  metrics: {
    fresh: { label: 'fresh', expression: "count(visits.id) FILTER (WHERE visits.wall > now() - interval '6 hours')" },
    fresh_moments: {
      label: 'fresh moments',
      expression: "count(visits.id) FILTER (WHERE visits.moment > now() - interval '6 hours')",
    },
    incomparable: {
      label: 'incomparable',
      expression: 'count(visits.id) FILTER (WHERE visits.wall <> visits.moment AND visits.id > 0)',
    },
    apart: {
      label: 'apart',
      expression:
        "count(visits.id) FILTER (WHERE visits.seen > visits.moment AND visits.wall > now() - interval '3 hours')",
    },
    zoned_column: {
      label: 'zoned column',
      expression:
        "count(visits.id) FILTER (WHERE visits.wall AT TIME ZONE 'Asia/Shanghai' > now() - interval '6 hours')",
    },
    zoned_clock: {
      label: 'zoned clock',
      expression:
        "count(visits.id) FILTER (WHERE visits.wall > (now() AT TIME ZONE 'Asia/Shanghai') - interval '6 hours')",
    },
    zoned_moment: {
      label: 'zoned moment',
      expression:
        "count(visits.id) FILTER (WHERE visits.moment AT TIME ZONE 'Asia/Shanghai' > now() - interval '6 hours')",
    },
    last_day: { label: 'last day', expression: 'count(visits.id) FILTER (WHERE visits.wall >= current_date)' },
  },
  terms: { recent: { filter: "visits.wall BETWEEN now() - interval '10 hours' AND now()" } },
};

const SESSIONS = ['UTC', 'America/New_York', 'Pacific/Kiritimati'];

describe('Columns with wall-clock time', () => {
  let postgres: ThrowAwayPostgres;
  let model: SemanticModel;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SQL);
    const parsed = parseModelFile(FILE);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const resolved = resolveModel({
      connection: 'logs',
      snapshot: await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'logs'),
      file: parsed.file,
    });
    expect(resolved.problems).toEqual([]);
    model = resolved.model;
  }, 60_000);

  afterAll(() => postgres?.stop());

  /** The rows of a query in sessions of different time zones, for an asker in New York. */
  async function rowsIn(session: string, semantic: SemanticQuery, modelToday?: string): Promise<unknown[][]> {
    const compiled = compileQuery(semantic, model, {
      today: '2026-11-20',
      timezone: 'America/New_York',
      modelToday,
      locale: 'en',
      maxRows: 1000,
    });
    const verdict = await guardStatement(compiled.sql, guardCatalogueOf(model));
    if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${compiled.sql}`);
    const { rows } = await postgres
      .query(`SET timezone = '${session}'; ${inlined(verdict.sql, compiled.params)}`)
      .then((results) => (Array.isArray(results) ? results.at(-1) : results));
    return rows.map((row: Record<string, unknown>) =>
      compiled.columns.map(({ key }) => (row[key] instanceof Date ? row[key].toISOString() : row[key])),
    );
  }

  /** The single figure of a query, in each session. */
  async function one(semantic: SemanticQuery, modelToday?: string): Promise<number[]> {
    const figures: number[] = [];
    for (const session of SESSIONS) figures.push(Number((await rowsIn(session, semantic, modelToday))[0]?.[0]));
    return figures;
  }

  it.each([
    ['fresh', 6],
    ['fresh_moments', 6],
    ['zoned_column', 6],
    ['zoned_clock', 6],
    ['zoned_moment', 6],
    ['incomparable', 0],
    ['apart', 3],
  ])('count the same rows with the metric %s in a session of any time zone: %i', async (id, rows) => {
    expect(await one(query('visits', { measures: [metric(id)] }))).toEqual([rows, rows, rows]);
  });

  it('yield the same rows for a term about the last hours in every session', async () => {
    expect(
      await one(
        query('visits', { measures: [count('visits')], filters: [{ kind: 'term', id: 'recent', negated: false }] }),
      ),
    ).toEqual([10, 10, 10]);
  });

  it("are compared with the model's day for current_date", async () => {
    const {
      rows: [{ today, rows } = { today: '', rows: 0 }],
    } = await postgres.query<{ today: string; rows: string }>(
      `SELECT d::text AS today, (SELECT count(*) FROM logs.visits WHERE wall >= d) AS rows FROM (SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date AS d) AS one`,
    );
    expect(await one(query('visits', { measures: [metric('last_day')] }), today)).toEqual([
      Number(rows),
      Number(rows),
      Number(rows),
    ]);
  });

  it('have the days and periods of the stored clock, for an asker in any time zone', async () => {
    const { rows: days } = await postgres.query<{ day: string; rows: string }>(
      `SELECT wall::date::text AS day, count(*) AS rows FROM logs.visits WHERE wall IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    const [, , third] = days;
    if (third === undefined) throw new Error('there are too few days');
    const next = new Date(Date.parse(third.day) + 86_400_000).toISOString().slice(0, 10);
    const whole = Number(third.rows);
    expect(
      await one(query('visits', { measures: [count('visits')], filters: [during('visits.wall', third.day, next)] })),
    ).toEqual([whole, whole, whole]);
    expect(
      await one(query('visits', { measures: [count('visits')], filters: [compare('visits.wall', '=', third.day)] })),
    ).toEqual([whole, whole, whole]);
    for (const session of SESSIONS) {
      const rows = await rowsIn(
        session,
        query('visits', {
          measures: [count('visits')],
          dimensions: [by('visits.wall', 'day')],
          filters: [during('visits.wall', days[0]?.day ?? null, null)],
          order: [asc(dimensionAt(0))],
        }),
        days.at(-1)?.day,
      );
      expect(rows.map(([, rowsOfDay]) => Number(rowsOfDay))).toEqual(
        days.map(({ rows: rowsOfDay }) => Number(rowsOfDay)),
      );
    }
  });

  it("end a trend with the model's day; a trend over moments ends with the asker's day", async () => {
    const trend = (path: string) =>
      query('visits', {
        measures: [count('visits')],
        dimensions: [by(path, 'day')],
        filters: [during(path, '2026-11-18', null)],
        order: [asc(dimensionAt(0))],
      });
    const spine = (path: string) =>
      compileQuery(trend(path), model, {
        today: '2026-11-20',
        timezone: 'America/New_York',
        modelToday: '2026-11-21',
        locale: 'en',
        maxRows: 1000,
      }).params;
    expect(spine('visits.wall')).toContain('2026-11-21');
    expect(spine('visits.moment')).not.toContain('2026-11-21');
  });

  it('show their extremes as days of the stored clock', async () => {
    const {
      rows: [expected],
    } = await postgres.query<{ day: string }>('SELECT max(wall)::date::text AS day FROM logs.visits');
    for (const session of SESSIONS) {
      const [[day] = []] = await rowsIn(session, query('visits', { measures: [aggregate('max', 'visits.wall')] }));
      expect(new Intl.DateTimeFormat('en-CA').format(new Date(String(day)))).toBe(expected?.day);
    }
  });
});

/** Replaces parameters by literals, because a text of several statements cannot have parameters. */
function inlined(sql: string, params: readonly unknown[]): string {
  return sql.replace(/\$(\d+)/g, (_, n: string) => {
    const value = params[Number(n) - 1];
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });
}
