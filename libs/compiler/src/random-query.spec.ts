import type { ColumnRef, Filter, Measure, Order, SemanticQuery } from '@querent/contracts';
import { guardStatement } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import fc from 'fast-check';
import {
  type ModelColumn,
  parseModelFile,
  readsToday,
  resolveModel,
  type SemanticModel,
  signatureOf,
} from '@querent/model';
import { compileQuery } from './compile-query';
import { CompileError } from './statement/compile-error';
import { guardCatalogueOf, query } from '@querent/model/fixture';
import { SHOP_MODEL, SHOP_SQL } from './fixture/shop.sql';
import { snapshotOfDatabase } from './fixture/snapshot-of-database';

/** Errors of PostgreSQL that are acceptable: a number that is too large for the column's type. */
const RUNTIME_CODES = new Set(['22003']);
/** Refusals of the guard that are acceptable: a random query may be too large. */
const SIZE_CODES = new Set(['too_many_joins', 'too_deep', 'too_long']);
const OPTIONS = { today: '2025-09-15', timezone: 'Asia/Shanghai', locale: 'en', maxRows: 1000 } as const;

let postgres: ThrowAwayPostgres;
let model: SemanticModel;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SHOP_SQL);
  const parsed = parseModelFile(SHOP_MODEL);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  model = resolveModel({
    connection: 'shop',
    snapshot: await snapshotOfDatabase((sql, params) => postgres.query(sql, params), 'shop'),
    file: parsed.file,
  }).model;
}, 120_000);

afterAll(async () => postgres?.stop());

