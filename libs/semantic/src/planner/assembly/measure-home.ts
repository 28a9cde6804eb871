import type { Measure } from '@querent/contracts';
import type { Reading } from '../reading/reading';

/** The table (or entity) whose rows a measure aggregates; for a parent metric that of its first leaf. */
export function homeOf(reading: Reading, what: Measure['what']): string | null {
  if (what.kind === 'aggregate') return what.table;
  let metric = reading.model.metrics[what.id];
  while (metric && metric.table === null) metric = reading.model.metrics[Object.keys(metric.children)[0] ?? ''];
  return metric?.table ?? null;
}
