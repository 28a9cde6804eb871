import type { OutputColumn, Row } from '@querent/contracts';
import { shapeOf } from '../reading/result-shape';
import { by, col, query, specimen, sumOf } from '../fixture/specimens';
import type { ChartOption } from './chart-frame';
import { chartOption } from './chart-option';
import type { DrawnType } from './chart-type';

interface Drawn {
  xAxis: { data?: string[]; axisLine?: object };
  yAxis: { data?: string[]; axisLine?: object; name?: string };
  title: { subtext: string };
  legend?: { data: string[] };
  visualMap: { text: string[] };
  series: { name: string; data: { value: number | null; label?: { formatter: string } }[] }[];
}

function drawn(type: DrawnType, output: OutputColumn[], rows: Row[]): Drawn {
  const asked = query({ measures: [sumOf('revenue')], dimensions: [by('x')] });
  return chartOption(
    type,
    'revenue',
    shapeOf({ output, rowCount: rows.length, truncated: false }, rows, asked, 'en'),
  ) as ChartOption & Drawn;
}
const labels = ({ series }: Drawn): (string | undefined)[] =>
  series.flatMap(({ data }) => data.map(({ label }) => label?.formatter));
const revenue = col('measure', 'revenue', { unit: 'yuan', format: 'currency' });
const region = col('dimension', 'region');

describe('legibility of charts', () => {
  it('labels small numbers with their digits, and no non-zero number as 0', () => {
    expect(
      labels(
        drawn(
          'bar',
          [region, col('measure', 'rate')],
          [
            ['a', 0.00012],
            ['b', 0.031],
            ['c', 0],
          ],
        ),
      ),
    ).toEqual(['0.00012', '0.031', '0']);
    expect(
      labels(
        drawn(
          'bar',
          [region, revenue],
          [
            ['a', '12345678901234'],
            ['b', 3],
            ['c', 0],
          ],
        ),
      ),
    ).toEqual(['12,346', '≈0', '0']);
  });

  it('shows a tiny share of a pie as less than 0.1 %', () => {
    const share = col('share', 'share', { format: 'percent' });
    const texts = labels(
      drawn(
        'pie',
        [region, share],
        [
          ['a', 0.9997],
          ['b', 0.0003],
          ['c', 0],
        ],
      ),
    );
    expect(texts).toEqual(['a\n100.0%', 'b\n<0.1%', 'c\n0.0%']);
  });

  it('distinguishes labels that would be cut to the same text', () => {
    const long = (at: number): string =>
      `The branch office of a very long company name somewhere far away, number ${at}`;
    const { yAxis } = drawn(
      'bar',
      [col('name', 'branch'), revenue],
      Array.from({ length: 4 }, (_, at) => [long(at), at]),
    );
    expect(yAxis.data?.map((name) => name.slice(-8))).toEqual([0, 1, 2, 3].map((at) => `number ${at}`));
    const { legend, series } = drawn(
      'line',
      [col('time', 'month', { grain: 'month' }), col('dimension', 'branch'), revenue],
      [
        ['2026-01-01', long(1), 5],
        ['2026-01-01', long(2), 4],
        ['2026-02-01', long(1), 3],
      ],
    );
    expect(legend?.data).toEqual(series.map(({ name }) => name));
    expect(legend?.data.map((name) => name.slice(-8))).toEqual(['number 1', 'number 2']);
  });

  it('does not change labels that fit or stay distinct when cut', () => {
    const names = ['Noise-cancelling wireless headphones Pro (2nd generation)', 'Air purifier'];
    expect(
      drawn(
        'bar',
        [col('name', 'product'), revenue],
        names.map((name, at) => [name, at]),
      ).yAxis.data,
    ).toEqual(names);
  });

  it('notes the number of rows without a date in a time chart', () => {
    const { title, xAxis } = drawn(
      'line',
      [col('time', 'month', { grain: 'month' }), revenue],
      [
        [null, 10],
        ['2026-01-01', 5],
        ['2026-02-01', 4],
      ],
    );
    expect([title.subtext, xAxis.data]).toEqual(['1 without a date, not drawn', ['2026-01', '2026-02']]);
  });

  it('keeps the value axis at the edge even if values cross zero', () => {
    const { yAxis } = drawn(
      'scatter',
      [col('name', 'customer'), revenue, col('measure', 'orders')],
      [
        ['a', -5, 1],
        ['b', 5, 2],
      ],
    );
    expect(yAxis.axisLine).toMatchObject({ onZero: false });
  });

  it('labels both ends of a map’s colour scale, and names both axes', () => {
    const { output, rows, query: asked } = specimen('mapZh');
    const map = chartOption(
      'map',
      'q',
      shapeOf({ output, rowCount: rows.length, truncated: false }, rows, asked, 'zh'),
    ) as ChartOption & Drawn;
    expect([map.visualMap.text, map.yAxis.name]).toEqual([['距离（公里）\n9.6', '0'], '纬度']);
  });
});
