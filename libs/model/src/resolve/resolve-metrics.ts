import type { MetricFile, ModelFile } from '../file/model-file';
import { aggregatesOf, parseMetric } from '../expression/check-expression';
import { columnsOf, tablesOf, type Expression } from '../expression/expression';
import { homeOf } from '../join-graph';
import { holdsNumbers } from '../holds-numbers';
import { mergeLists, noWords } from '../localized';
import { didYouMean } from '../did-you-mean';
import { brokenIds } from '../file/broken-part';
import type { ModelFilter, ModelMetric } from '../semantic-model';
import type { ModelDraft } from './model-draft';
import { parentsOf, reportTreeProblems } from './metric-tree';

/** Resolves the metrics of a file: checks expressions and the tree, and finds the table of each leaf. */
export function resolveMetrics(
  draft: ModelDraft,
  file: ModelFile | null,
  filters: Record<string, ModelFilter>,
): Record<string, ModelMetric> {
  const entries = file?.metrics ?? {};
  reportTreeProblems(draft, entries, brokenIds(file, 'metrics'));
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
    reportUnknownFilters(draft, id, entry, file, filters);
  }
  return validMetrics(draft, metrics);
}

/**
 * Removes metrics with mistakes and, repeatedly, their parents: without one of its children a metric would be another.
 */
function validMetrics(draft: ModelDraft, all: Record<string, ModelMetric>): Record<string, ModelMetric> {
  const sound = Object.fromEntries(Object.entries(all).filter(([id]) => !draft.isBroken('metrics', id)));
  for (const { id, children } of Object.values(sound)) {
    const missing = Object.keys(children).find((child) => !Object.hasOwn(sound, child));
    if (missing !== undefined)
      draft.report(['metrics', id, 'children', missing], `"${missing}" is not set up correctly`);
  }
  const isWhole = Object.keys(sound).every((id) => !draft.isBroken('metrics', id));
  return isWhole ? withParents(sound) : validMetrics(draft, sound);
}

/** Sets `parent` and `level` again. A metric whose parent was removed becomes a root. */
export function withParents(metrics: Record<string, ModelMetric>): Record<string, ModelMetric> {
  const parents = new Map(
    Object.values(metrics).flatMap(({ id, parent }) =>
      parent !== null && Object.hasOwn(metrics, parent) ? [[id, parent] as const] : [],
    ),
  );
  return Object.fromEntries(
    Object.entries(metrics).map(([id, metric]) => [
      id,
      { ...metric, parent: parents.get(id) ?? null, level: levelOf(id, parents) },
    ]),
  );
}

/** The table whose rows an aggregate aggregates: the one that refers to all tables that it reads; else undefined. */
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
      if (!home)
        draft.report(
          path,
          `no join leads from one of ${tablesOf(aggregate).join(', ')} to the others without multiplying rows`,
        );
      return home;
    });
    return homes[0] ?? null;
  } catch (error) {
    draft.reportRefusal(path, error);
    return null;
  }
}

const OF_NUMBERS = 'sum avg median stddev stddev_pop stddev_samp variance var_pop var_samp percentile_cont'.split(' ');

/** Reports a sum or average over text, which would fail at the first question. Intervals can be added. */
function reportTextArithmetic(draft: ModelDraft, expression: Expression, path: readonly string[]): void {
  for (const aggregate of aggregatesOf(expression)) {
    if (aggregate.kind !== 'call' || !OF_NUMBERS.includes(aggregate.name)) continue;
    const [argument] = aggregate.args;
    if (argument?.kind !== 'column') continue;
    for (const ref of columnsOf(argument)) {
      const column = draft.column(ref.table, ref.column);
      const isNumber = column && holdsNumbers(column);
      const isLength = column?.type.startsWith('interval') === true && !/^(stddev|var)/.test(aggregate.name);
      if (isNumber || isLength) continue;
      draft.report(
        path,
        `"${ref.table}.${ref.column}" is ${column?.type ?? 'unknown'}: ${aggregate.name} needs a number (or a cast in the column's entry)`,
      );
    }
  }
}

function reportUnknownFilters(
  draft: ModelDraft,
  id: string,
  entry: MetricFile,
  file: ModelFile | null,
  sound: Record<string, ModelFilter>,
): void {
  const written = [...Object.keys(file?.filters ?? {}), ...brokenIds(file, 'filters')];
  (entry.requires ?? []).forEach((filter, index) => {
    const path = ['metrics', id, 'requires', index];
    if (!written.includes(filter)) draft.report(path, `there is no filter "${filter}"${didYouMean(filter, written)}`);
    else if (!Object.hasOwn(sound, filter)) draft.report(path, `filter "${filter}" is not set up correctly`);
  });
}

/** The level of a metric: 1 for a root. A cycle, which is reported elsewhere, ends the count. */
export function levelOf(id: string, parents: ReadonlyMap<string, string>): number {
  const seen = new Set<string>();
  for (
    let current: string | undefined = id;
    current !== undefined && !seen.has(current);
    current = parents.get(current)
  )
    seen.add(current);
  return seen.size;
}
