import { aggregateCalled, AGGREGATES, type Expression, rowKey } from '@querent/model';
import type { AskedConditions, Conditions } from '../statement/asked-conditions';
import { CompileError } from '../statement/compile-error';
import type { CompileContext } from '../statement/compile-context';
import { expressionSql } from '../statement/expression-sql';
import { elapsedSql } from '../conditions/elapsed-sql';
import type { GroupKey } from './group-key';
import type { RowAtom } from './measure-plan';
import { nearCondition } from '../conditions/near-sql';
import { quoteIdentifier } from '../statement/quoting';
import { Scope } from '../statement/scope';
import { isNamedTextType } from '../rows/column-value';
import { yearSql } from '../time/time-sql';

export interface FactInput {
  home: string;
  keys: readonly GroupKey[];
  atoms: readonly { atom: RowAtom; alias: string }[];
  asked: AskedConditions;
  conditions: Conditions;
}

/**
 * The aggregates of one table per group, `SELECT k…, h…, a… FROM … GROUP BY …`. If a key is beyond a join that fans out
 * (orders by product category), rows are first made distinct per group and home row. An order then counts once in each
 * category, however many of its items are in that category.
 */
export function factSql(ctx: CompileContext, input: FactInput): string {
  const scope = new Scope(ctx, input.home);
  for (const key of input.keys) scope.bridgeTo(key.column.table);
  return scope.bridged ? bridgedFact(scope, input) : plainFact(scope, input);
}

function plainFact(scope: Scope, { keys, atoms, asked, conditions }: FactInput): string {
  const keyColumns = keys.map((key) => `${key.sql(scope)} AS ${key.alias}`);
  const values = atoms.map(
    ({ atom, alias }) =>
      `${aggregateSql(atom, argumentSql(scope, atom), atomCondition(scope, atom, asked, conditions))} AS ${alias}`,
  );
  const where = [...conditions(scope, asked.filters, asked), ...nearCondition(scope, asked.near)];
  return selectSql([...keyColumns, ...values], scope.fromSql(), where, keys.length);
}

function bridgedFact(scope: Scope, { home, keys, atoms, asked, conditions }: FactInput): string {
  const rowKeys = rowKey(scope.ctx.model, scope.ctx.table(home));
  if (rowKeys.length === 0)
    throw new CompileError('no_key', `"${home}" has no key that prevents double counting of its rows`);
  const grouped = [
    ...keys.map((key) => `${key.sql(scope)} AS ${key.alias}`),
    ...rowKeys.map((column, index) => `${scope.alias}.${quoteIdentifier(column)} AS p${index + 1}`),
    ...atoms.flatMap(({ atom }, index) => {
      const argument = argumentSql(scope, atom);
      return argument === null ? [] : [`${argument} AS v${index + 1}`];
    }),
  ];
  const flags = atoms.flatMap(({ atom }, index) => {
    const condition = atomCondition(scope, atom, asked, conditions);
    return condition === null ? [] : [`bool_or(${condition}) AS w${index + 1}`];
  });
  const where = [...conditions(scope, asked.filters, asked), ...nearCondition(scope, asked.near)];
  const distinctRows = selectSql([...grouped, ...flags], scope.fromSql(), where, grouped.length);
  const values = atoms.map(({ atom, alias }, index) => {
    const condition = flags.some((flag) => flag.endsWith(` AS w${index + 1}`)) ? `w${index + 1}` : null;
    return `${aggregateSql(atom, atom.argument ? `v${index + 1}` : null, condition)} AS ${alias}`;
  });
  return selectSql([...keys.map((key) => key.alias), ...values], `(\n    ${distinctRows}\n    ) AS d`, [], keys.length);
}

/** `SELECT … FROM … WHERE … GROUP BY 1, 2`. The first `groupedBy` columns are the keys. */
function selectSql(columns: readonly string[], from: string, where: readonly string[], groupedBy: number): string {
  const positions = Array.from({ length: groupedBy }, (_, index) => index + 1).join(', ');
  return [
    `SELECT ${columns.join(', ')}`,
    `FROM ${from}`,
    ...(where.length > 0 ? [`WHERE ${where.join('\n      AND ')}`] : []),
    ...(positions ? [`GROUP BY ${positions}`] : []),
  ].join('\n    ');
}

function aggregateSql({ fn, distinct, within }: RowAtom, argument: string | null, condition: string | null): string {
  const filter = condition === null ? '' : ` FILTER (WHERE ${condition})`;
  if (argument === null) return `count(*)${filter}`;
  if (within) {
    const direct = within.direct.flatMap((part) => (part.kind === 'number' ? [part.text] : [])).join(', ');
    return `${fn}(${direct}) WITHIN GROUP (ORDER BY ${argument}${within.descending ? ' DESC' : ''})${filter}`;
  }
  const known = aggregateCalled(fn);
  const call = known ? AGGREGATES[known].sql(argument, distinct) : `${fn}(${distinct ? 'DISTINCT ' : ''}${argument})`;
  return call + filter;
}

function argumentSql(scope: Scope, atom: RowAtom): string | null {
  if (atom.argument?.kind !== 'column') return atom.argument && rowExpressionSql(scope, atom.argument);
  const { column, raw, value } = scope.column(atom.argument);
  if (atom.since) return elapsedSql(scope.ctx, scope.column(atom.since), { column, raw, value }, atom.since.unit);
  // The maximum of years stored as text must not be a text such as `n/a`.
  if (column.isYear) return yearSql(column, raw);
  return isNamedTextType(column) ? `${value}::text` : value;
}

function atomCondition(scope: Scope, atom: RowAtom, asked: AskedConditions, conditions: Conditions): string | null {
  const all = [
    ...(atom.condition ? [rowExpressionSql(scope, atom.condition)] : []),
    ...conditions(scope, atom.where, { ...asked, filters: [...asked.filters, ...atom.where] }),
  ];
  return all.length === 0 ? null : all.join(' AND ');
}

function rowExpressionSql(scope: Scope, expression: Expression): string {
  return expressionSql(scope.ctx, expression, { column: (ref) => scope.column(ref).value });
}
