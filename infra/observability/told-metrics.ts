import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Series that Prometheus may hold of our services, by name, with the labels that they have. */
export type ToldMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/** `service` is every registry's default label; Prometheus adds the others when it scrapes. */
const everywhere = ['service', 'job', 'instance'];

const root = resolve(__dirname, '../..');

/**
 * The metrics that the services really tell, read from where they are made: `new Counter({ name: 'querent_…', labelNames: […] })`.
 * @throws where one is made in a way that this cannot read
 */
export function toldMetrics(): ToldMetrics {
  const own = ['apps', 'libs'].flatMap((folder) => sourcesIn(join(root, folder))).flatMap((path) => metricsIn(readFileSync(path, 'utf8'), path));
  return new Map([...own, ...defaultMetrics(), ['up', []] as const].map(([name, labels]) => [name, new Set([...labels, ...everywhere])]));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

function metricsIn(source: string, path: string): [string, string[]][] {
  if (!source.includes("'prom-client'")) return [];
  return source.split(/new (?=(?:Counter|Gauge|Histogram|Summary)\b)/).slice(1).flatMap((made) => {
    const [, kind] = /^(\w+)/.exec(made) ?? [];
    const [, name] = /\bname: '([a-z_]+)'/.exec(made) ?? [];
    if (name === undefined) throw new Error(`${path}: a metric whose name this cannot read`);
    return seriesOf(name, kind === 'Histogram', labelsOf(made, source, path));
  });
}

/** Labels in place, or those of a constant of the same file. */
function labelsOf(made: string, source: string, path: string): string[] {
  const end = made.search(/\bregisters\b/);
  const [, list, constant] = /\blabelNames(?:: (?:\[([^\]]*)\]|(\w+)))?/.exec(end < 0 ? made : made.slice(0, end)) ?? [];
  if (list === undefined && !/\blabelNames\b/.test(end < 0 ? made : made.slice(0, end))) return [];
  const text = list ?? new RegExp(`const ${constant ?? 'labelNames'} = \\[([^\\]]*)\\]`).exec(source)?.[1];
  if (text === undefined) throw new Error(`${path}: a metric whose labels this cannot read`);
  return [...text.matchAll(/'(\w+)'/g)].map(([, label]) => String(label));
}

const seriesOf = (name: string, isHistogram: boolean, labels: string[]): [string, string[]][] =>
  isHistogram ? [[`${name}_bucket`, [...labels, 'le']], [`${name}_sum`, labels], [`${name}_count`, labels]] : [[name, labels]];

function defaultMetrics(): [string, string[]][] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames?: string[]; aggregator?: string }[];
  const told = metrics.flatMap(({ name, type, labelNames = [] }) => seriesOf(name, type === 'histogram', labelNames));
  registry.clear();
  return told;
}
