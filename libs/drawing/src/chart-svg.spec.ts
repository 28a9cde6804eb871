import { chartSize } from '@querent/contracts';
import { chartSvg } from './chart-svg';

const line = (title: string) => ({
  animation: false,
  title: { text: title },
  legend: { data: ['a', 'b'] },
  xAxis: { type: 'category', data: ['x', 'y'] },
  yAxis: { type: 'value' },
  series: ['a', 'b'].map((name) => ({ type: 'line', name, areaStyle: {}, data: [1, 2] })),
});

describe('a drawing', () => {
  it('depends on its option only, not on earlier drawings of the process', () => {
    const first = chartSvg(line('one'));
    chartSvg(line('two'));
    expect(chartSvg(line('one'))).toBe(first);
    expect(first).toContain('zr0-cls-0');
  });

  it('does not change a text that has the form of an id', () => {
    chartSvg(line('before'));
    expect(chartSvg(line('class zr5-cls-7 of url(#zr5-c1)'))).toContain('>class zr5-cls-7 of url(#zr5-c1)<');
  });

  it('has the size of a chart, and no scripts', () => {
    const svg = chartSvg(line('<script>alert(1)</script>'));
    expect(svg).toMatch(new RegExp(`^<svg width="${chartSize.width}" height="${chartSize.height}"`));
    expect(svg).not.toContain('<script');
  });

  it('throws for an option that cannot be drawn', () => {
    expect(() => chartSvg({ series: [{ type: 'bar', data: [1] }] })).toThrow('xAxis');
  });
});
