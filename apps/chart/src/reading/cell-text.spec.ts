import type { Locale, OutputColumn, Row } from '@querent/contracts';
import { col } from '../fixture/specimens';
import { cellText } from './cell-text';
import { cleanLine, numberOf, pointOf } from './cell-value';
import { everyPeriod, momentText, periodEnd, periodOnAxis } from '@querent/language';

describe('formatting of cells', () => {
  it.each<[Row[number], OutputColumn, Locale, string]>([
    ['1234567.8', col('measure', 'm', { unit: '元', format: 'currency' }), 'zh', '1,234,567.80 元'],
    ['1234567', col('measure', 'm', { unit: 'yuan', format: 'currency' }), 'en', '1,234,567 yuan'],
    [1, col('measure', 'm', { unit: 'orders', format: 'integer' }), 'en', '1 order'],
    ['0.8312', col('measure', 'm', { format: 'percent' }), 'zh', '83.1%'],
    ['0.0001234', col('measure', 'm'), 'en', '0.000123'],
    ['12.5', col('measure', 'm', { unit: '%' }), 'en', '12.5%'],
    ['-3.456', col('measure', 'm', { unit: '分' }), 'zh', '-3.46 分'],
    ['98765432109876543210.5', col('measure', 'm'), 'en', '98,765,432,109,876,543,210.5'],
    ['1534', col('distance', 'd', { unit: '米' }), 'zh', '1.53 公里'],
    ['0.77', col('distance', 'd', { unit: 'km' }), 'en', '0.77 km'],
    ['A', col('dimension', 'level', { valueLabels: { A: '优秀' } }), 'zh', '优秀'],
    [true, col('dimension', 'b'), 'zh', '是'],
    [false, col('dimension', 'b', { valueLabels: { false: 'closed' } }), 'en', 'closed'],
    [null, col('dimension', 'd'), 'zh', '（未知）'],
    ['', col('name', 'n'), 'en', '(unknown)'],
    ['2025-03-01', col('time', 't', { grain: 'month' }), 'zh', '2025年3月'],
    ['2025-03-01T00:00:00.000Z', col('time', 't', { grain: 'quarter' }), 'en', 'Q1 2025'],
    ['2025', col('time', 't', { grain: 'year' }), 'zh', '2025年'],
    ['2025-03-05T08:30:00+08:00', col('time', 't'), 'zh', '2025年3月5日 08:30'],
    ['not a number', col('measure', 'm', { unit: '分' }), 'zh', 'not a number'],
  ])('%j of %j in %s is %s', (cell, column, locale, text) => {
    expect(cellText(cell, column, locale)).toBe(text);
  });

  it('formats a cell as one printable line', () => {
    expect(cleanLine('a\u0000b\n\tc\u202e ')).toBe('a b  c');
    expect([...cleanLine('很'.repeat(500))]).toHaveLength(120);
  });

  it.each<[Row[number], number | null]>([
    ['1e3', 1000],
    ['', null],
    ['NaN', null],
    [null, null],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
    ['12abc', null],
  ])('%j as a number is %j', (cell, value) => {
    expect(numberOf(cell)).toBe(value);
  });

  it.each<[Row[number], [number, number] | null]>([
    [{ type: 'Point', coordinates: [120.1, 30.2] }, [120.1, 30.2]],
    ['{"type":"Point","coordinates":[120.1,30.2]}', [120.1, 30.2]],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [10, 0],
            [10, 20],
            [0, 0],
          ],
        ],
      },
      [5, 10],
    ],
    [{ type: 'Point', coordinates: [500000, 3300000] }, null],
    [{ type: 'Point', coordinates: [] }, null],
    ['POINT(1 2)', null],
    [null, null],
  ])('%j has the position %j', (cell, position) => {
    expect(pointOf(cell)).toEqual(position);
  });
});

describe('periods', () => {
  it.each([
    ['2025-01-15', 'month', '2025-01'],
    ['2025-08-01', 'quarter', '2025 Q3'],
    ['2025', 'year', '2025'],
    ['2025-01-06', 'week', '2025-01-06'],
    ['x', 'day', 'x'],
  ] as const)('%s by %s is labelled on the axis as %s', (value, grain, text) => {
    expect(periodOnAxis(value, grain)).toBe(text);
  });

  it('fills gaps between the first and the last period', () => {
    expect(everyPeriod(['2024-11-01', '2025-02-01'], 'month')).toEqual([
      '2024-11-01',
      '2024-12-01',
      '2025-01-01',
      '2025-02-01',
    ]);
    expect(everyPeriod(['2024-02-28', '2024-03-01'], 'day')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(everyPeriod(['2024-01-01', '2024-01-10'], 'week')).toBeNull();
    expect(everyPeriod(['1900-01-01', '2024-01-01'], 'day')).toBeNull();
  });

  it('ends a period where the next begins', () => {
    expect([periodEnd('2024-02-01', 'month'), periodEnd('2024-12-30', 'week'), periodEnd('x', 'day')]).toEqual([
      '2024-03-01',
      '2025-01-06',
      null,
    ]);
  });

  it('does not change texts that are no dates', () => {
    expect(momentText('soon', 'en')).toBe('soon');
  });
});
