import type { MetricFile } from '../file/model-file';
import { didYouMean } from '../did-you-mean';
import type { ModelDraft } from './model-draft';

type Entries = Record<string, MetricFile>;

/** Tolerance for the sum of weights, because 0.1 + 0.2 + 0.7 is not exactly 1 in floating point. */
const WEIGHT_TOLERANCE = 1e-6;

/** The parent of each metric: from the parent's `children`, else from the metric's `of`. */
export function parentsOf(entries: Entries): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, entry] of Object.entries(entries))
    if (entry.of !== undefined && Object.hasOwn(entries, entry.of)) parents.set(id, entry.of);
  for (const [id, entry] of Object.entries(entries)) {
    for (const child of Object.keys(entry.children ?? {})) if (Object.hasOwn(entries, child)) parents.set(child, id);
  }
  return parents;
}

/**
 * Reports mistakes in the tree of metrics: leaves without an expression, bad weights, unknown or shared children, a
 * wrong `of`, cycles. `unusable` are the ids of metrics with a mistake in their form.
 */
export function reportTreeProblems(draft: ModelDraft, entries: Entries, unusable: readonly string[] = []): void {
  const ids = Object.keys(entries);
  for (const [id, entry] of Object.entries(entries)) {
    reportShape(draft, id, entry);
    reportWeights(draft, id, entry);
    for (const child of Object.keys(entry.children ?? {})) {
      if (unusable.includes(child))
        draft.report(['metrics', id, 'children', child], `"${child}" is not set up correctly`);
      else if (!ids.includes(child))
        draft.report(['metrics', id, 'children', child], `there is no metric "${child}"${didYouMean(child, ids)}`);
    }
    if (!unusable.includes(entry.of ?? '')) reportParent(draft, id, entry, entries);
  }
  reportSharedChildren(draft, entries);
  reportCycles(draft, entries);
}

function reportShape(draft: ModelDraft, id: string, entry: MetricFile): void {
  const hasChildren = Object.keys(entry.children ?? {}).length > 0;
  if (hasChildren && entry.expression !== undefined)
    draft.report(['metrics', id], 'has both an expression and children; a metric is a leaf or a parent');
  if (!hasChildren && entry.expression === undefined)
    draft.report(['metrics', id], 'has neither an expression nor children');
}

function reportWeights(draft: ModelDraft, id: string, entry: MetricFile): void {
  const weights = Object.entries(entry.children ?? {});
  for (const [child, weight] of weights) {
    if (!(weight > 0)) draft.report(['metrics', id, 'children', child], `weight ${weight} is not above 0`);
  }
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  if (weights.length > 0 && Math.abs(sum - 1) > WEIGHT_TOLERANCE) {
    draft.report(['metrics', id, 'children'], `weights sum to ${Number(sum.toFixed(6))}, not to 1`);
  }
}

function reportParent(draft: ModelDraft, id: string, entry: MetricFile, entries: Entries): void {
  if (entry.of === undefined) return;
  const parent = Object.hasOwn(entries, entry.of) ? entries[entry.of] : undefined;
  if (!parent)
    draft.report(
      ['metrics', id, 'of'],
      `there is no metric "${entry.of}"${didYouMean(entry.of, Object.keys(entries))}`,
    );
  else if (!Object.hasOwn(parent.children ?? {}, id))
    draft.report(['metrics', id, 'of'], `"${entry.of}" does not list "${id}" among its children`);
}

function reportSharedChildren(draft: ModelDraft, entries: Entries): void {
  const owner = new Map<string, string>();
  for (const [id, entry] of Object.entries(entries)) {
    for (const child of Object.keys(entry.children ?? {})) {
      const other = owner.get(child);
      if (other !== undefined)
        draft.report(['metrics', id, 'children', child], `"${child}" is already a child of "${other}"`);
      owner.set(child, id);
    }
  }
}

/** Reports each cycle once, at its first metric. */
function reportCycles(draft: ModelDraft, entries: Entries): void {
  const done = new Set<string>();
  const visit = (id: string, trail: string[]): void => {
    const start = trail.indexOf(id);
    if (start >= 0) {
      const round = [...trail.slice(start), id];
      draft.report(['metrics', id, 'children'], `the metric tree has a cycle: ${round.join(' → ')}`);
      return;
    }
    if (done.has(id)) return;
    const children = Object.hasOwn(entries, id) ? Object.keys(entries[id]?.children ?? {}) : [];
    for (const child of children) visit(child, [...trail, id]);
    done.add(id);
  };
  for (const id of Object.keys(entries)) visit(id, []);
}
