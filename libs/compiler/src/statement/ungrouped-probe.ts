import type { CompiledQuery, SemanticQuery } from '@querent/contracts';
import { plural } from '@querent/language';
import { joinPath, looksUp, say, text } from '@querent/model';
import { isChoice } from '../figures/aggregate-query';
import { usedParameters } from './bound-parameters';
import type { CompileContext } from './compile-context';
import { conditionsSql } from '../conditions/condition-sql';
import { groupKeys, requiredKeys, type GroupKey, type ListedRows } from '../figures/group-key';
import { homesOf, planMeasure } from '../figures/measure-plan';
import { nearCondition } from '../conditions/near-sql';
import { Scope } from './scope';

/**
 * A statement that counts the rows without a group in a query that selects among groups: rows without an owner, or
 * without the value that they are grouped by. The answer discloses their number. None if every row has a group.
 *
 * @param listed given if the groups are the rows of a table
 */
export function ungroupedProbe(
  ctx: CompileContext,
  query: SemanticQuery,
  listed?: ListedRows,
): CompiledQuery['probes'] {
  const [measure] = [...query.having.map((bound) => bound.measure), ...query.measures];
  const home = measure && homesOf(planMeasure(ctx, measure).atoms)[0];
  if (home === undefined || query.compare !== null || !isChoice(query)) return [];
  const known = requiredKeys(ctx, groupKeys(ctx, query.dimensions, listed), listed);
  const lacking = known.filter((keys) => keys.every((key) => mayBeMissing(ctx, home, key)));
  const missing = lacking.flat();
  const isBridged = known.flat().some(({ column }) => !looksUp(ctx.model.joins, home, column.table));
  if (missing.length === 0 || isBridged) return [];
  const scope = new Scope(ctx, home);
  const asked = { anchor: ctx.table(query.subject.name).name, filters: query.filters, near: query.near };
  const lacks = `(${lacking.map((keys) => keys.map((key) => `${key.sql(scope)} IS NULL`).join(' AND ')).join(' OR ')})`;
  const where = [...conditionsSql(scope, query.filters, asked), ...nearCondition(scope, query.near), lacks];
  const withSql = ctx.withClauses.length > 0 ? `WITH ${ctx.withClauses.join(', ')}\n` : '';
  const sql = `${withSql}SELECT count(*) AS c1\nFROM ${scope.fromSql()}\nWHERE ${where.join('\n  AND ')}`;
  const labels = [...new Set(missing.map((key) => labelOf(ctx, key, listed)))];
  const note = noteOf(ctx, home, labels);
  return [{ id: 'skipped_values', label: labels.join(', '), note, ...usedParameters(sql, ctx.params.values) }];
}

/** Whether a key may be NULL: its column, or a foreign key on the join path to it, is nullable. */
function mayBeMissing({ model }: CompileContext, home: string, { column }: GroupKey): boolean {
  const path = joinPath(model.joins, home, column.table);
  const own = column.nullable && !model.tables[column.table]?.primaryKey.includes(column.name);
  const isNullable = (table: string, name: string): boolean => model.tables[table]?.columns[name]?.nullable ?? true;
  const steps = path.found ? path.steps : [];
  return own || steps.some(({ from, fromColumns }) => fromColumns.some((name) => isNullable(from, name)));
}

/** The label of a missing key: that of the column, or of the table for a name or a hidden key. */
function labelOf(
  { model, options: { locale } }: CompileContext,
  { column, shown }: GroupKey,
  listed?: ListedRows,
): string {
  return text(!listed && shown && column.role !== 'name' ? column.label : model.tables[column.table]?.label, locale);
}

function noteOf({ model, options: { locale } }: CompileContext, home: string, labels: readonly string[]): string {
  const rows = text(model.tables[home]?.label, locale);
  const known = labels.filter((label) => label !== '');
  if (rows === '' || known.length === 0) {
    return say(
      locale,
      '另有 {count} 条记录没有归属，未参与比较',
      'records that belong to no group are left out ({count} in total)',
    );
  }
  const [zh, en] = [known.join('或'), known.join(' or ')];
  return say(
    locale,
    `${rows}中有 {count} 条记录没有${zh}，未参与比较`,
    `${plural(rows)} without a known ${en} are left out ({count} in total)`,
  );
}
