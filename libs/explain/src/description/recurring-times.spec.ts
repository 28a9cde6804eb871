import type { Filter, Recurrence, SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseModelFile, resolveModel, type SemanticModel, signatureOf } from '@querent/model';
import { describeFilter } from '../wording/describe-query';
import { compileQuery } from '@querent/compiler';
import { by, count, during, guardCatalogueOf, query, ref } from '@querent/model/fixture';
import { snapshotOfDatabase } from '@querent/compiler/fixture';

/** 03:00 UTC on Saturday 2025-03-01 is still Friday in New York. */
const SQL = `
CREATE SCHEMA calls;
CREATE TABLE calls.calls (id integer PRIMARY KEY, called_at timestamptz, wall timestamp, day date, year_no integer);
INSERT INTO calls.calls VALUES
  (1, '2025-03-01 03:00:00+00', '2025-03-01 09:00', '2025-03-01', 2025),
  (2, '2025-03-01 15:00:00+00', '2025-03-01 10:59', '2025-03-02', 2025),
  (3, '2025-03-03 15:00:00+00', '2025-03-03 11:00', '2025-03-03', 2025),
  (4, '2024-12-25 23:30:00+00', '2024-12-25 23:30', '2024-12-25', 2024),
  (5, NULL, NULL, NULL, NULL);`;

const FILE = {
  timezone: 'America/New_York',
  tables: {
    calls: {
      label: { en: 'call', zh: '来电' },
      columns: {
        called_at: { label: { en: 'call time', zh: '来电时间' }, role: 'time' },
        wall: { role: 'time' },
        day: { role: 'time' },
        year_no: { label: { en: 'call year' } },
      },
    },
  },
};
const ASKER = { today: '2026-11-20', timezone: 'America/New_York', locale: 'en', maxRows: 1000 } as const;

const on = (column: string, times: Recurrence, negated = false): Filter => ({
  kind: 'recurring',
  column: ref(column),
  times,
  negated,
});
const WEEKEND: Recurrence = { unit: 'weekday', values: [6, 7] };

describe('Recurring times', () => {
  let postgres: ThrowAwayPostgres;
  let model: SemanticModel;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SQL);
    const parsed = parseModelFile(FILE);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const snapshot = await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'calls');
    model = resolveModel({ connection: 'calls', snapshot, file: parsed.file }).model;
  }, 60_000);

  afterAll(() => postgres?.stop());

  async function rowsOf(semantic: SemanticQuery): Promise<unknown[][]> {
    const compiled = compileQuery(semantic, model, ASKER);
    const verdict = await guardStatement(compiled.sql, guardCatalogueOf(model));
    if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${compiled.sql}`);
    const { rows } = await postgres.query(compiled.sql, compiled.params);
    return rows.map((row: Record<string, unknown>) =>
      compiled.columns.map(({ key }) =>
        typeof row[key] === 'string' && /^\d+$/.test(row[key]) ? Number(row[key]) : row[key],
      ),
    );
  }

  const idsWhere = async (...filters: Filter[]): Promise<unknown[]> =>
    (
      await rowsOf(
        query('calls', {
          select: [ref('calls.id')],
          filters,
          order: [{ by: { kind: 'column', column: ref('calls.id') }, direction: 'asc' }],
        }),
      )
    ).flat();

  it.each<[string, Filter, number[]]>([
    ["weekends of a moment, in the asker's time zone", on('calls.called_at', WEEKEND), [2]],
    ['weekends of a date', on('calls.day', WEEKEND), [1, 2]],
    ['not on weekends, with the rows that have no time', on('calls.day', WEEKEND, true), [3, 4, 5]],
    ['one month of any year', on('calls.wall', { unit: 'month', values: [12] }), [4]],
    [
      'hours of a timestamp without time zone, excluding the last minute',
      on('calls.wall', { unit: 'time_of_day', from: 540, to: 660 }),
      [1, 2],
    ],
    [
      "hours of a moment, in the asker's time zone",
      on('calls.called_at', { unit: 'time_of_day', from: 600, to: 660 }),
      [2, 3],
    ],
    ['hours past midnight', on('calls.wall', { unit: 'time_of_day', from: 1320, to: 570 }), [1, 4]],
  ])('filter rows: %s', async (_name, filter, ids) => {
    expect(await idsWhere(filter)).toEqual(ids);
  });

  it('group rows, in the order of the week', async () => {
    const weekdays = query('calls', {
      measures: [count('calls')],
      dimensions: [{ ...by('calls.day'), part: 'weekday' }],
    });
    expect(await rowsOf(weekdays)).toEqual([
      [1, 1],
      [3, 1],
      [6, 1],
      [7, 1],
      [null, 1],
    ]);
    const [column] = compileQuery(weekdays, model, ASKER).columns;
    expect(column).toMatchObject({ role: 'dimension', valueLabels: { 1: 'Monday', 7: 'Sunday' } });
    expect(
      await rowsOf(query('calls', { measures: [count('calls')], dimensions: [{ ...by('calls.wall'), part: 'hour' }] })),
    ).toEqual([
      [9, 1],
      [10, 1],
      [11, 1],
      [23, 1],
      [null, 1],
    ]);
  });

  it('limit the days that a trend shows', async () => {
    const days = query('calls', {
      measures: [count('calls')],
      dimensions: [by('calls.day', 'day')],
      filters: [during('calls.day', '2025-03-01', '2025-03-10'), on('calls.day', WEEKEND)],
    });
    expect((await rowsOf(days)).map(([, number]) => number)).toEqual([1, 1, 0, 0]);
  });

  it('are refused for a column of coarser precision', () => {
    const wrong = (filter: Filter) => () =>
      compileQuery(query('calls', { filters: [filter], measures: [count('calls')] }), model, ASKER);
    expect(wrong(on('calls.day', { unit: 'time_of_day', from: 0, to: 60 }))).toThrow('has no time of the day');
    expect(wrong(on('calls.year_no', WEEKEND))).toThrow('has only years');
  });

  it.each<[Filter, string, string]>([
    [on('calls.called_at', WEEKEND), '来电时间在周末（周六和周日）', 'call time is on weekends (Saturday and Sunday)'],
    [
      on('calls.called_at', { unit: 'weekday', values: [1, 3] }),
      '来电时间在周一或周三',
      'call time is on Mondays or Wednesdays',
    ],
    [
      on('calls.called_at', { unit: 'month', values: [3] }, true),
      '来电时间不在每年3月',
      'call time is not in March of any year',
    ],
    [
      on('calls.called_at', { unit: 'time_of_day', from: 540, to: 1110 }),
      '来电时间在每天09:00到18:30之间',
      'call time is between 09:00 and 18:30 of the day',
    ],
  ])('are described in both languages', (filter, zh, en) => {
    expect(describeFilter(filter, { model, locale: 'zh' })).toBe(zh);
    expect(describeFilter(filter, { model, locale: 'en' })).toBe(en);
  });

  it('have the same signature in any order of their days', () => {
    const [one, other] = [
      [6, 7],
      [7, 6],
    ].map((values) => signatureOf(query('calls', { filters: [on('calls.day', { unit: 'weekday', values })] })));
    expect(one).toBe(other);
  });
});
