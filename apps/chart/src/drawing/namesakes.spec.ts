import type { OutputColumn, Row, SemanticQuery } from '@querent/contracts';
import { answerText } from '../answer/answer-text';
import { col, countOf, query } from '../fixture/specimens';
import { shapeOf, type ResultShape } from '../reading/result-shape';
import { svgOf } from '../fixture/svg-of';
import type { ChartOption } from './chart-frame';
import { chartOption } from './chart-option';
import { chartType, type ResultChartType } from './chart-type';
import type { WishedType } from './chart-wish';

const dimension = (label: string, table = 'customers') => ({ label, column: { table, column: label } });
const grouped = (...dimensions: ReturnType<typeof dimension>[]): SemanticQuery =>
  query({ measures: [countOf('orders')], dimensions });
const shape = (output: OutputColumn[], rows: Row[], from: SemanticQuery | null): ResultShape =>
  shapeOf({ output, rowCount: rows.length, truncated: false }, rows, from, 'en');

function drawn(
  of: ResultShape,
  from: SemanticQuery | null,
  asked: WishedType | null = null,
): { type: ResultChartType; option: ChartOption } {
  const type = chartType(of, from, { asked, preferred: [], maxCategories: null, isAdditive: true });
  return { type, option: type === 'number' || type === 'table' ? {} : chartOption(type, 'orders', of) };
}

/** Every figure that the option draws, of all series; `null` for gaps. */
function figures(option: ChartOption): number[] {
  const series = (option['series'] ?? []) as { data: { value: number | null | (number | null)[] }[] }[];
  return series
    .flatMap(({ data }) => data.flatMap(({ value }) => (Array.isArray(value) ? (value.at(-1) ?? []) : (value ?? []))))
    .sort((a, b) => a - b);
}

const names = (option: ChartOption): string[] => {
  const axes = [option['xAxis'], option['yAxis']].flat() as { type: string; data?: string[] }[];
  return axes.find(({ type }) => type === 'category')?.data ?? [];
};

const textOf = (of: ResultShape, from: SemanticQuery | null): string =>
  answerText({
    shape: of,
    query: from,
    result: { skipped: [], truncated: false, rowCount: of.rowCount },
    refinedQuestion: 'orders',
    question: 'orders',
    disclosures: [],
    today: '2026-11-21',
    isAdditive: () => true,
  });

const name = col('name', 'customer');
const orders = col('measure', 'orders', { format: 'integer' });

describe('persons by first and last name', () => {
  it('are named by both in the chart and in the text', () => {
    const from = grouped(dimension('first name'), dimension('last name'));
    const of = shape(
      [col('name', 'customer'), col('dimension', 'last name'), orders],
      [
        ['Ann', 'Lee', 50],
        ['Bob', 'Roy', 20],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, names(option)]).toEqual(['bar', ['Ann Lee', 'Bob Roy']]);
    expect(textOf(of, from)).toContain('Ann Lee (50)');
  });
});

