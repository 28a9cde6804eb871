import { init, type EChartsOption } from 'echarts';
import { chartSize, type ChartOption } from './chart-frame';

/** Renders an option on the server: a standalone SVG of 960 × 540 without scripts and external references. */
export function chartSvg(option: ChartOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...chartSize });
  try {
    chart.setOption(option as EChartsOption);
    // ECharts may cut a label inside a surrogate pair, and a lone surrogate is invalid in XML.
    return chart.renderToSVGString().replace(/\p{Surrogate}/gu, '');
  } finally {
    chart.dispose();
  }
}
