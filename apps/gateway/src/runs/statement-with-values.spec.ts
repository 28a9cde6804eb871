import { statementWithValues } from './statement-with-values';

describe('statement with values', () => {
  it.each<[string, Parameters<typeof statementWithValues>[1], string]>([
    ['select $1', ['杭州'], "select '杭州'"],
    ['where a = $1 and b = $2 or c = $10', [1, true], "where a = '1' and b = 'true' or c = $10"],
    ['select \'$1\', "$1" -- $1\n, $1', ["it's"], "select '$1', \"$1\" -- $1\n, 'it''s'"],
    ['/* $1 */ $1::int', [null], '/* $1 */ NULL::int'],
    ['= any($1)', [['a"b', 'c\\d']], `= any('{"a\\"b","c\\\\d"}')`],
    ["'it''s $1' || $1", ['$1'], "'it''s $1' || '$1'"],
  ])('%s', (sql, params, expected) => expect(statementWithValues(sql, params)).toBe(expected));
});
