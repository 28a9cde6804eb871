/** Draws an ECharts option as an SVG. Importing it loads ECharts. */
export { chartSvg } from './chart-svg';
