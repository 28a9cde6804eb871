import fc from 'fast-check';
import { parseCondition, parseMetric } from './check-expression';
import { columnsOf, tablesOf } from './expression';
import { ExpressionError } from './expression-error';
import { parseExpression } from './parse-expression';

const anything = () => undefined;

describe('An expression of a model file', () => {
  it.each([
    'avg(a.x)',
    "sum(a.x * b.y) FILTER (WHERE b.status = 'done' AND a.z IS NOT NULL)",
    'sum(a.x)::numeric / nullif(count(DISTINCT a.id), 0)',
    'round(100.0 * sum(CASE WHEN a.x > 1 THEN 1 ELSE 0 END) / count(a.*), 2)',
    '-min(a.x) + .5 % 2',
    "a.t > now() - interval '30 days' OR NOT a.flag",
    "a.name LIKE b.name || '%' AND a.c NOT IN ('x', 'it''s') AND a.n NOT BETWEEN 1 AND 2 AND a.m ILIKE '%y'",
    'extract(year FROM a.t) = 2025 AND a."引号 ""列""" IS NULL',
    "a.founded < DATE '1980-01-01' AND tourist_spot.评分 ~ '^[0-9]+$'",
    "(a.t AT TIME ZONE 'Asia/Shanghai')::date = current_date",
    "date_trunc('month', a.t AT TIME ZONE 'UTC') >= timestamp '2025-01-01'",
    "a.x IS DISTINCT FROM 'done' AND a.flag IS NOT TRUE AND a.y IS NOT DISTINCT FROM NULL",
    'sum(coalesce(a.x, 0)) -- in yuan',
    "CASE a.kind WHEN 'x' THEN TRUE ELSE FALSE END",
    'avg(extract(epoch FROM a.t - a.u) / 3600)',
    'a.t >= now() - make_interval(days => 30)',
    "a.x = ANY (ARRAY['p', 'q']) AND a.y <> ALL ('{1,2}'::int[])",
    "a.name SIMILAR TO '(x|y)%' AND a.name !~* '^z' AND a.x BETWEEN SYMMETRIC 2 AND 1",
    'percentile_cont(0.9) WITHIN GROUP (ORDER BY a.x DESC)',
    "count(*) FILTER (WHERE a.result = 'pass')",
    "a.data ->> 'kind' = 'x' AND a.data @> '{\"k\": 1}'::jsonb",
    "trim(BOTH ' ' FROM a.x) <> '' AND position('x' IN a.y) > 0 AND substring(a.z FROM 1 FOR 3) = 'abc'",
    '(a.t, a.u) OVERLAPS (b.t, b.u) AND a.name COLLATE "C" < \'m\'',
    "a.x::numeric(10, 2) > 1e3 AND a.t::timestamptz(0) < localtimestamp AND a.t > interval '3' day + current_timestamp",
    "(regexp_match(a.x, '^(.)'))[1] = 'q'",
    'bool_or(a.flag) AND avg(a.x) ^ 2 > 1',
  ])('is parsed: %s', (source) => {
    expect(() => parseExpression(source)).not.toThrow();
  });

  it('has the operator precedence of PostgreSQL', () => {
    expect(parseExpression('1 + 2 * 3 - 4')).toEqual(parseExpression('(1 + (2 * 3)) - 4'));
    expect(parseExpression('a.x = 1 OR a.y = 2 AND NOT a.z = 3')).toEqual(
      parseExpression('(a.x = 1) OR ((a.y = 2) AND (NOT (a.z = 3)))'),
    );
    expect(parseExpression("a.n LIKE b.n || '%'")).toEqual(parseExpression("a.n LIKE (b.n || '%')"));
    expect(parseExpression('a.x BETWEEN 1 + 1 AND 3 AND a.y = 1')).toEqual(
      parseExpression('(a.x BETWEEN (1 + 1) AND 3) AND (a.y = 1)'),
    );
    expect(parseExpression('sum(a.x)::numeric / 2')).toEqual(parseExpression('(sum(a.x)::numeric) / 2'));
  });

  it('has names in lower case unless they are quoted, as in PostgreSQL', () => {
    expect(columnsOf(parseExpression('SUM(Orders.Amount) + sum("Orders"."Amount")'))).toEqual([
      { table: 'orders', column: 'amount' },
      { table: 'Orders', column: 'Amount' },
    ]);
  });

  it('counts with count(*) the rows of its only table', () => {
    const share = parseExpression("100.0 * count(*) FILTER (WHERE inspection.result = 'pass') / count(*)");
    expect(tablesOf(share)).toEqual(['inspection']);
    expect(share).toEqual(
      parseExpression("100.0 * count(inspection.*) FILTER (WHERE inspection.result = 'pass') / count(inspection.*)"),
    );
    expect(parseExpression('sum(a.x) / count(1)')).toEqual(parseExpression('sum(a.x) / count(a.*)'));
  });

  const REFUSED: [string, RegExp][] = [
    ['sum(amount)', /"amount" must be written table\.column at position 5/],
    ['sum(s.orders.amount)', /"s\.orders\.amount" must be written table\.column/],
    ['pg_sleep(10)', /"pg_sleep" is not allowed at position 1$/],
    ["中.列 = '你' AND pg_sleep(1) > 0", /"pg_sleep" is not allowed at position 15$/],
    ["pg_catalog.set_config('x', 'y', false)", /"set_config" is not allowed/],
    ['shop.total(a.x)', /"shop\.total" is not allowed/],
    ["nextval('s')", /"nextval" is not allowed/],
    ['random()', /"random" is not allowed/],
    ['generate_series(1, 9)', /"generate_series" is not allowed/],
    ["string_agg(a.x, ',')", /"string_agg" is not allowed/],
    ['(SELECT 1)', /a subquery is not allowed at position 1/],
    ['EXISTS (SELECT 1)', /a subquery is not allowed/],
    ['a.x IN (SELECT 1)', /a subquery is not allowed/],
    ['sum(a.x) OVER ()', /window function/],
    ['current_user', /"current_user" is not allowed/],
    ['sum(a.x); DROP TABLE a', /only one expression/],
    ['a.x FROM a', /without FROM/],
    ['a.x AS y', /without AS/],
    ['a.x, a.y', /not a list/],
    ['a.x UNION SELECT 1', /without UNION/],
    ['sum(a.x', /syntax error at end of input at position 8/],
    ['sum(a.x, a.y)', /takes 1 argument/],
    ['round(a.x, 1, 2)', /takes 1 to 2 argument/],
    ['$1', /a parameter such as \$1/],
    ['a.x::regclass', /type "regclass"/],
    ['a.x::"char"', /type "char"/],
    ['a.x OPERATOR(shop.+) 1', /operator "shop\.\+"/],
    ["'open", /unterminated quoted string/],
    ['constructor(a.x)', /"constructor" is not allowed/],
    ['coalesce(VARIADIC a.x)', /syntax error/],
    ['concat(VARIADIC a.x)', /VARIADIC/],
    ['count(*)', /has no table/],
    ['count(*) / sum(a.x) + sum(b.y)', /rows of "a" or of "b"/],
    ['percentile_cont(a.y) WITHIN GROUP (ORDER BY a.x)', /write percentile_cont\(0\.5\) WITHIN GROUP/],
    ['', /is empty/],
    ['-- nothing', /is empty/],
    [`${'('.repeat(5_000)}a.x`, /more than 4000 tokens/],
  ];
  it.each(REFUSED)('is refused: %s', (source, message) => {
    expect(() => parseExpression(source)).toThrow(message);
  });

  const BAD_METRICS: [string, RegExp][] = [
    ['a.x', /must aggregate/],
    ['sum(a.x) + a.y', /"a\.y" is outside an aggregate/],
    ['sum(avg(a.x))', /inside another aggregate/],
    ['sum(1)', /has no column/],
    ['sum(a.*)', /only allowed in count/],
  ];
  it.each(BAD_METRICS)('is refused as a metric: %s', (source, message) => {
    expect(() => parseMetric(source, anything)).toThrow(message);
  });

  it.each(['a.x + 1', "a.data ->> 'k'", 'a.x::text', 'lower(a.x)', 'coalesce(a.x, 1 + 1)', 'CASE WHEN a.x THEN 1 END'])(
    'refuses %s as a filter',
    (source) => {
      expect(() => parseCondition(source, anything)).toThrow(/not a condition/);
    },
  );

  it('is refused as a filter if it aggregates', () => {
    expect(() => parseCondition('sum(a.x) > 1', anything)).toThrow(/cannot aggregate/);
  });

  it('of any text is parsed or refused with an ExpressionError', () => {
    const parts = [
      'sum(',
      'a.x',
      ')',
      ' AND ',
      '=',
      '1',
      "'s'",
      'NOT ',
      'CASE ',
      'WHEN ',
      '"',
      '::',
      'numeric',
      ' IN (',
      ',',
      ' AT TIME ZONE ',
      '[1]',
      '*',
      ' OVER ()',
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...parts)).map((some) => some.join('')),
        ),
        (source) => {
          try {
            parseExpression(source);
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        },
      ),
    );
  });
});
