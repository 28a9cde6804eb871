import fc from 'fast-check';
import type { Row } from '@querent/contracts';
import { shapeOf } from '../reading/result-shape';
import { by, col, countOf, query, specimen, specimens, type Specimen, type SpecimenName } from '../fixture/specimens';
import type { ChartOption } from './chart-frame';
import { chartOption } from './chart-option';
import { chartType, type DrawnType } from './chart-type';
import { chartWish } from './chart-wish';
import { noteTexts } from './chart-note';
import { equalAspect } from './map-option';
import { svgOf } from '../fixture/svg-of';
import { wellFormed } from '../fixture/well-formed';

const optionOf = (from: Specimen, asked?: DrawnType): ChartOption => {
  const shape = shapeOf(
    { output: from.output, rowCount: from.rowCount ?? from.rows.length, truncated: from.truncated ?? false },
    from.rows,
    from.query,
    from.locale,
  );
  const type =
    asked ??
    chartType(shape, from.query, {
      asked: chartWish(from.question),
      preferred: [],
      maxCategories: null,
      isAdditive: false,
    });
  if (type === 'number' || type === 'table') throw new Error(`${type} is not drawn`);
  return chartOption(type, from.refined, shape);
};
const drawnSpecimens = (Object.keys(specimens) as SpecimenName[]).filter(
  (name) => !['countZh', 'numberEn', 'coverageZh', 'emptyZh', 'top1En'].includes(name),
);
const seriesOf = (option: ChartOption): { name: string; data: { value: unknown; name?: string }[] }[] =>
  option['series'] as never;

