import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Series that Prometheus may hold of our services, by name, with the labels that they have. */
export type ToldMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * `service` is every registry's default label; Prometheus adds the others when it scrapes, `namespace` on Kubernetes.
 */
const everywhere = ['service', 'job', 'instance', 'namespace'];

const root = resolve(__dirname, '../../..');

/**
 * The metrics that the services really tell, read from where they are made: `new Counter({ name: 'querent_…',
 * labelNames: […] })`, or by a function of a file's own, `gauge('querent_…', 'help', […])`.
 * @throws where one is made in a way that this cannot read
 */
export function toldMetrics(): ToldMetrics {
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
    if (kind === undefined || labels === undefined) throw new Error(`${path}: how ${name} is made cannot be read here`);
    return seriesOf(name, kind === 'histogram', labels);
  });
}

/** Labels in place, or those of a constant of the same file. */
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
  const told = metrics.flatMap(({ name, type, labelNames = [] }) => seriesOf(name, type === 'histogram', labelNames));
  registry.clear();
  return told;
}
