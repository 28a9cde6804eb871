import type { MetricFile, ModelFile } from '../file/model-file';
import { aggregatesOf, parseMetric } from '../expression/check-expression';
import { columnsOf, tablesOf, type Expression } from '../expression/expression';
import { homeOf } from '../join-graph';
import { mergeLists, noWords } from '../localized';
import { didYouMean } from '../did-you-mean';
import type { ModelMetric } from '../semantic-model';
import type { ModelDraft } from './model-draft';
import { parentsOf, reportTreeProblems } from './metric-tree';

/** Reads the metrics: leaves parsed and given their home table, parents checked as a tree. */
export function resolveMetrics(draft: ModelDraft, file: ModelFile | null): Record<string, ModelMetric> {
  const entries = file?.metrics ?? {};
  reportTreeProblems(draft, entries);
  const parents = parentsOf(entries);
  const metrics: Record<string, ModelMetric> = {};
  for (const [id, entry] of Object.entries(entries)) {
    metrics[id] = {
      id,
      label: entry.label ?? { [/\p{Script=Han}/u.test(id) ? 'zh' : 'en']: id.replaceAll('_', ' ') },
      synonyms: mergeLists(noWords(), entry.synonyms),
      ...(entry.description && { description: entry.description }),
      ...(entry.unit && { unit: entry.unit }),
      ...(entry.format && { format: entry.format }),
      ...(entry.better && { better: entry.better }),
      ...(entry.expression !== undefined && { expression: entry.expression }),
      table: entry.expression === undefined ? null : metricHome(draft, id, entry.expression),
      children: entry.children ?? {},
      parent: parents.get(id) ?? null,
      level: levelOf(id, parents),
      requires: entry.requires ?? [],
    };
    reportUnknownFilters(draft, id, entry, Object.keys(file?.filters ?? {}));
  }
  return metrics;
}

/** The table from which everything that one aggregate reads is looked up; undefined when there is none. */
export function aggregateHome(joins: ModelDraft['joins'], aggregate: Expression): string | undefined {
  const argument = aggregate.kind === 'call' ? aggregate.args.flatMap(tablesOf) : [];
  // The argument's tables come first: a filter may only narrow the rows that the argument counts.
  return homeOf(joins, [...new Set([...argument, ...tablesOf(aggregate)])]);
}

function metricHome(draft: ModelDraft, id: string, expression: string): string | null {
  const path = ['metrics', id, 'expression'];
  try {
    const parsed = parseMetric(expression, draft.complaint);
    reportTextArithmetic(draft, parsed, path);
    const homes = aggregatesOf(parsed).map((aggregate) => {
      const home = aggregateHome(draft.joins, aggregate);
      if (!home) draft.report(path, `no join leads from one of ${tablesOf(aggregate).join(', ')} to the others without multiplying rows`);
      return home;
    });
    return homes[0] ?? null;
  } catch (error) {
    draft.reportRefusal(path, error);
    return null;
  }
}

/** A sum or average over text would fail in the database at the first question. */
function reportTextArithmetic(draft: ModelDraft, expression: Expression, path: readonly string[]): void {
  for (const aggregate of aggregatesOf(expression)) {
    if (aggregate.kind !== 'call' || !['sum', 'avg', 'median', 'stddev', 'variance'].includes(aggregate.name)) continue;
    const [argument] = aggregate.args;
    if (argument?.kind !== 'column') continue;
    for (const ref of columnsOf(argument)) {
      const column = draft.column(ref.table, ref.column);
      const isNumber = column && (column.category === 'integer' || column.category === 'numeric' || column.cast !== undefined);
      // Lengths of time add up, too.
      if (!isNumber && !(column?.type.startsWith('interval') && ['sum', 'avg'].includes(aggregate.name))) draft.report(path, `"${ref.table}.${ref.column}" is ${column?.type ?? 'unknown'}: ${aggregate.name} needs a number (or a cast in the column's entry)`);
    }
  }
}

function reportUnknownFilters(draft: ModelDraft, id: string, entry: MetricFile, filters: readonly string[]): void {
  (entry.requires ?? []).forEach((filter, index) => {
    if (!filters.includes(filter)) draft.report(['metrics', id, 'requires', index], `there is no filter "${filter}"${didYouMean(filter, filters)}`);
  });
}

/** 1 for a root; a cycle (reported elsewhere) ends the climb. */
export function levelOf(id: string, parents: ReadonlyMap<string, string>): number {
  const seen = new Set<string>();
  for (let current: string | undefined = id; current !== undefined && !seen.has(current); current = parents.get(current)) seen.add(current);
  return seen.size;
}
