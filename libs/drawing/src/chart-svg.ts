import { init, type EChartsOption } from 'echarts';

/** Width and height of a drawing in pixels. */
export interface DrawingSize {
  width: number;
  height: number;
}

/**
 * Renders an option: a standalone SVG without scripts and external references. Equal options give equal SVGs, in every
 * process.
 * @throws an error of ECharts if it cannot draw the option
 */
export function chartSvg(option: Record<string, unknown>, { width, height }: DrawingSize): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option as EChartsOption);
    // ECharts may cut a label inside a surrogate pair, and a lone surrogate is invalid in XML.
    return withOwnIds(chart.renderToSVGString()).replace(/\p{Surrogate}/gu, '');
  } finally {
    chart.dispose();
  }
}

/** Tags and styles, which hold the ids and classes. The texts between the tags are not changed. */
const markup = /<style[^]*?<\/style>|<[^>]*>/g;

/**
 * Numbers the ids and classes of an SVG from 0, as in the first drawing of a process. ECharts numbers them through all
 * drawings of a process: `zr7-c0`, `zr7-cls-42`.
 */
function withOwnIds(svg: string): string {
  const parts = svg.match(markup) ?? [];
  const numbers = parts.flatMap((part) => [...part.matchAll(/\bzr\d+-cls-(\d+)/g)].map(([, number]) => Number(number)));
  const first = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  return svg.replace(markup, (part) =>
    part
      .replace(/\bzr\d+-cls-(\d+)/g, (_, number: string) => `zr0-cls-${Number(number) - first}`)
      .replace(/\bzr\d+-(?!cls-)/g, 'zr0-'),
  );
}
