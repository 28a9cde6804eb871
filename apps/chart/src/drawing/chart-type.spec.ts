import { shapeOf } from '../reading/result-shape';
import {
  col,
  by,
  countOf,
  query,
  specimen,
  specimens,
  sumOf,
  type Specimen,
  type SpecimenName,
} from '../fixture/specimens';
import { chartRules, chartType, type ChartWishes, type ResultChartType } from './chart-type';
import { chartWish } from './chart-wish';

const noWishes: ChartWishes = { asked: null, preferred: [], maxCategories: null, isAdditive: false };
const typeOf = (from: Specimen): ResultChartType =>
  chartType(
    shapeOf(
      { output: from.output, rowCount: from.rowCount ?? from.rows.length, truncated: from.truncated ?? false },
      from.rows,
      from.query,
      from.locale,
    ),
    from.query,
    { ...noWishes, asked: chartWish(from.question) },
  );

describe('the chart that suits a result', () => {
  const expected: Record<SpecimenName, ResultChartType> = {
    countZh: 'number',
    numberEn: 'number',
    monthsZh: 'line',
    gapEn: 'line',
    seriesZh: 'line',
    twoUnitsZh: 'line',
    yearsZh: 'line',
    citiesZh: 'bar',
    topEn: 'bar',
    manyZh: 'bar',
    rateEn: 'bar',
    twoDimsZh: 'bar',
    negativeZh: 'bar',
    shareEn: 'pie',
    shareZh: 'pie',
    childrenZh: 'bar',
    childrenByDistrictEn: 'bar',
    compareTotalZh: 'bar',
    compareGroupsEn: 'bar',
    mapZh: 'map',
    rankingZh: 'bar',
    coverageZh: 'table',
    scatterEn: 'scatter',
    emptyZh: 'table',
    top1En: 'table',
  };
  it.each(Object.keys(specimens) as SpecimenName[])('is right for %s', (name) => {
    expect(typeOf(specimen(name))).toBe(expected[name]);
  });

  it('has a specimen for every rule', () => {
    const used = new Set(
      (Object.keys(specimens) as SpecimenName[]).map((name) => {
        const from = specimen(name);
        const shape = shapeOf(
          { output: from.output, rowCount: from.rows.length, truncated: false },
          from.rows,
          from.query,
          from.locale,
        );
        return chartRules.find((rule) => rule.holds(shape, from.query))?.when;
      }),
    );
    expect(chartRules.map(({ when }) => when).filter((when) => !used.has(when))).toEqual([]);
  });
});

describe('a chart asked for by name', () => {
  it.each<[string, SpecimenName, string, ResultChartType]>([
    ['a pie of groups', 'citiesZh', '各城市的客户数，用饼图', 'pie'],
    ['bars instead of lines', 'monthsZh', '去年每个月的订单金额柱状图', 'bar'],
    ['bars instead of a pie', 'shareEn', 'share of refunds by category as a bar chart', 'bar'],
    ['a table instead of bars', 'citiesZh', '各城市的客户数，列表形式', 'table'],
    ['a line over groups without time, which cannot be drawn', 'citiesZh', '各城市的客户数折线图', 'bar'],
    ['a map without positions, which cannot be drawn', 'citiesZh', '在地图上看各城市的客户数', 'bar'],
    ['a pie with a negative part, which cannot be drawn', 'negativeZh', '各区得分变化饼图', 'bar'],
    ['anything for one number', 'countZh', '5A景区有多少个，画饼图', 'number'],
  ])('%s', (_what, name, question, type) => {
    expect(typeOf(specimen(name, { question }))).toBe(type);
  });
});