/** Random queries: mostly valid (joined tables, values of the column's type), sometimes arbitrary. */
function queries(): fc.Arbitrary<SemanticQuery> {
  const joined = ['customers', 'orders', 'order_items', 'products', 'payments', 'refunds', 'reports'];
  const columns = Object.values(model.tables).flatMap((table) => Object.values(table.columns));
  const refTo = (wanted: (column: ModelColumn) => boolean) =>
    fc.constantFrom(
      ...columns
        .filter((column) => joined.includes(column.table) && wanted(column))
        .map((column) => ({ table: column.table, column: column.name })),
    );
  const mostly = <T>(sensible: fc.Arbitrary<T>, wild: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 19, arbitrary: sensible }, { weight: 1, arbitrary: wild });
  const anyColumn = fc.constantFrom(...columns.map((column) => ({ table: column.table, column: column.name })));
  const isNumber = (column: ModelColumn) =>
    column.category === 'integer' || column.category === 'numeric' || column.cast !== undefined;
  const isText = (column: ModelColumn) => column.category === 'text' && !column.cast && !column.isYear;
  const isTime = (column: ModelColumn) => column.category === 'date' || column.category === 'timestamp';
  const [number, words, time, tellsTime] = [
    refTo(isNumber),
    refTo(isText),
    refTo(isTime),
    refTo((column) => isTime(column) || column.isYear),
  ].map((sensible) => mostly(sensible, anyColumn)) as [
    fc.Arbitrary<ColumnRef>,
    fc.Arbitrary<ColumnRef>,
    fc.Arbitrary<ColumnRef>,
    fc.Arbitrary<ColumnRef>,
  ];
  const groupable = mostly(
    refTo((column) => column.category !== 'array'),
    anyColumn,
  );
  const table = mostly(fc.constantFrom(...joined), fc.constantFrom(...Object.keys(model.tables)));
  const op = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
  const amount = fc.oneof(
    fc.integer({ min: -5, max: 5000 }),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    fc.constant('2025'),
  );
  const word = fc.oneof(
    fc.constantFrom('VIP', '杭州市', "o'brien", '%_\\', '$1::text', 'completed', 'app'),
    fc.string({ maxLength: 8 }),
  );
  const day = fc.constantFrom('2024-01-01', '2025-01-01', '2025-03-01', '2026-01-01');
  const range = fc.record({
    from: fc.option(day, { nil: null, freq: 4 }),
    to: fc.option(day, { nil: null, freq: 4 }),
    label: fc.constant('period'),
  });
  const fn = fc.constantFrom('count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'median');
  const negated = fc.boolean();
  const unit = fc.constantFrom('day', 'hour', 'minute');
  const since = fc.tuple(time, unit).map(([ref, counted]) => ({ ...ref, unit: counted }));
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 2 },
      fc.record({ kind: fc.constant('compare'), column: number, op, value: amount }),
      fc.record({ kind: fc.constant('compare'), column: words, op: fc.constantFrom('=', '!='), value: word }),
      fc.record({ kind: fc.constant('compare'), column: time, op, value: day }),
      fc.record({
        kind: fc.constant('in'),
        column: words,
        values: fc.array(word, { minLength: 1, maxLength: 3 }),
        negated,
      }),
      fc.record({ kind: fc.constant('between'), column: number, from: amount, to: amount, negated }),
      fc.record({
        kind: fc.constant('text'),
        column: anyColumn,
        match: fc.constantFrom('contains', 'starts', 'ends'),
        value: word,
        negated,
      }),
      fc.record({ kind: fc.constant('null'), column: anyColumn, negated }),
      fc.record({ kind: fc.constant('time'), column: tellsTime, range, negated }),
      fc.record({ kind: fc.constant('latest'), column: tellsTime }),
      fc.record({ kind: fc.constant('term'), id: fc.constantFrom('大单', '新客', 'vip_orders'), negated }),
      fc.record({
        kind: fc.constant('compare_aggregate'),
        column: number,
        op,
        fn: fc.constantFrom('avg', 'max', 'median'),
      }),
      fc.record({
        kind: fc.constant('compare_columns'),
        column: number,
        op,
        other: number,
        by: fc.option(fc.record({ value: fc.integer({ min: -9, max: 9 }), unit: fc.constant(null) }), {
          nil: undefined,
        }),
      }),
      fc.record({
        kind: fc.constant('compare_columns'),
        column: time,
        op,
        other: time,
        by: fc.option(fc.record({ value: fc.integer({ min: -9, max: 9 }), unit }), { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('compare_columns'), column: words, op: fc.constantFrom('=', '!='), other: words }),
      fc.record({
        kind: fc.constant('exists'),
        table,
        filters: fc.array(tie('filter'), { maxLength: 2 }),
        negated,
        count: fc.option(fc.record({ op, value: fc.nat(3) }), { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('or'), filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  const aggregated = (functions: fc.Arbitrary<string>, column: fc.Arbitrary<ColumnRef>) =>
    fc
      .tuple(functions, column)
      .map(([chosen, ref]) => ({ kind: 'aggregate', fn: chosen, table: ref.table, column: ref }));
  const what = fc.oneof(
    fc.record({
      kind: fc.constant('metric'),
      id: fc.constantFrom(...Object.keys(model.metrics)),
      form: fc.constantFrom('value', 'composite'),
    }),
    table.map((counted) => ({ kind: 'aggregate', fn: 'count', table: counted })),
    aggregated(fc.constantFrom('sum', 'avg', 'min', 'max', 'median'), number),
    aggregated(fc.constantFrom('min', 'max', 'count', 'count_distinct'), anyColumn),
    fc.record({ kind: fc.constant('aggregate'), fn, table, column: number }),
    fc.record({ kind: fc.constant('aggregate'), fn, table, column: time, since }),
  );
  const measure = fc.record({
    label: fc.constant('m'),
    what,
    where: fc.option(fc.array(filter, { maxLength: 1 }), { nil: undefined, freq: 2 }),
    share: fc.option(
      fc.record({ of: fc.constantFrom('total', 'filtered'), where: fc.array(filter, { maxLength: 1 }) }),
      { nil: undefined, freq: 1 },
    ),
  }) as fc.Arbitrary<Measure>;
  const dimension = fc.oneof(
    fc.record({ label: fc.constant('d'), column: groupable }),
    fc.record({
      label: fc.constant('d'),
      column: time,
      grain: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
    }),
  );
  const whole = fc.record({
    table,
    measures: fc.array(measure, { maxLength: 2 }),
    dimensions: fc.array(dimension, { maxLength: 2 }),
    select: fc.array(groupable, { maxLength: 1 }),
    distinct: negated,
    filters: fc.array(filter, { maxLength: 2 }),
    having: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.record({ measure, op, value: fc.nat(10) }), { maxLength: 1 }) },
    ),
    compare: fc.option(
      fc.record({
        column: tellsTime,
        base: fc.constant({ from: '2024-01-01', to: '2025-01-01', label: '2024' }),
        current: fc.constant({ from: '2025-01-01', to: '2026-01-01', label: '2025' }),
      }),
      { nil: null, freq: 1 },
    ),
    limit: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    perFirst: negated,
    length: fc.option(fc.record({ column: time, since }), { nil: undefined, freq: 2 }),
    direction: fc.constantFrom('asc', 'desc'),
  });
  return whole.map(({ table: subject, perFirst, direction, length, ...parts }) => {
    const isList = parts.measures.length === 0 && parts.dimensions.length === 0;
    const [first] = parts.select;
    const by: Order['by'] | undefined = isList
      ? length
        ? { kind: 'column', ...length }
        : first && { kind: 'column', column: first }
      : parts.measures.length > 0
        ? { kind: parts.compare ? 'growth' : 'measure', index: 0 }
        : { kind: 'dimension', index: 0 };
    return query(subject, {
      ...parts,
      order: by ? [{ by, direction }] : [],
      limitPer: perFirst && parts.limit !== null && parts.dimensions.length > 1 ? 0 : null,
    } as Partial<SemanticQuery>);
  });
}

it('every query either runs in PostgreSQL or is refused as a CompileError', async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(queries(), async (semantic) => {
      const compiled = compiledOrRefused(semantic);
      if (!compiled) return;
      ran += 1;
      for (const statement of [compiled, ...compiled.probes]) {
        const verdict = await guardStatement(statement.sql, guardCatalogueOf(model));
        if (!verdict.ok && !SIZE_CODES.has(verdict.code))
          throw new Error(`${verdict.code}: ${verdict.reason}\n${statement.sql}`);
        try {
          await postgres.query(statement.sql, statement.params);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && RUNTIME_CODES.has(String(error.code))))
            throw new Error(`${String(error)}\n${statement.sql}\n${JSON.stringify(statement.params)}`);
        }
      }
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 700), seed: Number(process.env['FUZZ_SEED'] ?? 20250915) },
  );
  expect(ran).toBeGreaterThan(250);
}, 120_000);

