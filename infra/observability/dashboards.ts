import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What of a provisioned dashboard's JSON is looked at here. */
export interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

export interface Panel {
  id: number;
  type: 'row' | 'timeseries' | 'stat';
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { refId: string; expr: string; legendFormat: string }[];
}

const folder = join(__dirname, 'grafana/dashboards');

export const dashboards = (): Dashboard[] => readdirSync(folder).sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard);

/** The panels of a dashboard as text: title, unit, and each query with what its lines are called; so one sees it without Grafana. */
export function panelTable({ title, panels }: Dashboard): string {
  const lines = panels.flatMap((panel) => {
    if (panel.type === 'row') return ['', panel.title.toUpperCase()];
    return [`  ${panel.title} [${panel.fieldConfig?.defaults.unit ?? 'no unit'}]`, ...(panel.targets ?? []).map(({ expr, legendFormat }) => `      ${legendFormat.padEnd(28)} ${expr}`)];
  });
  return [title, ...lines].join('\n');
}
