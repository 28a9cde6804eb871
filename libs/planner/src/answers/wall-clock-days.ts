import type { ColumnRef, PlanResult, SemanticQuery } from '@querent/contracts';
import { type ModelColumn, say, type SemanticModel } from '@querent/model';
import { timeKindOf } from '@querent/compiler';
import type { PlanInput } from '../plan-input';

type Planned = Extract<PlanResult, { kind: 'planned' }>;

/**
 * The plan with each period of a `timestamp` without zone counted from the model's day. 今天 in a column of Shanghai
 * wall-clock times means today in Shanghai, even if the asker is in New York, where it is still yesterday. `again`
 * plans the question for another day.
 */
export function onModelDays(plan: PlanResult, input: PlanInput, again: (today: string) => PlanResult): PlanResult {
  const { today, modelToday = today, model } = input;
  if (plan.kind !== 'planned' || modelToday === today) return plan;
  const kinds = timeKindsIn(plan.query, model);
  if (!kinds.has('timestamp')) return plan;
  const other = again(modelToday);
  if (other.kind !== 'planned') return plan;
  if (kinds.size === 1) return other;
  return {
    ...plan,
    query: mixed(plan.query, other.query, model) as SemanticQuery,
    disclosures: [...new Set([...plan.disclosures, ...other.disclosures])],
  };
}

/** Discloses the time zone if it was not configured but decided the day of a moment. */
export function disclosingZone(plan: PlanResult, { model, timezone, locale }: PlanInput): PlanResult {
  if (plan.kind !== 'planned' || model.timezoneFrom === undefined) return plan;
  const kinds = timeKindsIn(plan.query, model);
  // Moments with a zone are cut into days in the asker's zone. This is the server's zone only if the asker has set no
  // other.
  const decided = kinds.has('timestamp') || (kinds.has('timestamptz') && timezone === model.timezone);
  return decided ? { ...plan, disclosures: [...plan.disclosures, zoneText(model, locale)] } : plan;
}

function zoneText({ timezone, timezoneFrom }: SemanticModel, locale: PlanInput['locale']): string {
  return timezoneFrom === 'server'
    ? say(
        locale,
        `时间按数据库服务器的时区 ${timezone} 计算`,
        `times are in the database server's time zone, ${timezone}`,
      )
    : say(
        locale,
        `数据库服务器的时区未知，时间按 ${timezone} 计算`,
        `the database server's time zone is not known; times are in ${timezone}`,
      );
}

type MomentKind = 'timestamp' | 'timestamptz' | 'date' | 'year';

/** The types of the time columns in periods and comparisons of the query. */
function timeKindsIn(query: Planned['query'], model: SemanticModel): ReadonlySet<MomentKind> {
  const kinds = new Set<MomentKind>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const columns = isAboutTime(node) ? [node.column] : daysBetween(node, model);
    for (const column of columns) {
      const kind = kindOf(column, model);
      if (kind !== undefined) kinds.add(kind);
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit([query.filters, query.dimensions, query.measures, query.having, query.compare]);
  return kinds;
}

/**
 * Takes the first query, and from the second one the parts about a `timestamp` without zone. Queries of different shape
 * are not mixed.
 */
function mixed(own: unknown, other: unknown, model: SemanticModel): unknown {
  if (typeof own !== 'object' || own === null || typeof other !== 'object' || other === null) return own;
  if (isAboutTime(own) && isAboutTime(other) && kindOf(own.column, model) === 'timestamp') return other;
  if (Array.isArray(own))
    return own.map((part, at) => mixed(part, Array.isArray(other) ? other[at] : undefined, model));
  const parts = other as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, mixed(part, parts[name], model)]));
}

/** A period, a comparison of values or of two periods, or a grouping by periods. */
function isAboutTime(node: object): node is { column: ColumnRef } {
  if (!('column' in node) || typeof node.column !== 'object' || node.column === null) return false;
  return 'range' in node || 'current' in node || 'grain' in node || 'value' in node || 'from' in node;
}

/**
 * The two time columns of a length of time or of a condition between columns, if their civil days are compared. Moments
 * of one type are compared directly.
 */
function daysBetween(node: object, model: SemanticModel): ColumnRef[] {
  const { column, since, other, by } = node as Partial<Record<'column' | 'since' | 'other', ColumnRef>> & {
    by?: unknown;
  };
  if (column === undefined) return [];
  if (since !== undefined) return [column, since];
  return other !== undefined && (by !== undefined || kindOf(column, model) !== kindOf(other, model))
    ? [column, other]
    : [];
}

function kindOf(ref: ColumnRef, model: SemanticModel): MomentKind | undefined {
  const columns = model.entities[ref.table]?.fields[ref.column]?.columns ?? [ref];
  const found = columns.map(({ table, column }): ModelColumn | undefined => model.tables[table]?.columns[column]);
  return found.flatMap((column) => (column === undefined ? [] : (timeKindOf(column) ?? [])))[0];
}