it('an additional filter never increases a count', async () => {
  const tables = Object.keys(model.tables);
  await fc.assert(
    fc.asyncProperty(queries(), fc.constantFrom(...tables), async ({ filters }, table) => {
      const [few, more] = [filters.slice(1), filters].map((chosen) =>
        compiledOrRefused(
          query(table, {
            measures: [{ label: 'n', what: { kind: 'aggregate', fn: 'count', table } }],
            filters: chosen,
          }),
        ),
      );
      if (!few || !more) return;
      const [all, fewer] = [
        await postgres.query<{ c1: string }>(few.sql, few.params),
        await postgres.query<{ c1: string }>(more.sql, more.params),
      ];
      expect(Number(fewer.rows[0]?.c1)).toBeLessThanOrEqual(Number(all.rows[0]?.c1));
    }),
    { numRuns: 250, seed: 7 },
  );
}, 120_000);

it('the counts of groups without a filter add up to the count of rows', async () => {
  const table = fc.constantFrom(...Object.keys(model.tables));
  await fc.assert(
    fc.asyncProperty(table, queries(), async (home, { dimensions, filters }) => {
      const measures: Measure[] = [{ label: 'n', what: { kind: 'aggregate', fn: 'count', table: home } }];
      const own = dimensions.filter(({ column }) => column.table === home);
      const [whole, grouped] = [
        compiledOrRefused(query(home, { measures, filters })),
        compiledOrRefused(query(home, { measures, filters, dimensions: own })),
      ];
      if (!whole || !grouped || own.length === 0) return;
      const total = await postgres.query<{ c1: string }>(whole.sql, whole.params);
      const groups = await postgres.query<Record<string, string>>(grouped.sql, grouped.params);
      const key = grouped.columns.at(-1)?.key ?? '';
      expect(groups.rows.reduce((sum, row) => sum + Number(row[key]), 0)).toBe(Number(total.rows[0]?.c1));
    }),
    { numRuns: 250, seed: 11 },
  );
}, 120_000);

