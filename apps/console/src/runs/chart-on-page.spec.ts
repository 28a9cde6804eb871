import { chartHeight, chartOnPage } from './chart-on-page';

const colours = {
  surface: '#1b1f25',
  text: '#e8eaed',
  quiet: '#a6b0bc',
  line: '#76818f',
  faint: '#313842',
  series: '#7a1f5c',
};
const bars = (names: string[]) => ({
  backgroundColor: '#ffffff',
  title: { text: 'Revenue\nby city', subtext: '', textStyle: { color: '#1f2733' } },
  tooltip: { trigger: 'item' },
  grid: { left: 84, right: 28, top: 120, bottom: 62 },
  xAxis: { type: 'value', axisLabel: { color: '#5b6675' }, splitLine: { lineStyle: { color: '#e8ecf1' } } },
  yAxis: {
    type: 'category',
    data: names,
    axisLabel: { width: 270, interval: 0 },
    nameTextStyle: { padding: [0, 0, 0, -40] },
  },
  series: [{ type: 'bar', itemStyle: { color: '#2f6fde' }, data: [1] }],
});

describe('a drawing on the page', () => {
  it('has the colours of the page and no title, and its tooltip is text', () => {
    const option = chartOnPage(bars(['x']), colours, 900);
    expect(option).toMatchObject({
      backgroundColor: 'transparent',
      tooltip: { trigger: 'item', renderMode: 'richText', confine: true },
      xAxis: { axisLabel: { color: '#a6b0bc' }, splitLine: { lineStyle: { color: '#313842' } } },
      series: [{ itemStyle: { color: '#7a1f5c' } }],
      grid: { left: 84, top: 54 },
    });
    expect(option).not.toHaveProperty('title');
  });

  it('lets labels that do not fit a narrow page out', () => {
    const { yAxis, grid, series } = chartOnPage(bars(['x']), colours, 360);
    expect(yAxis).toMatchObject({ axisLabel: { hideOverlap: true, width: 92 }, nameTextStyle: { padding: 0 } });
    expect(yAxis).not.toHaveProperty('axisLabel.interval');
    expect(grid).toMatchObject({ containLabel: true });
    expect(series).toMatchObject([{ labelLayout: { hideOverlap: true } }]);
  });

  it.each([
    [4, { interval: 0, rotate: 0, width: 70, overflow: 'break' }],
    [12, { interval: 0, rotate: 90 }],
    [40, { hideOverlap: true }],
  ])('names %i groups below a narrow chart as far as they fit', (count, axisLabel) => {
    const data = Array.from({ length: count }, (_, n) => `name ${n}`);
    const { xAxis } = chartOnPage({ xAxis: { type: 'category', name: 'city', data } }, colours, 360);
    expect(xAxis).toMatchObject({ axisLabel, name: count === 12 ? '' : 'city' });
    const wide = chartOnPage({ xAxis: { type: 'category', name: 'city', data } }, colours, 900);
    expect(wide['xAxis']).toEqual({ type: 'category', name: 'city', data });
  });

  it('is higher for many bars beside each other', () => {
    const names = Array.from({ length: 40 }, (_, n) => `name ${n}`);
    expect([chartHeight(bars(['x']), 360), chartHeight(bars(names), 360)]).toEqual([280, 936]);
  });
});
