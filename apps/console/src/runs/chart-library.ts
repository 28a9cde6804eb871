import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  TitleComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** An ECharts option as the API sends it: plain JSON. */
export type ChartSpec = Record<string, unknown>;

export const openChart = (element: HTMLElement, size?: { width: number; height: number }): EChartsType =>
  init(element, null, { renderer: 'canvas', ...size });
