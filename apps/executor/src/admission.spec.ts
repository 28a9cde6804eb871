import { costQuestion, expectedCost } from './admission';

describe('admission', () => {
  it('asks for the plan and never runs the statement', () => {
    const question = costQuestion({ sql: 'SELECT $1::integer', params: [1], maxRows: 50, probes: [{ id: 'a', label: 'a', sql: 'SELECT 1', params: [] }] });
    expect(question).toMatchObject({ sql: 'EXPLAIN (FORMAT JSON) SELECT $1::integer', params: [1], maxRows: 1, probes: [] });
    expect(question.sql).not.toMatch(/analyze/i);
  });

  it.each([
    ['as a value', [[{ Plan: { 'Total Cost': 12.5 } }]], 12.5],
    ['as text', ['[{"Plan": {"Total Cost": 3}}]'], 3],
    ['without a plan', [[]], null],
    ['without a cost', [[{ Plan: {} }]], null],
    ['with a cost that is no number', [[{ Plan: { 'Total Cost': '3' } }]], null],
  ])('reads the cost of a plan that comes %s', (_how, row, cost) => {
    expect(expectedCost({ rows: [row] })).toBe(cost);
  });

  it('knows no cost where nothing was said', () => {
    expect(expectedCost({ rows: [] })).toBeNull();
  });
});
