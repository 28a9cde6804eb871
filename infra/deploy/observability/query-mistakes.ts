import { jobs, outcomeEvents, runStatuses, stageSchema } from '@querent/contracts';
import { readPromql, type Selector } from './promql';
import type { ExportedMetrics } from './exported-metrics';

const queues = Object.values(jobs).map(({ queue }) => queue);

/** Labels whose values are listed in the code: a query for another value never finds a series. */
const knownValues: Readonly<Record<string, ReadonlySet<string>>> = {
  queue: new Set<string>(queues),
  stage: new Set<string>(stageSchema.options),
  service: new Set<string>(stageSchema.options),
  // Outcomes of stages, ends of jobs without an outcome, and ends of waits for the asker.
  event: new Set<string>([
    ...outcomeEvents,
    'redelivered',
    'over',
    'conflict',
    'missing',
    'postponed',
    'threw',
    'replied',
    'expired',
    'cancelled',
  ]),
  slo: new Set(['answers', 'accepted']),
  // Of jobs, runs and pooled connections.
  state: new Set<string>([...runStatuses, 'waiting', 'prioritized', 'active', 'delayed', 'failed', 'total', 'idle']),
};

/** Exported by Querent's processes only. */
const OURS = 'querent_build_info';

/**
 * Mistakes of a query: syntax, metrics that are not exported, unknown labels, unknown label values,
 * series of other programs.
 */
export function queryMistakes(query: string, exported: ExportedMetrics): string[] {
  const { faults, selectors, groupings } = readPromql(query);
  const lacks = (metric: string, label: string): boolean => exported.get(metric)?.has(label) === false;
  return [
    ...faults.map((rest) => `no PromQL from “${rest}” on`),
    ...selectors
      .filter(({ metric }) => !exported.has(metric))
      .map(({ metric }) => `not exported: ${metric || 'a metric without a name'}`),
    ...selectors.flatMap(({ metric, matchers }) =>
      matchers.filter(({ label }) => lacks(metric, label)).map(({ label }) => `${metric} has no label ${label}`),
    ),
    ...selectors.flatMap(unknownValues),
    ...groupings.flatMap(({ labels, metrics }) =>
      metrics.flatMap((metric) =>
        labels.filter((label) => lacks(metric, label)).map((label) => `${metric} has no label ${label} to group by`),
      ),
    ),
    ...(selectors.some(({ metric }) => metric === OURS)
      ? []
      : selectors
          .filter(({ metric }) => /^(?:process|nodejs)_/.test(metric))
          .map(({ metric }) => `${metric} is exported by other programs too: add “and on (job, instance) ${OURS}”`)),
    ...selectors
      .filter(
        ({ metric }) =>
          metric.endsWith('_total') &&
          !/\boffset\b/.test(query) &&
          !new RegExp(`(?:rate|increase|resets|changes)\\s*\\(\\s*${metric}\\b`).test(query),
      )
      .map(({ metric }) => `${metric} is a counter: query its rate`),
  ];
}

function unknownValues({ metric, matchers }: Selector): string[] {
  return matchers.flatMap(({ label, op, value }) =>
    (op.endsWith('~') ? value.split('|') : [value])
      .filter((name) => /^[a-z_-]+$/.test(name) && knownValues[label]?.has(name) === false)
      .map((name) => `${metric} has no ${label} ${name}`),
  );
}

/** Labels that a text shows (`{{label}}`, `{{ $labels.label }}`) although the result of its query lacks them. */
export function shownLabelMistakes(text: string, query: string, exported: ExportedMetrics): string[] {
  const { selectors, groupings } = readPromql(query);
  const outermost = groupings[0]?.labels;
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label]) => String(label));
  const has = (label: string): boolean =>
    outermost === undefined
      ? selectors.some(({ metric }) => exported.get(metric)?.has(label))
      : outermost.includes(label);
  return shown.filter((label) => !has(label)).map((label) => `“${text}” shows ${label}, which the result lacks`);
}
