import { init, type EChartsOption } from 'echarts';
import { chartSize, type ChartOption } from './chart-frame';

/** Draws an option without a browser: a standalone SVG of 960 × 540, no script, nothing external. */
export function chartSvg(option: ChartOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...chartSize });
  try {
    chart.setOption(option as EChartsOption);
    // Where ECharts cuts a label, it may cut an emoji in two; half of one is no XML.
    return chart.renderToSVGString().replace(/\p{Surrogate}/gu, '');
  } finally {
    chart.dispose();
  }
}
