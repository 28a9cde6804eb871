import { chartSvg } from './chart-svg';

const draw = (option: Record<string, unknown>): string => chartSvg(option, { width: 640, height: 480 });

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
    const first = draw(line('one'));
    draw(line('two'));
    expect(draw(line('one'))).toBe(first);
    expect(first).toContain('zr0-cls-0');
  });

  it('does not change a text that has the form of an id', () => {
    draw(line('before'));
    expect(draw(line('class zr5-cls-7 of url(#zr5-c1)'))).toContain('>class zr5-cls-7 of url(#zr5-c1)<');
  });

  it('has the given size, and no scripts', () => {
    const svg = draw(line('<script>alert(1)</script>'));
    expect(svg).toMatch(/^<svg width="640" height="480"/);
    expect(svg).not.toContain('<script');
  });

  it('throws for an option that cannot be drawn', () => {
    expect(() => draw({ series: [{ type: 'bar', data: [1] }] })).toThrow('xAxis');
  });
});
