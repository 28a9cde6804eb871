import { jobs, outcomeEvents, runStatuses, stageSchema } from '@querent/contracts';
import { readPromql, type Selector } from './promql';
import type { ToldMetrics } from './told-metrics';

const queues = Object.values(jobs).map(({ queue }) => queue);

/** Labels whose values are a list in the code: a query by another value finds nothing, for ever. */
const knownValues: Readonly<Record<string, ReadonlySet<string>>> = {
  queue: new Set<string>(queues),
  stage: new Set<string>(stageSchema.options),
  service: new Set<string>(stageSchema.options),
  // What a stage concludes, how a job of it ended that concluded nothing, or how a wait for the asker ended.
  event: new Set<string>([
    ...outcomeEvents,
    'redelivered',
    'over',
    'conflict',
    'missing',
    'postponed',
    'replied',
    'expired',
    'cancelled',
  ]),
  // Of jobs, runs and pooled connections.
  state: new Set<string>([...runStatuses, 'waiting', 'prioritized', 'active', 'delayed', 'failed', 'total', 'idle']),
};

/** Only our processes tell it. */
const OURS = 'querent_build_info';

/**
 * What is wrong with a query: its syntax, metrics that nobody tells, labels that they do not have, values that no label
 * has, processes that are not ours.
 */
export function queryMistakes(query: string, told: ToldMetrics): string[] {
  const { faults, selectors, groupings } = readPromql(query);
  const lacks = (metric: string, label: string): boolean => told.get(metric)?.has(label) === false;
  return [
    ...faults.map((rest) => `no PromQL from “${rest}” on`),
    ...selectors
      .filter(({ metric }) => !told.has(metric))
      .map(({ metric }) => `nobody tells ${metric || 'a metric without a name'}`),
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
          .map(({ metric }) => `${metric} is told by other programs too: and on (job, instance) ${OURS}`)),
    ...selectors
      .filter(
        ({ metric }) =>
          metric.endsWith('_total') &&
          !/\boffset\b/.test(query) &&
          !new RegExp(`(?:rate|increase|resets|changes)\\s*\\(\\s*${metric}\\b`).test(query),
      )
      .map(({ metric }) => `${metric} only ever grows: its rate tells something`),
  ];
}

function unknownValues({ metric, matchers }: Selector): string[] {
  return matchers.flatMap(({ label, op, value }) =>
    (op.endsWith('~') ? value.split('|') : [value])
      .filter((name) => /^[a-z_-]+$/.test(name) && knownValues[label]?.has(name) === false)
      .map((name) => `${metric} has no ${label} ${name}`),
  );
}

/** Labels that a text shows (`{{label}}`, `{{ $labels.label }}`) and the answer of its query does not have. */
export function shownLabelMistakes(text: string, query: string, told: ToldMetrics): string[] {
  const { selectors, groupings } = readPromql(query);
  const outermost = groupings[0]?.labels;
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label]) => String(label));
  const has = (label: string): boolean =>
    outermost === undefined ? selectors.some(({ metric }) => told.get(metric)?.has(label)) : outermost.includes(label);
  return shown
    .filter((label) => !has(label))
    .map((label) => `“${text}” shows ${label}, which the answer does not have`);
}