describe('a chart that an agent prefers', () => {
  const preferring = (from: Specimen, preferred: ResultChartType[], more: Partial<ChartWishes> = {}): ResultChartType =>
    chartType(
      shapeOf(
        { output: from.output, rowCount: from.rowCount ?? from.rows.length, truncated: from.truncated ?? false },
        from.rows,
        from.query,
        from.locale,
      ),
      from.query,
      { ...noWishes, asked: chartWish(from.question), preferred, ...more },
    );

  it.each<[string, SpecimenName, ResultChartType[], Partial<ChartWishes>, ResultChartType]>([
    ['bars over time instead of a line', 'monthsZh', ['bar'], {}, 'bar'],
    ['bars instead of a pie', 'shareEn', ['bar'], {}, 'bar'],
    ['a table instead of bars', 'citiesZh', ['table', 'bar'], {}, 'table'],
    ['the first that suits: no line over groups without order', 'citiesZh', ['line', 'map', 'bar'], {}, 'bar'],
    ['no pie of rates', 'rateEn', ['pie'], {}, 'bar'],
    ['no pie of several measures', 'childrenByDistrictEn', ['pie'], { isAdditive: true }, 'bar'],
    ['no pie of forty slices', 'manyZh', ['pie'], { isAdditive: true }, 'bar'],
    ['no pie over time', 'monthsZh', ['pie'], { isAdditive: true }, 'line'],
    ['no map without positions', 'citiesZh', ['map'], {}, 'bar'],
    ['a map of places', 'mapZh', ['bar', 'map'], {}, 'map'],
    ['no bars of a mere list', 'coverageZh', ['bar', 'pie', 'line', 'scatter'], {}, 'table'],
    ['points where there are two measures', 'childrenByDistrictEn', ['scatter'], {}, 'scatter'],
    ['a number stays a number', 'countZh', ['bar', 'table'], {}, 'number'],
    ['no number of many rows', 'citiesZh', ['number'], {}, 'bar'],
    ['nothing is drawn of nothing', 'emptyZh', ['bar'], {}, 'table'],
  ])('%s', (_what, name, preferred, more, type) => {
    expect(preferring(specimen(name), preferred, more)).toBe(type);
  });

  it('is a pie of groups only where they add up', () => {
    const few = specimen('citiesZh', { rows: specimen('citiesZh').rows.slice(0, 5), rowCount: 5 });
    expect(preferring(few, ['pie'], { isAdditive: true })).toBe('pie');
    expect(preferring(few, ['pie'], { isAdditive: false })).toBe('bar');
    expect(preferring(few, ['pie'], { isAdditive: true, maxCategories: 4 })).toBe('bar');
  });

  it('is never a pie of overlapping groups, even if one is requested and they add up', () => {
    const whole = specimen('shareZh');
    const overlapping = {
      ...whole,
      output: whole.output.map((column) => (column.role === 'share' ? { ...column, overlapping: true } : column)),
    };
    expect([whole, overlapping].map((from) => preferring(from, []))).toEqual(['pie', 'bar']);
    expect(preferring(overlapping, ['pie'])).toBe('bar');
    expect(typeOf({ ...overlapping, question: '各客户类型的订单数占比，用饼图' })).toBe('bar');
  });

  it('yields to the type that the question requests', () => {
    expect(preferring(specimen('citiesZh', { question: '各城市的客户数，用柱状图' }), ['table'])).toBe('bar');
    expect(preferring(specimen('shareEn', { question: 'share of refunds by category as a pie chart' }), ['bar'])).toBe(
      'pie',
    );
  });

  it('is no pie with more parts than the agent permits', () => {
    expect(preferring(specimen('shareEn'), [], { maxCategories: 5 })).toBe('bar');
    expect(preferring(specimen('shareZh'), [], { maxCategories: 5 })).toBe('pie');
  });
});

describe('limits', () => {
  const groups = (count: number, more: Partial<Specimen> = {}): Specimen => ({
    locale: 'en',
    question: 'orders by city',
    refined: 'orders by city',
    output: [col('dimension', 'city'), col('measure', 'orders', { format: 'integer' })],
    rows: Array.from({ length: count }, (_, i) => [`City ${i}`, count - i]),
    query: query({ measures: [countOf('orders')], dimensions: [by('city')] }),
    ...more,
  });
  it('draws the first thirty of many groups, and lists hundreds', () => {
    expect(typeOf(groups(300))).toBe('bar');
    expect(typeOf(groups(301))).toBe('table');
  });
  it('draws no pie of a truncated result, because its parts are not the whole', () => {
    expect(typeOf(specimen('shareZh', { truncated: true }))).not.toBe('pie');
    expect(typeOf(specimen('shareZh', { rows: specimen('shareZh').rows.slice(0, 2) }))).toBe('bar');
  });
  it('shows a table for too many groups in both dimensions', () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      Array.from({ length: 20 }, (_unused, j) => [`a${i}`, `b${j}`, i + j]),
    ).flat();
    expect(
      typeOf(
        groups(0, {
          rows,
          output: [col('dimension', 'a'), col('dimension', 'b'), col('measure', 'x')],
          query: query({ measures: [sumOf('x')], dimensions: [by('a'), by('b')] }),
        }),
      ),
    ).toBe('table');
  });
  it('shows a table if fewer than two rows have a position', () => {
    const from = specimen('mapZh');
    expect(typeOf({ ...from, rows: from.rows.map((row, i) => (i === 0 ? row : [...row.slice(0, 3), null])) })).toBe(
      'table',
    );
  });
});
