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

export const dashboards = (): Dashboard[] =>
  readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard);