describe('two things of one name', () => {
  const rows: Row[] = [
    ['Ann Lee', 50],
    ['Ann Lee', 30],
    ['Bob', 20],
  ];

  it('are two bars, and two in the text', () => {
    const of = shape([name, orders], rows, grouped(dimension('name')));
    const { type, option } = drawn(of, grouped(dimension('name')));
    expect([type, names(option), figures(option)]).toEqual(['bar', ['Ann Lee', 'Ann Lee', 'Bob'], [20, 30, 50]]);
    expect(svgOf(option).match(/>Ann Lee</g)).toHaveLength(2);
    expect(textOf(of, grouped(dimension('name')))).toContain('Ann Lee (50), Ann Lee (30)');
  });

  it('are two slices of a pie', () => {
    const of = shape([name, orders], rows, grouped(dimension('name')));
    const { type, option } = drawn(of, grouped(dimension('name')), 'pie');
    expect([type, figures(option)]).toEqual(['pie', [20, 30, 50]]);
    expect(svgOf(option).match(/>Ann Lee</g)).toHaveLength(2);
  });

  it('are distinguished by their other labels, with one bar each', () => {
    const from = grouped(dimension('name'), dimension('city'));
    const of = shape(
      [name, col('dimension', 'city'), orders],
      [
        ['Ann Lee', 'Leeds', 50],
        ['Ann Lee', 'Paris', 30],
        ['Bob', 'Leeds', 20],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, names(option), figures(option)]).toEqual([
      'bar',
      ['Ann Lee · Leeds', 'Ann Lee · Paris', 'Bob'],
      [20, 30, 50],
    ]);
    expect(textOf(of, from)).toContain('Ann Lee · Leeds (50), Ann Lee · Paris (30)');
  });

  it('are two bars of a ranked list, independent of its other columns', () => {
    const from = query({
      order: [{ by: { kind: 'column', column: { table: 'customers', column: 'spent' } }, direction: 'desc' }],
      limit: 3,
    });
    const of = shape(
      [name, col('dimension', 'city'), col('measure', 'spent')],
      [
        ['Ann Lee', 'Leeds', 50],
        ['Ann Lee', 'Leeds', 30],
        ['Bob', 'Leeds', 20],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, figures(option)]).toEqual(['bar', [20, 30, 50]]);
  });

  it('are two points each of a scatter and of a map', () => {
    const position = (x: number) => ({ type: 'Point', coordinates: [x, 30] });
    const of = shape(
      [name, col('measure', 'a'), col('measure', 'b'), col('geo', 'where')],
      [
        ['Ann Lee', 1, 50, position(1)],
        ['Ann Lee', 2, 30, position(2)],
        ['Bob', 3, 20, position(3)],
      ],
      null,
    );
    for (const type of ['scatter', 'map'] as const) {
      const option = chartOption(type, 'orders', of);
      expect((option['series'] as { data: unknown[] }[])[0]?.data).toHaveLength(3);
    }
  });

  it('keep all their bars if a second grouping does not distinguish them', () => {
    const from = grouped(dimension('name'), dimension('channel', 'orders'));
    const of = shape(
      [name, col('dimension', 'channel'), orders],
      [
        ['Ann Lee', 'app', 50],
        ['Ann Lee', 'web', 30],
        ['Ann Lee', 'app', 20],
        ['Bob', 'web', 10],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, figures(option)]).toEqual(['bar', [10, 20, 30, 50]]);
    expect(names(option)).toEqual(['Ann Lee · app', 'Ann Lee · web', 'Ann Lee · app', 'Bob · web']);
  });

  it('are grouped bars if every pair of labels occurs once', () => {
    const from = grouped(dimension('name'), dimension('channel', 'orders'));
    const of = shape(
      [name, col('dimension', 'channel'), orders],
      [
        ['Ann Lee', 'app', 50],
        ['Ann Lee', 'web', 30],
        ['Bob', 'app', 20],
        ['Bob', 'web', 10],
      ],
      from,
    );
    const { option } = drawn(of, from);
    expect((option['series'] as unknown[]).length).toBe(2);
    expect(figures(option)).toEqual([10, 20, 30, 50]);
  });

  it('are bars instead of one line over time, because the points cannot be attributed', () => {
    const from = query({
      measures: [countOf('orders')],
      dimensions: [{ ...dimension('month', 'orders'), grain: 'month' }, dimension('name')],
    });
    const rowsOverTime: Row[] = [
      ['2026-01-01', 'Ann Lee', 50],
      ['2026-01-01', 'Ann Lee', 30],
      ['2026-02-01', 'Ann Lee', 20],
      ['2026-02-01', 'Bob', 10],
    ];
    const of = shape([col('time', 'month', { grain: 'month' }), name, orders], rowsOverTime, from);
    for (const asked of [null, 'line'] as const) {
      const { type, option } = drawn(of, from, asked);
      expect([type, figures(option)]).toEqual(['bar', [10, 20, 30, 50]]);
    }
    expect(textOf(of, from)).toContain('3 groups over 2 periods');
  });

  it('are counted and named separately in a comparison of two periods', () => {
    const from = {
      ...grouped(dimension('name')),
      compare: {
        column: { table: 't', column: 'd' },
        base: { from: '2024-01-01', to: '2025-01-01', label: '2024' },
        current: { from: '2025-01-01', to: '2026-01-01', label: '2025' },
      },
    };
    const of = shape(
      [
        name,
        col('measure', 'orders · 2025'),
        col('measure', 'orders · 2024'),
        col('change', 'orders · change'),
        col('growth', 'orders · growth'),
      ],
      [
        ['Ann Lee', 5, 1, 4, 4],
        ['Ann Lee', 2, 9, -7, -0.78],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, figures(option)]).toEqual(['bar', [1, 2, 5, 9]]);
    expect(textOf(of, from)).toContain('2 groups: 1 up, 1 down');
  });
});

describe('two stored values that are shown by one name', () => {
  it.each([
    [
      'a label of the model',
      [
        ['A', 'app', 5],
        ['B', 'app', 3],
        ['A', 'web', 2],
        ['B', 'web', 1],
      ],
      { A: 'first rate', B: 'first rate' },
    ],
    [
      'nothing at all',
      [
        [null, 'app', 5],
        ['', 'app', 3],
        [null, 'web', 2],
        ['', 'web', 1],
      ],
      {},
    ],
  ] as [string, Row[], Record<string, string>][])(
    '%s: each has its own bars, and a distinct name in the legend',
    (_, rows, valueLabels) => {
      const from = grouped(dimension('grade'), dimension('channel'));
      const of = shape([col('dimension', 'grade', { valueLabels }), col('dimension', 'channel'), orders], rows, from);
      const { option } = drawn(of, from);
      expect(figures(option)).toEqual([1, 2, 3, 5]);
      const series = (option['series'] as { name: string }[]).map((one) => one.name);
      expect(new Set(series).size).toBe(series.length);
    },
  );

  it('two lines of one name are two lines', () => {
    const from = query({
      measures: [countOf('orders')],
      dimensions: [{ ...dimension('month'), grain: 'month' }, dimension('grade')],
    });
    const of = shape(
      [
        col('time', 'month', { grain: 'month' }),
        col('dimension', 'grade', { valueLabels: { A: 'good', B: 'good' } }),
        orders,
      ],
      [
        ['2026-01-01', 'A', 5],
        ['2026-01-01', 'B', 3],
        ['2026-02-01', 'A', 2],
        ['2026-02-01', 'B', 1],
      ],
      from,
    );
    const { type, option } = drawn(of, from);
    expect([type, figures(option), (option['series'] as { name: string }[]).map((one) => one.name)]).toEqual([
      'line',
      [1, 2, 3, 5],
      ['good (1)', 'good (2)'],
    ]);
  });
});
