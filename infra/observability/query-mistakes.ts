import { readPromql } from './promql';
import type { ToldMetrics } from './told-metrics';

/** What is wrong with a query: its syntax, metrics that nobody tells, labels that they do not have. */
export function queryMistakes(query: string, told: ToldMetrics): string[] {
  const { faults, selectors, groupings } = readPromql(query);
  const lacks = (metric: string, label: string): boolean => told.get(metric)?.has(label) === false;
  return [
    ...faults.map((rest) => `no PromQL from “${rest}” on`),
    ...selectors.filter(({ metric }) => !told.has(metric)).map(({ metric }) => `nobody tells ${metric || 'a metric without a name'}`),
    ...selectors.flatMap(({ metric, matchers }) => matchers.filter(({ label }) => lacks(metric, label)).map(({ label }) => `${metric} has no label ${label}`)),
    ...groupings.flatMap(({ labels, metrics }) => metrics.flatMap((metric) => labels.filter((label) => lacks(metric, label)).map((label) => `${metric} has no label ${label} to group by`))),
    ...selectors.filter(({ metric }) => metric.endsWith('_total') && !new RegExp(`(?:rate|increase|resets|changes)\\s*\\(\\s*${metric}\\b`).test(query)).map(({ metric }) => `${metric} only ever grows: its rate tells something`),
  ];
}

/** Labels that a text shows (`{{label}}`, `{{ $labels.label }}`) and the answer of its query does not have. */
export function shownLabelMistakes(text: string, query: string, told: ToldMetrics): string[] {
  const { selectors, groupings } = readPromql(query);
  const outermost = groupings[0]?.labels;
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label]) => String(label));
  const has = (label: string): boolean => (outermost === undefined ? selectors.some(({ metric }) => told.get(metric)?.has(label)) : outermost.includes(label));
  return shown.filter((label) => !has(label)).map((label) => `“${text}” shows ${label}, which the answer does not have`);
}