describe('every drawing', () => {
  it.each(drawnSpecimens)('of %s is plain JSON and a well-formed SVG of 960 × 540 without scripts', (name) => {
    const option = optionOf(specimen(name));
    expect(JSON.parse(JSON.stringify(option))).toEqual(option);
    const svg = svgOf(option);
    expect(wellFormed(svg)).toBe(true);
    expect(svg).toMatch(/^<svg width="960" height="540"/);
    expect(svg).not.toMatch(/<script|on\w+=|href="http|url\(http/i);
  });

  const hostile = [
    '<script>alert(1)</script>',
    `"quoted" & 'single'`,
    '😀🇨🇳',
    'x'.repeat(5000),
    '中'.repeat(300),
    '{a|b}{c}',
    '\u0000\u0008\ud800',
    'two\nlines',
    '',
    ']]>',
    '\u202Eabc',
    'constructor',
    '__proto__',
  ];
  it.each<DrawnType>(['bar', 'line', 'pie', 'scatter', 'map'])('as %s survives hostile labels', (type) => {
    const from: Specimen = {
      locale: 'en',
      question: 'q',
      refined: hostile.join(' '),
      query: query({ measures: [countOf('n')], dimensions: [by('label')] }),
      output: [
        col('name', '<b>label</b>'),
        col('time', 'day', { grain: 'day' }),
        col('measure', '"n" <&>'),
        col('measure', 'm'),
        col('geo', 'g'),
      ],
      rows: hostile.map((label, i): Row => [
        label,
        `2025-01-${String(i + 1).padStart(2, '0')}`,
        i + 1,
        i * 2,
        { type: 'Point', coordinates: [100 + i, 30] },
      ]),
    };
    const bare =
      type === 'pie' || type === 'bar'
        ? {
            ...from,
            output: [from.output[0], from.output[2]].flatMap((column) => column ?? []),
            rows: from.rows.map((row): Row => [row[0] ?? null, row[2] ?? null]),
          }
        : from;
    const svg = svgOf(optionOf(bare, type));
    expect(wellFormed(svg)).toBe(true);
    expect(svg).not.toContain('<script');
  });

  it('survives any labels and numbers', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constant(null));
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.bigInt().map(String),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, value), { minLength: 2, maxLength: 40 }), (rows) => {
        const option = optionOf({ ...specimen('citiesZh'), rows: rows.map((row) => [...row]) }, 'bar');
        expect(JSON.parse(JSON.stringify(option))).toEqual(option);
        expect(wellFormed(svgOf(option))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

it('never changes Object.prototype, whatever the labels are', () => {
  svgOf(
    optionOf(
      {
        ...specimen('citiesZh'),
        refined: '__proto__',
        rows: [
          ['__proto__', 3],
          ['__proto__ and more that will have to be cut somewhere', 2],
          ['constructor', 1],
        ],
      },
      'bar',
    ),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('prev' in {}).toBe(false);
});

describe('the category limit of an agent', () => {
  const drawn = (from: Specimen, type: DrawnType, most: number | null): ChartOption =>
    chartOption(
      type,
      from.refined,
      shapeOf(
        { output: from.output, rowCount: from.rows.length, truncated: false },
        from.rows,
        from.query,
        from.locale,
      ),
      most,
    );

  it('limits the bars, with a note about the rest', () => {
    const text = JSON.stringify(drawn(specimen('citiesZh'), 'bar', 5));
    expect(text).toContain('其余 6 项未画出');
    expect(text).not.toContain('丽水市');
    expect(JSON.stringify(drawn(specimen('citiesZh'), 'bar', 11))).toBe(
      JSON.stringify(drawn(specimen('citiesZh'), 'bar', null)),
    );
  });

  it('does not change shares', () => {
    expect(JSON.stringify(drawn(specimen('shareEn'), 'bar', null))).toContain('share of refund amount');
  });

  it('never makes a time chart horizontal', () => {
    expect(drawn(specimen('gapEn'), 'bar', 5)).toMatchObject({ xAxis: { type: 'category' }, yAxis: { type: 'value' } });
  });

  it('limits the lines, but never the periods', () => {
    const text = JSON.stringify(drawn(specimen('seriesZh'), 'line', 2));
    expect(text).toContain('其余 2 条线未画出');
    expect(JSON.stringify(drawn(specimen('monthsZh'), 'line', 3))).toContain('2024-12');
    expect(JSON.stringify(drawn(specimen('monthsZh'), 'bar', 3))).toContain('2024-12');
  });
});

describe('a drawing', () => {
  it('has named and readable units', () => {
    const option = optionOf(specimen('monthsZh'));
    expect((option['yAxis'] as { name: string }[])[0]?.name).toBe('订单金额（万元）');
    expect(seriesOf(option)[0]?.data[0]?.value).toBe(125);
    expect(svgOf(option)).toContain('2024年每个月的订单金额');
  });

  it('leaves a gap for a month without a value instead of drawing over it', () => {
    const option = optionOf(specimen('gapEn'));
    const [x] = [option['xAxis'] as { data: string[] }];
    expect(x.data).toHaveLength(30);
    expect(seriesOf(option)[0]?.data[x.data.indexOf('2024-05')]?.value).toBeNull();
  });

  it('shows a symbol for a single day between two gaps', () => {
    const from = specimen('gapEn');
    const days = Array.from({ length: 90 }, (_, i): Row => [
      new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
      i > 30 && i < 60 && i !== 45 ? null : 5,
    ]);
    const daily = {
      ...from,
      output: from.output.map((column) => (column.grain ? { ...column, grain: 'day' as const } : column)),
      rows: days,
    };
    expect(optionOf(daily)['series']).toMatchObject([{ showSymbol: true }]);
    expect(optionOf({ ...daily, rows: days.map(([day]): Row => [day ?? null, 5]) })['series']).toMatchObject([
      { showSymbol: false },
    ]);
  });

  it('gives a second unit a second axis', () => {
    expect((optionOf(specimen('twoUnitsZh'))['yAxis'] as unknown[]).length).toBe(2);
  });

  it('names stored values in the asker’s language', () => {
    expect(seriesOf(optionOf(specimen('seriesZh'))).map(({ name }) => name)).toEqual([
      '手机应用',
      '网站',
      '小程序',
      '门店',
    ]);
  });

  it('draws the first thirty of many categories, with a note about the rest', () => {
    const option = optionOf(specimen('manyZh'));
    expect((option['yAxis'] as { data: string[] }).data).toHaveLength(30);
    expect((option['title'] as { subtext: string }).subtext).toBe('其余 34 项未画出');
  });

  it('draws all 31 provinces', () => {
    const from = specimen('manyZh');
    const option = optionOf({ ...from, rows: from.rows.slice(0, 31) });
    expect((option['yAxis'] as { data: string[] }).data).toHaveLength(31);
    expect((option['title'] as { subtext: string }).subtext).toBe('');
  });

  it('puts the earlier period first', () => {
    expect(seriesOf(optionOf(specimen('compareGroupsEn'))).map(({ name }) => name)).toEqual(['2024', '2025']);
    expect(optionOf(specimen('compareTotalZh'))['xAxis']).toMatchObject({ data: ['2024年', '2025年'] });
  });

  it('notes the number of rows without a position on a map', () => {
    const from = specimen('mapZh');
    const option = optionOf({ ...from, rows: [...from.rows, ['无名', '3A', '1.5', null]] });
    expect((option['title'] as { subtext: string }).subtext).toBe('1 条没有位置，未画出');
  });

  it('has the same scale in both directions of a map', () => {
    const { x, y } = equalAspect(
      [
        [120, 30],
        [121, 30.1],
      ],
      800,
      400,
    );
    expect(((x[1] - x[0]) * Math.cos((30.05 * Math.PI) / 180)) / (y[1] - y[0])).toBeCloseTo(2, 1);
  });

  it('has notes with the same placeholders in both languages', () => {
    const blanks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();
    for (const { zh, en } of Object.values(noteTexts)) expect(blanks(zh)).toEqual(blanks(en));
  });
});
