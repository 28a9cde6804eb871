import fc from 'fast-check';
import { parseCondition, parseMetric } from './check-expression';
import { columnsOf } from './expression';
import { parseExpression } from './parse-expression';
import { ExpressionError } from './tokens';

const anything = () => undefined;

describe('the expressions of a model file', () => {
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
  ])('reads %s', (source) => {
    expect(() => parseExpression(source)).not.toThrow();
  });

  it('binds as PostgreSQL does', () => {
    expect(parseExpression('1 + 2 * 3 - 4')).toEqual(parseExpression('(1 + (2 * 3)) - 4'));
    expect(parseExpression('a.x = 1 OR a.y = 2 AND NOT a.z = 3')).toEqual(parseExpression('(a.x = 1) OR ((a.y = 2) AND (NOT (a.z = 3)))'));
    expect(parseExpression("a.n LIKE b.n || '%'")).toEqual(parseExpression("a.n LIKE (b.n || '%')"));
    expect(parseExpression('a.x BETWEEN 1 + 1 AND 3 AND a.y = 1')).toEqual(parseExpression('(a.x BETWEEN (1 + 1) AND 3) AND (a.y = 1)'));
    expect(parseExpression('sum(a.x)::numeric / 2')).toEqual(parseExpression('(sum(a.x)::numeric) / 2'));
  });

  it('folds names as PostgreSQL does and leaves quoted ones alone', () => {
    expect(columnsOf(parseExpression('SUM(Orders.Amount) + sum("Orders"."Amount")'))).toEqual([{ table: 'orders', column: 'amount' }, { table: 'Orders', column: 'Amount' }]);
  });

  const REFUSED: [string, RegExp][] = [
    ['sum(amount)', /"amount" must be written table\.column/],
    ['pg_sleep(10)', /"pg_sleep" is not allowed/],
    ['(SELECT 1)', /unexpected "select"/],
    ['sum(a.x); DROP TABLE a', /unexpected ";"/],
    ['sum(a.x) -- note', /comments/],
    ['sum(a.x) /* note */', /comments/],
    ['sum(a.x', /expected \) but found the end/],
    ['sum(a.x, a.y)', /takes 1 argument/],
    ['$1', /unexpected "\$"/],
    ["a.x::regclass", /type "regclass"/],
    ["'open", /unexpected "'"/],
    ['constructor(a.x)', /"constructor" is not allowed/],
    ['', /unexpected the end/],
  ];
  it.each(REFUSED)('refuses %s', (source, message) => {
    expect(() => parseExpression(source)).toThrow(message);
  });

  const BAD_METRICS: [string, RegExp][] = [
    ['a.x', /must aggregate/],
    ['sum(a.x) + a.y', /"a\.y" stands outside an aggregate/],
    ['sum(avg(a.x))', /inside another aggregate/],
    ['count(1)', /names no column/],
    ['sum(a.*)', /belongs to count/],
  ];
  it.each(BAD_METRICS)('refuses %s as a metric', (source, message) => {
    expect(() => parseMetric(source, anything)).toThrow(message);
  });

  it('refuses what is no condition as a filter', () => {
    expect(() => parseCondition('a.x + 1', anything)).toThrow(/not a condition/);
    expect(() => parseCondition('sum(a.x) > 1', anything)).toThrow(/cannot aggregate/);
  });

  it('ends with a tree or an ExpressionError on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.constantFrom('sum(', 'a.x', ')', ' AND ', '=', '1', "'s'", 'NOT ', 'CASE ', 'WHEN ', '"', '::', 'numeric', ' IN (', ',')).map((parts) => parts.join(''))), (source) => {
        try {
          parseExpression(source);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
    );
  });
});
