import { leakGate } from '@querent/sql';
import { chartTitle, gatedSvg } from './gated-svg';

const gate = leakGate({ names: [{ name: 't_ord_x1', label: null }], vocabulary: [] });
const readerGate = {
  json: <T>(value: T): T => value,
  text: (value: string): string => gate.text(value, 'label', { locale: 'en' }),
};

describe('gating of an SVG', () => {
  it('shows no line of a stopped title, even if each line alone would pass', () => {
    const title = 'Orders by region: duplicate\nkey of "region 3" & others';
    const svg =
      '<svg><text>Orders by region: duplicate</text><text>key of "region 3" &amp; others</text><text>East</text></svg>';
    expect(gatedSvg(svg, readerGate, [], title)).toBe('<svg><text>Value</text><text></text><text>East</text></svg>');
  });

  it('does not change a title that passes', () => {
    const svg = '<svg><text>Orders by region</text><text>and month</text></svg>';
    expect(gatedSvg(svg, readerGate, [], 'Orders by region\nand month')).toBe(svg);
  });

  it('finds the title of a specification; empty without one', () => {
    expect([chartTitle({ title: { text: 'a\nb' } }), chartTitle({}), chartTitle({ title: [] })]).toEqual([
      'a\nb',
      '',
      '',
    ]);
  });
});
