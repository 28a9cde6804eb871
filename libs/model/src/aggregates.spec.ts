import { overFunctionSchema } from '@querent/contracts';
import { AGGREGATE_NAMES, AGGREGATES, aggregateCalled, isOver } from './aggregates';

const rows = AGGREGATE_NAMES.map((fn) => AGGREGATES[fn]);

it('a function of PostgreSQL computes at most one aggregate', () => {
  const calls = rows.flatMap((row) => row.calls);
  expect(new Set(calls).size).toBe(calls.length);
  expect(aggregateCalled('percentile_cont')).toBe('median');
  expect(aggregateCalled('round')).toBeUndefined();
});

it.each(AGGREGATE_NAMES)('the labels of %s have placeholders for its argument and its groups', (fn) => {
  const row = AGGREGATES[fn];
  for (const label of Object.values(row.label)) expect(label).toContain('{x}');
  for (const label of Object.values(isOver(fn) ? AGGREGATES[fn].over : {}))
    expect(label).toMatch(/\{x\}.*\{group\}|\{group\}.*\{x\}/);
});

it('the aggregates with a label over groups are those that a semantic query may take over groups', () => {
  expect(AGGREGATE_NAMES.filter(isOver).sort()).toEqual([...overFunctionSchema.options].sort());
});

it('no word means two aggregates', () => {
  const words = rows.flatMap(({ words }) =>
    [words?.named, words?.read, words?.shown].flatMap((both) => Object.values(both ?? {})),
  );
  const all = words.flatMap((list) => list.split('|')).filter((word) => word !== '');
  expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
});

it.each([
  ['count_distinct', 'count(DISTINCT x)'],
  ['median', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY x)'],
  ['sum', 'sum(x)'],
] as const)('the aggregate %s has the SQL %s', (fn, sql) => {
  expect(AGGREGATES[fn].sql('x')).toBe(sql);
});
