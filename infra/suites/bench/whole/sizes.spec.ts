import type { Summary } from './figures';
import { sizesFrom } from './sizes';

it('derives processes, cores and memory from the cost of a run', () => {
  const figure = (part: Summary['part'], row: string, column: string, value: number): Summary => ({
    part,
    row,
    column,
    value,
    rounds: [value],
  });
  const measured = [
    figure('cpu', 'gateway', 'CPU ms (32)', 5),
    figure('cpu', 'Redis', 'CPU ms (32)', 4),
    figure('cpu', 'gateway', 'CPU ms (1)', 50),
    figure('cpu', 'sum', 'CPU ms (32)', 9),
    figure('redis', 'bytes kept', 'all (32)', 10_000),
  ];
  const sizes = sizesFrom(measured, 'CPU ms (32)', 'bytes kept');
  const row = (name: string): Record<string, number> =>
    Object.fromEntries(sizes.filter((size) => size.row === name).map(({ column, value }) => [column, value]));
  expect(row('10 questions/s')).toEqual({ gateway: 1, 'Redis cores': 0.04, 'Redis GB/h': 0.36 });
  expect(row('1000 questions/s')).toEqual({ gateway: 8, 'Redis cores': 4, 'Redis GB/h': 36 });
  expect(sizesFrom(measured.slice(0, 2), 'CPU ms (32)', 'bytes kept').map(({ column }) => column)).not.toContain(
    'Redis GB/h',
  );
});
