import { MAX_PAUSES, type Choice, type Filter, type Measure, type SemanticQuery } from '@querent/contracts';
import { DATABASE_ERROR_CLASSES, errorClassOf } from '@querent/sql';
import fc from 'fast-check';
import { CompileError, compileQuery } from '@querent/compiler';
import { query, SHOP } from '@querent/model/fixture';
import { signatureOf } from '@querent/model';
import { applyRecovery } from './apply-recovery';
import { askAfterFailure } from './ask-after-failure';

const TODAY = '2026-11-21';
const columns = Object.values(SHOP.tables).flatMap((table) => Object.values(table.columns));
const refs = (wanted: (column: (typeof columns)[number]) => boolean) =>
  fc.constantFrom(...columns.filter(wanted).map(({ table, name }) => ({ table, column: name })));
const tables = fc.constantFrom(...Object.keys(SHOP.tables));
const numbers = refs(({ category }) => category === 'integer' || category === 'numeric');
const words = refs(({ category, role }) => category === 'text' && role !== 'text');
const times = refs(({ role }) => role === 'time');
const days = fc.constantFrom('2023-01-01', '2024-07-01', '2025-01-01', '2026-01-01', '2026-11-01', '2026-11-22');

const range = fc
  .tuple(fc.option(days, { nil: null }), fc.option(days, { nil: null }))
  .map(([a, b]) =>
    a !== null && b !== null && a > b ? { from: b, to: a } : { from: a, to: b === a && a !== null ? null : b },
  );
const ranges = range.map((one) => ({ ...one, label: `${one.from ?? ''} to ${one.to ?? ''}` }));

const plain: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    column: words,
    op: fc.constantFrom('=' as const, '!=' as const),
    value: fc.constantFrom('vip', '杭州市', 'app'),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    column: numbers,
    op: fc.constantFrom('>' as const, '<=' as const),
    value: fc.nat(500),
  }),
  fc.record({
    kind: fc.constant('in' as const),
    column: words,
    values: fc.constant(['vip', 'firm']),
    negated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    column: words,
    match: fc.constantFrom('contains' as const, 'starts' as const),
    value: fc.constant('a'),
    negated: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('time' as const), column: times, range: ranges, negated: fc.constant(false) }),
  fc.record({ kind: fc.constant('null' as const), column: words, negated: fc.boolean() }),
) as fc.Arbitrary<Filter>;
const filters: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 5, arbitrary: plain },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('exists' as const),
      table: tables,
      filters: fc.array(plain, { maxLength: 1 }),
      negated: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('or' as const),
      filters: fc.array(plain, { minLength: 2, maxLength: 2 }),
    }),
  },
);
const measures: fc.Arbitrary<Measure> = fc.record({
  label: fc.constantFrom('销售额', 'revenue'),
  what: fc.oneof(
    fc
      .constantFrom(...Object.keys(SHOP.metrics))
      .map((id) => ({ kind: 'metric' as const, id, form: 'value' as const })),
    tables.map((table) => ({ kind: 'aggregate' as const, fn: 'count' as const, table })),
    numbers.map((column) => ({ kind: 'aggregate' as const, fn: 'avg' as const, table: column.table, column })),
  ),
  where: fc.option(fc.array(plain, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 }),
});
const dimensions = fc.oneof(
  fc.record({ label: fc.constantFrom('城市', 'city'), column: words }),
  fc.record({ label: fc.constantFrom('月份', 'month'), column: times, grain: fc.constant('month' as const) }),
);
const compare = fc.option(
  fc.record({
    column: times,
    base: fc.constant({ from: '2024-01-01', to: '2025-01-01', label: '2024' }),
    current: fc.constant({ from: '2025-01-01', to: '2026-01-01', label: '2025' }),
  }),
  { nil: null, freq: 1 },
);
const queries: fc.Arbitrary<SemanticQuery> = fc
  .record({
    subject: tables,
    measures: fc.array(measures, { maxLength: 2 }),
    dimensions: fc.array(dimensions, { maxLength: 2 }),
    filters: fc.array(filters, { maxLength: 3 }),
    having: fc.array(fc.record({ measure: measures, op: fc.constant('>' as const), value: fc.nat(9) }), {
      maxLength: 1,
    }),
    compare,
    limit: fc.option(fc.integer({ min: 1, max: 200 }), { nil: null }),
    limitPer: fc.option(fc.constant(0), { nil: null }),
  })
  .map(({ subject, dimensions: groups, limitPer, ...parts }) => {
    const dimensioned = parts.measures.length > 0 ? groups : [];
    const order: SemanticQuery['order'] =
      dimensioned.length > 0 ? [{ by: { kind: 'dimension', index: dimensioned.length - 1 }, direction: 'asc' }] : [];
    return query(subject, {
      ...parts,
      dimensions: dimensioned,
      order,
      limitPer: dimensioned.length > 1 && parts.limit !== null ? limitPer : null,
      compare: parts.measures.length > 0 ? parts.compare : null,
    });
  })
  .filter((one) => compiles(one));