it('several measures have the same values as each of them alone', async () => {
  let compared = 0;
  const measured: Measure['what'][] = [
    { kind: 'metric', id: 'order_amount', form: 'value' },
    { kind: 'metric', id: 'revenue', form: 'value' },
    ...['orders', 'customers', 'refunds', 'payments'].map((table) => ({
      kind: 'aggregate' as const,
      fn: 'count' as const,
      table,
    })),
    { kind: 'aggregate', fn: 'avg', table: 'payments', column: { table: 'payments', column: 'paid' } },
  ];
  const measure = fc.constantFrom(...measured.map((what): Measure => ({ label: 'm', what })));
  await fc.assert(
    fc.asyncProperty(queries(), measure, measure, async ({ dimensions, filters }, first, second) => {
      const statements = [[first, second], [first], [second]].map((measures) =>
        compiledOrRefused(query('customers', { measures, filters, dimensions })),
      );
      const [both, one, other] = await Promise.all(
        statements.map(async (statement) => statement && groupsOf(statement, dimensions.length)),
      );
      if (!both || !one || !other || both.ambiguous) return;
      compared += 1;
      for (const [key, [a, b]] of both.groups) {
        expect(a ?? 0).toEqual(one.groups.get(key)?.[0] ?? 0);
        expect(b ?? 0).toEqual(other.groups.get(key)?.[0] ?? 0);
      }
    }),
    { numRuns: 250, seed: 5 },
  );
  expect(compared).toBeGreaterThan(30);
}, 120_000);

/** Rows by their shown keys. Equal names make shown keys ambiguous. */
async function groupsOf(
  { sql, params }: { sql: string; params: unknown[] },
  keys: number,
): Promise<{ groups: Map<string, unknown[]>; ambiguous: boolean }> {
  const { rows } = await postgres.query<Record<string, unknown>>(sql, params);
  const groups = new Map(
    rows
      .map((row) => Object.values(row))
      .map((row) => [
        JSON.stringify(row.slice(0, keys)),
        row.slice(keys).map((value) => (value === null ? null : Number(value))),
      ]),
  );
  return { groups, ambiguous: groups.size < rows.length };
}

it('a signature is independent of spans, labels and the order of conditions', () => {
  fc.assert(
    fc.property(queries(), (semantic) => {
      const said: SemanticQuery = {
        ...semantic,
        filters: semantic.filters
          .toReversed()
          .map((filter) => ({ ...filter, span: { start: 0, end: 1, text: 'x' }, note: 'n' })),
        measures: semantic.measures.map((measure) => ({ ...measure, label: 'other' })),
      };
      expect(signatureOf(said)).toBe(signatureOf(semantic));
      expect(signatureOf({ ...semantic, limit: (semantic.limit ?? 0) + 1 })).not.toBe(signatureOf(semantic));
    }),
  );
});

function compiledOrRefused(semantic: SemanticQuery): ReturnType<typeof compileQuery> | undefined {
  try {
    return compileQuery(semantic, model, OPTIONS);
  } catch (error) {
    if (error instanceof CompileError) return undefined;
    throw error;
  }
}

it('a query whose statement depends on the day has a different signature on another day', () => {
  const statementOf = (asked: SemanticQuery, today: string): string => {
    try {
      return JSON.stringify(compileQuery(asked, model, { ...OPTIONS, today }));
    } catch (error) {
      if (error instanceof CompileError) return error.code;
      throw error;
    }
  };
  fc.assert(
    fc.property(
      queries(),
      fc.constantFrom('2025-01-01', '2025-09-16', '2025-12-31', '2026-01-01', '2027-06-01'),
      (asked, later) => {
        const keyOf = (today: string): string => signatureOf(asked) + (readsToday(asked, model, today) ? today : '');
        if (statementOf(asked, OPTIONS.today) !== statementOf(asked, later))
          expect(keyOf(later)).not.toBe(keyOf(OPTIONS.today));
      },
    ),
    { numRuns: 300 },
  );
});
