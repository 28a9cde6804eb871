import { differenceOf, mediansOf, perRun, sorted, sumOf, type Figure } from './figures';
import { shown, tableOf } from './table';

const cpu = (row: string, value: number): Figure => ({ part: 'cpu', row, column: 'CPU ms', value });
const redis = (row: string, value: number): Figure => ({ part: 'redis', row, column: 'all', value });
const values = (figures: readonly Figure[]): [string, number][] => figures.map(({ row, value }) => [row, value]);

describe('the figures of the whole bench', () => {
  it('have the median of their rounds, and count 0 for a round of their part that does not report them', () => {
    const rounds = [[cpu('gateway', 3), redis('get', 4)], [cpu('gateway', 1), redis('set', 1)], [cpu('gateway', 2)]];
    expect(mediansOf(rounds)).toEqual([
      { ...cpu('gateway', 2), rounds: [3, 1, 2] },
      { ...redis('get', 0), rounds: [4, 0] },
      { ...redis('set', 0), rounds: [0, 1] },
    ]);
  });

  it('are the counters that grew, including new ones', () => {
    const grown = differenceOf([redis('get', 4), redis('set', 2)], [redis('get', 9), redis('set', 2), redis('del', 1)]);
    expect(values(grown)).toEqual([
      ['get', 5],
      ['del', 1],
    ]);
  });

  it('are divided by the runs after the idle share of the time is subtracted, but not below 0', () => {
    const idle = { ms: 1_000, counters: [redis('ping', 10), redis('get', 100)] };
    const span = { ms: 2_000, counters: [redis('ping', 12), redis('get', 300), redis('set', 50)] };
    expect(values(perRun(span, 50, idle))).toEqual([
      ['ping', 0],
      ['get', 2],
      ['set', 1],
    ]);
  });

  it('are summed over one column of one part', () => {
    const other: Figure = { part: 'cpu', row: 'chart', column: 'switches', value: 9 };
    expect(sumOf([cpu('gateway', 1), cpu('chart', 2), other, redis('get', 4)], 'cpu', 'CPU ms', '≤ 9')).toEqual({
      ...cpu('sum', 3),
      aim: '≤ 9',
    });
  });

  it('list the most frequent commands first and the given rows last', () => {
    const figures = [cpu('gateway', 1), redis('get', 1), redis('sum', 4), redis('hget', 3), redis('bytes', 900)];
    expect(
      sorted(figures, ['sum', 'bytes'])
        .filter(({ part }) => part === 'redis')
        .map(({ row }) => row),
    ).toEqual(['hget', 'get', 'sum', 'bytes']);
  });
});

describe('the table of the whole bench', () => {
  it('has a row for each name, the aims, and the ratios to an earlier measurement', () => {
    const summary = (figure: Figure) => ({ ...figure, rounds: [figure.value] });
    const figures = [summary(cpu('gateway', 3)), summary({ ...cpu('sum', 12.34), aim: '≤ 9' })];
    const table = tableOf(figures, [summary(cpu('sum', 6.17))]);
    expect(
      table
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/ {2,}/)),
    ).toEqual([
      ['CPU ms'],
      ['gateway', '3.00'],
      ['ratio to before'],
      ['sum', '12.3', '(aim: CPU ms ≤ 9)'],
      ['ratio to before', '× 2.00'],
    ]);
  });

  it.each([
    [0.051, '0.05'],
    [12.34, '12.3'],
    [-41.7, '-41.7'],
    [10_240.4, '10240'],
    [Number.NaN, '-'],
  ])('shows %d as %s', (value, text) => expect(shown(value)).toBe(text));
});