function compiles(semantic: SemanticQuery): boolean {
  try {
    return (
      compileQuery(semantic, SHOP, { today: TODAY, timezone: 'Asia/Shanghai', locale: 'zh', maxRows: 1_000 }).sql !== ''
    );
  } catch (error) {
    if (error instanceof CompileError) return false;
    throw error;
  }
}

const classes = fc.constantFrom(...DATABASE_ERROR_CLASSES).map((name) => errorClassOf(name));
const locales = fc.constantFrom('zh' as const, 'en' as const);

/** Identifiers that are not labels of the model. */
const physical =
  /\b(?:client_id|order_id|good_id|line_id|joined_at|ordered_at|launched_at|refunded_at|unit_price|goods)\b/;

describe('The options after a failure', () => {
  it('compile, differ from the failed query and from each other, for every query and every error class', () => {
    let asked = 0;
    fc.assert(
      fc.property(queries, classes, locales, (failed, errorClass, locale) => {
        const ambiguity = askAfterFailure({
          errorClass,
          query: failed,
          model: SHOP,
          locale,
          today: TODAY,
          choices: [],
          pauses: 0,
        });
        if (ambiguity === null) return;
        asked += 1;
        expect(ambiguity.options.length).toBeGreaterThanOrEqual(2);
        expect(ambiguity.options.length).toBeLessThanOrEqual(4);
        const made = ambiguity.options.map(({ value }) =>
          applyRecovery(value, { query: failed, model: SHOP, locale, today: TODAY }),
        );
        for (const one of made) {
          if (one === null) throw new Error('an option yields no query');
          expect(compiles(one.query)).toBe(true);
        }
        const meanings = [failed, ...made.flatMap((one) => one?.query ?? [])].map(signatureOf);
        expect(new Set(meanings).size).toBe(meanings.length);
        expect(new Set(ambiguity.options.map(({ label }) => label)).size).toBe(ambiguity.options.length);
        const shown = [
          ambiguity.question,
          ...ambiguity.options.flatMap(({ label, description }) => [label, description ?? '']),
          ...made.map((one) => one?.disclosure ?? ''),
        ].join('\n');
        expect(shown).not.toMatch(physical);
        expect(shown).not.toMatch(/undefined|null|NaN|“”/);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300), seed: Number(process.env['FUZZ_SEED'] ?? 20261121) },
    );
    expect(asked).toBeGreaterThan(150);
  }, 60_000);

  it('never repeat within a run, and end with its last pause', () => {
    fc.assert(
      fc.property(
        queries,
        classes,
        fc.array(fc.nat(3), { minLength: MAX_PAUSES, maxLength: MAX_PAUSES }),
        (first, errorClass, picks) => {
          const choices: Choice[] = [];
          const seen = [signatureOf(first)];
          let failed = first;
          for (const [pauses, pick] of picks.entries()) {
            const ambiguity = askAfterFailure({
              errorClass,
              query: failed,
              model: SHOP,
              locale: 'zh',
              today: TODAY,
              choices,
              pauses,
            });
            if (ambiguity === null) return;
            const meanings = ambiguity.options
              .map(
                ({ value }) => applyRecovery(value, { query: failed, model: SHOP, locale: 'zh', today: TODAY })?.query,
              )
              .map((one) => one && signatureOf(one));
            expect(meanings.filter((one) => one === undefined || seen.includes(one))).toEqual([]);
            const option = ambiguity.options[pick % ambiguity.options.length];
            const next =
              option && applyRecovery(option.value, { query: failed, model: SHOP, locale: 'zh', today: TODAY });
            if (!option || !next) throw new Error('an option yields no query');
            choices.push({ key: ambiguity.key, value: option.value });
            seen.push(signatureOf(next.query));
            failed = next.query;
          }
          expect(
            askAfterFailure({
              errorClass,
              query: failed,
              model: SHOP,
              locale: 'zh',
              today: TODAY,
              choices,
              pauses: MAX_PAUSES,
            }),
          ).toBeNull();
        },
      ),
      { numRuns: 100, seed: 3 },
    );
  }, 60_000);
});
