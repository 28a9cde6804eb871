/** Draws an ECharts option as an SVG. Importing it loads ECharts. */
export { chartSvg, type DrawingSize } from './chart-svg';
