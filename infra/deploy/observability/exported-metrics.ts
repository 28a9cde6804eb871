import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Series of the services in Prometheus: name → labels. */
export type ExportedMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * `service` is the default label of every registry. Prometheus adds the others at the scrape, `namespace` only on
 * Kubernetes.
 */
const everywhere = ['service', 'job', 'instance', 'namespace'];

const root = resolve(__dirname, '../../..');

/**
 * The metrics that the services export, read from the source: `new Counter({ name: 'querent_…', labelNames: […] })`,
 * or a function call `gauge('querent_…', 'help', […])`.
 * @throws Error if a metric is created in another way
 */
export function exportedMetrics(): ExportedMetrics {
  const own = ['apps', 'libs']
    .flatMap((folder) => sourcesIn(join(root, folder)))
    .flatMap((path) => metricsIn(readFileSync(path, 'utf8'), path));
  return new Map([...own, ...defaultMetrics()].map(([name, labels]) => [name, new Set([...labels, ...everywhere])]));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

function metricsIn(source: string, path: string): [string, string[]][] {
  if (!source.includes("'prom-client'")) return [];
  return [...source.matchAll(/'(querent_[a-z0-9_]+)'/g)].flatMap(({ 1: name = '', index }) => {
    const before = source.slice(0, index);
    const kind = before
      .match(/\b(?:counter|gauge|histogram|summary)\b/gi)
      ?.at(-1)
      ?.toLowerCase();
    const labels = /\bname: $/.test(before)
      ? labelsAfterName(source.slice(index), source)
      : labelsOfCall(source.slice(index));
    if (kind === undefined || labels === undefined) throw new Error(`${path}: the creation of ${name} cannot be read`);
    return seriesOf(name, kind === 'histogram', labels);
  });
}

/** The labels listed in the call, or those of a constant of the same file. */
function labelsAfterName(made: string, source: string): string[] | undefined {
  const [own = ''] = made.split(/\bregisters\b/);
  const [, list, constant] = /\blabelNames(?:: (?:\[([^\]]*)\]|(\w+)))?/.exec(own) ?? [];
  if (list === undefined && !/\blabelNames\b/.test(own)) return [];
  return labelsIn(list ?? new RegExp(`const ${constant ?? 'labelNames'} = \\[([^\\]]*)\\]`).exec(source)?.[1]);
}

const labelsOfCall = (made: string): string[] | undefined =>
  labelsIn(/^'\w+',\s*(?:'[^']*'|"[^"]*"|`[^`]*`),\s*\[([^\]]*)\]/.exec(made)?.[1]);

const labelsIn = (list: string | undefined): string[] | undefined =>
  list === undefined ? undefined : [...list.matchAll(/'(\w+)'/g)].map(([, label]) => String(label));

const seriesOf = (name: string, isHistogram: boolean, labels: string[]): [string, string[]][] =>
  isHistogram
    ? [
        [`${name}_bucket`, [...labels, 'le']],
        [`${name}_sum`, labels],
        [`${name}_count`, labels],
      ]
    : [[name, labels]];

function defaultMetrics(): [string, string[]][] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = registry.getMetricsAsArray() as unknown as {
    name: string;
    type: string;
    labelNames?: string[];
    aggregator?: string;
  }[];
  const exported = metrics.flatMap(({ name, type, labelNames = [] }) =>
    seriesOf(name, type === 'histogram', labelNames),
  );
  registry.clear();
  return exported;
}
