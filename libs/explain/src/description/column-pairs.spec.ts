import type { CompareOperator, ElapsedUnit, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { describeFilter, describeQuery } from '../wording/describe-query';
import { compileQuery } from '@querent/compiler';
import { by, count, guardCatalogueOf, query, ref } from '@querent/model/fixture';
import { snapshotOfDatabase } from '@querent/compiler/fixture';

/**
 * Moments near midnight in Shanghai (the model's zone) and in New York (the asker's), times and numbers stored as text,
 * missing values.
 */
const SQL = `
CREATE SCHEMA jobs;
CREATE TABLE jobs.clients (id integer PRIMARY KEY, name text NOT NULL, joined_on date, most numeric, town text);
CREATE TABLE jobs.jobs (
  id integer PRIMARY KEY, client_id integer REFERENCES jobs.clients, due_on date, done_at timestamptz, begun timestamp, ended timestamp,
  signed_text text, planned numeric, spent numeric, guess text, year_due integer, town text, secret_on date, salary numeric);
INSERT INTO jobs.clients VALUES (1, 'Ann', '2025-01-01', 10, 'Oslo'), (2, 'Bob', NULL, NULL, 'Bergen');
INSERT INTO jobs.jobs VALUES
  (1, 1, '2025-03-01', '2025-03-02 03:00:00+00', '2025-02-01 23:30', '2025-02-02 00:15', '2025-02-28', 10, 12.5, '11', 2025, 'Oslo', '2025-01-01', 1),
  (2, 1, '2025-03-01', '2025-03-01 20:00:00+00', '2025-02-01 08:00', '2025-02-04 08:00', '2025-02-31', 10, 10, 'n/a', 2024, 'Bergen', '2025-01-01', 1),
  (3, 2, '2025-03-01', NULL, '2025-02-01 08:00', NULL, 'soon', 5, NULL, '4', 2025, 'Bergen', NULL, 1),
  (4, NULL, NULL, '2025-05-01 00:00:00+00', '2025-02-10 10:00', '2025-02-09 09:00', NULL, NULL, 3, '', NULL, NULL, NULL, 1),
  (5, 2, '2025-03-10', '2025-03-02 12:00:00+00', '2025-03-01 12:00', '2025-03-01 18:30', '2025-03-01', 7, 6, '8.5', 2026, 'Oslo', '2025-01-01', 1);
`;

const FILE = {
  defaultLocale: 'en',
  timezone: 'Asia/Shanghai',
  tables: {
    clients: {
      label: { en: 'client', zh: '客户' },
      columns: {
        name: { role: 'name' },
        joined_on: { label: { en: 'joining date', zh: '加入日期' } },
        most: { label: { en: 'most hours', zh: '最多工时' }, role: 'measure' },
      },
    },
    jobs: {
      label: { en: 'job', zh: '工作' },
      columns: {
        due_on: { label: { en: 'due date', zh: '到期日' } },
        done_at: { label: { en: 'completion time', zh: '完成时间' }, role: 'time' },
        begun: { label: { en: 'start', zh: '开始时间' }, role: 'time' },
        ended: { label: { en: 'end', zh: '结束时间' }, role: 'time' },
        signed_text: { label: { en: 'signing date', zh: '签字日期' }, role: 'time', cast: { to: 'date', when: '.' } },
        planned: { label: { en: 'planned hours', zh: '计划工时' }, role: 'measure' },
        spent: { label: { en: 'spent hours', zh: '实际工时' }, role: 'measure' },
        guess: { label: { en: 'guess', zh: '估计' }, role: 'measure', cast: { to: 'numeric', when: '.' } },
        secret_on: { role: 'hidden' },
        salary: { role: 'hidden' },
      },
    },
  },
};

const ASKER = { today: '2026-11-20', timezone: 'America/New_York', locale: 'en', maxRows: 1000 } as const;

const pair = (
  column: string,
  op: CompareOperator,
  other: string,
  amount?: { value: number; unit: ElapsedUnit | null },
): Filter => ({
  kind: 'compare_columns',
  column: ref(column),
  op,
  other: ref(other),
  ...(amount && { by: amount }),
});
const length = (
  fn: 'avg' | 'sum' | 'min' | 'max' | 'median' | 'count',
  column: string,
  since: string,
  unit: ElapsedUnit = 'day',
): Measure => ({
  label: fn,
  what: { kind: 'aggregate', fn, table: 'jobs', column: ref(column), since: { ...ref(since), unit } },
});

describe('Two columns of one row', () => {
  let postgres: ThrowAwayPostgres;
  let model: SemanticModel;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SQL);
    const parsed = parseModelFile(FILE);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const resolved = resolveModel({
      connection: 'jobs',
      snapshot: await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'jobs'),
      file: parsed.file,
    });
    expect(resolved.problems).toEqual([]);
    model = resolved.model;
  }, 60_000);

  afterAll(() => postgres?.stop());

  async function rowsOf(semantic: SemanticQuery): Promise<unknown[][]> {
    const compiled = compileQuery(semantic, model, ASKER);
    for (const { sql } of [compiled, ...compiled.probes]) {
      const verdict = await guardStatement(sql, guardCatalogueOf(model));
      if (!verdict.ok) throw new Error(`${verdict.code}: ${verdict.reason}\n${sql}`);
    }
    const { rows } = await postgres.query(compiled.sql, compiled.params);
    return rows.map((row: Record<string, unknown>) =>
      compiled.columns.map(({ key }) => (isNumeric(row[key]) ? Number(row[key]) : row[key])),
    );
  }

  const isNumeric = (value: unknown): boolean => typeof value === 'string' && /^-?[\d.]+$/.test(value);
  const jobsWhere = async (...filters: Filter[]): Promise<unknown[]> =>
    (
      await rowsOf(
        query('jobs', {
          select: [ref('jobs.id')],
          filters,
          order: [{ by: { kind: 'column', column: ref('jobs.id') }, direction: 'asc' }],
        }),
      )
    ).flat();

  it.each<[string, Filter, number[]]>([
    // 03:00 in UTC on 2 March is 22:00 on 1 March in New York: not after the due date.
    ["a moment and a date, in the asker's time zone", pair('jobs.done_at', '>', 'jobs.due_on'), []],
    ['a moment on the day of a date', pair('jobs.done_at', '=', 'jobs.due_on'), [1, 2]],
    ['a moment before a date', pair('jobs.done_at', '<', 'jobs.due_on'), [5]],
    ['two moments, by the minute', pair('jobs.ended', '>', 'jobs.begun'), [1, 2, 5]],
    ['two moments on one day', pair('jobs.ended', '=', 'jobs.begun', { value: 0, unit: 'day' }), [5]],
    ['a date stored as text, if it is a valid date', pair('jobs.signed_text', '<', 'jobs.due_on'), [1, 5]],
    ['days between two times', pair('jobs.due_on', '>=', 'jobs.begun', { value: 28, unit: 'day' }), [1, 2, 3]],
    ['hours between two moments', pair('jobs.ended', '>', 'jobs.begun', { value: 6, unit: 'hour' }), [2, 5]],
    ['minutes between two moments', pair('jobs.ended', '<=', 'jobs.begun', { value: 45, unit: 'minute' }), [1, 4]],
    ['two numbers', pair('jobs.spent', '>', 'jobs.planned'), [1]],
    ['two equal numbers', pair('jobs.spent', '=', 'jobs.planned'), [2]],
    ['two different numbers, neither missing', pair('jobs.spent', '!=', 'jobs.planned'), [1, 5]],
    ['a number stored as text', pair('jobs.guess', '>', 'jobs.planned'), [1, 5]],
    ['the difference of two numbers', pair('jobs.spent', '>=', 'jobs.planned', { value: 2.5, unit: null }), [1]],
    ['a number and a number of a referenced table', pair('jobs.spent', '>', 'clients.most'), [1]],
    [
      'a time and a time of a referenced table',
      pair('jobs.due_on', '>', 'clients.joined_on', { value: 50, unit: 'day' }),
      [1, 2],
    ],
    ['two texts', pair('jobs.town', '!=', 'clients.town'), [2, 5]],
  ])('are compared: %s', async (_name, filter, jobs) => {
    expect(await jobsWhere(filter)).toEqual(jobs);
  });

  it('can be compared in one related row', async () => {
    const clients = await rowsOf(
      query('clients', {
        select: [ref('clients.name')],
        filters: [
          { kind: 'exists', table: 'jobs', filters: [pair('jobs.spent', '<', 'jobs.planned')], negated: false },
        ],
      }),
    );
    expect(clients).toEqual([['Bob']]);
    expect(
      await rowsOf(
        query('clients', { select: [ref('clients.name')], filters: [pair('jobs.spent', '=', 'jobs.planned')] }),
      ),
    ).toEqual([['Ann']]);
  });

  it('have a length of time between them in rows where both are known', async () => {
    expect(
      await rowsOf(
        query('jobs', {
          measures: [length('avg', 'jobs.due_on', 'jobs.begun'), length('count', 'jobs.due_on', 'jobs.begun')],
        }),
      ),
    ).toEqual([[(28 + 28 + 28 + 9) / 4, 4]]);
    expect(
      await rowsOf(
        query('jobs', {
          measures: [
            length('max', 'jobs.ended', 'jobs.begun', 'hour'),
            length('min', 'jobs.ended', 'jobs.begun', 'minute'),
            length('median', 'jobs.ended', 'jobs.begun'),
          ],
        }),
      ),
    ).toEqual([[72, -25 * 60, 0.5]]);
    expect(await rowsOf(query('jobs', { measures: [length('sum', 'jobs.due_on', 'clients.joined_on')] }))).toEqual([
      [118],
    ]);
  });

  it('have a length of time per group, beside a count and as a bound', async () => {
    const lengths = query('jobs', {
      measures: [length('avg', 'jobs.ended', 'jobs.begun'), count('jobs')],
      dimensions: [by('clients.name')],
    });
    expect((await rowsOf(lengths)).sort()).toEqual([
      [null, -1, 1],
      ['Ann', 2, 2],
      ['Bob', 0, 2],
    ]);
    const bounded = {
      ...lengths,
      having: [{ measure: length('avg', 'jobs.ended', 'jobs.begun'), op: '>' as const, value: 1 }],
    };
    expect(await rowsOf(bounded)).toEqual([['Ann', 2, 2]]);
  });

  it('order a list by the time between them, which becomes a column', async () => {
    const since = { ...ref('jobs.begun'), unit: 'hour' as const };
    const semantic = query('jobs', {
      select: [ref('jobs.id')],
      order: [{ by: { kind: 'column', column: ref('jobs.ended'), since }, direction: 'desc' }],
      limit: 3,
    });
    expect(await rowsOf(semantic)).toEqual([
      [2, 72],
      [5, 6.5],
      [1, 0.75],
    ]);
    expect(compileQuery(semantic, model, ASKER).columns.at(-1)).toMatchObject({
      label: 'hours from start to end',
      role: 'measure',
      unit: 'hours',
    });
    expect(describeQuery(semantic, { model, locale: 'en' })).toContain('most hours from start to end first');
  });

  it.each<[string, Filter | Measure, string]>([
    ['a time and a number', pair('jobs.due_on', '>', 'jobs.planned'), 'bad_type'],
    ['a time and a year', pair('jobs.due_on', '>', 'jobs.year_due'), 'bad_type'],
    ['an order of two texts', pair('jobs.town', '>', 'clients.town'), 'bad_type'],
    [
      'hours between a moment and a day',
      pair('jobs.done_at', '>', 'jobs.due_on', { value: 1, unit: 'hour' }),
      'bad_type',
    ],
    ['a length between numbers', length('avg', 'jobs.spent', 'jobs.planned'), 'bad_type'],
    ['a hidden column on the left', pair('jobs.secret_on', '<', 'jobs.due_on'), 'unknown_column'],
    ['a hidden column on the right', pair('jobs.due_on', '>', 'jobs.secret_on'), 'unknown_column'],
    ['a hidden number', pair('jobs.spent', '>', 'jobs.salary'), 'unknown_column'],
    ['a length that ends at a hidden time', length('avg', 'jobs.secret_on', 'jobs.begun'), 'unknown_column'],
    ['a length that begins at a hidden time', length('avg', 'jobs.due_on', 'jobs.secret_on'), 'unknown_column'],
  ])('are not compared if their types differ or one is hidden: %s', (_name, what, code) => {
    const semantic = 'kind' in what ? query('jobs', { filters: [what] }) : query('jobs', { measures: [what] });
    expect(() => compileQuery(semantic, model, ASKER)).toThrow(expect.objectContaining({ code }));
  });

  it('are not compared across a fan-out, nor used to order by a hidden time', () => {
    const far = query('clients', { filters: [pair('clients.joined_on', '<', 'jobs.due_on')] });
    expect(() => compileQuery(far, model, ASKER)).toThrow(expect.objectContaining({ code: 'fan_out' }));
    const since = { ...ref('jobs.secret_on'), unit: 'day' as const };
    const hidden = query('jobs', {
      order: [{ by: { kind: 'column', column: ref('jobs.due_on'), since }, direction: 'asc' }],
    });
    expect(() => compileQuery(hidden, model, ASKER)).toThrow(expect.objectContaining({ code: 'unknown_column' }));
  });

  it.each<[Filter, string, string]>([
    [pair('jobs.done_at', '>', 'jobs.due_on'), '完成时间晚于到期日', 'completion time is after due date'],
    [pair('jobs.done_at', '<=', 'jobs.due_on'), '完成时间不晚于到期日', 'completion time is not after due date'],
    [
      pair('jobs.done_at', '>', 'jobs.due_on', { value: 5, unit: 'day' }),
      '到期日到完成时间超过5天',
      'completion time is more than 5 days after due date',
    ],
    [
      pair('jobs.done_at', '=', 'jobs.due_on', { value: 0, unit: 'day' }),
      '完成时间与到期日在同一天',
      'completion time is on the same day as due date',
    ],
    [pair('jobs.spent', '>', 'jobs.planned'), '实际工时大于计划工时', 'spent hours is over planned hours'],
    [
      pair('jobs.spent', '>', 'jobs.planned', { value: 2, unit: null }),
      '实际工时减计划工时大于2',
      'spent hours minus planned hours is over 2',
    ],
  ])('are described in business words', (filter, zh, en) => {
    expect([describeFilter(filter, { model, locale: 'zh' }), describeFilter(filter, { model, locale: 'en' })]).toEqual([
      zh,
      en,
    ]);
  });
});
