import type { Block, BoundStatement, SourceColumn } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { functionName } from '../reading/aggregates';
import { columnOf } from '../reading/column-refs';
import { comparisonsIn } from '../reading/comparisons';
import { nodesWhere } from '../reading/nodes';
import { originKey } from '../reading/pattern-tests';
import { literalText, textOf } from '../sql-text';

const RANGES = ['<', '<=', '>', '>=', 'BETWEEN', 'NOT BETWEEN'];

/** A numeric text column sorted or compared as text: '10' precedes '9'. */
export const textAsNumber: LintRule = (statement, subject) => {
  if (subject.casts.length === 0) return [];
  const casts = new Map(subject.casts.map((cast) => [originKey(cast), cast]));
  const castOf = (column: SourceColumn | null | undefined) =>
    column?.origin ? casts.get(originKey(column.origin)) : undefined;
  const compared = comparisonsIn(statement).flatMap(({ node, operator, column, literals }) => {
    const isNumber = RANGES.includes(operator) && literals.some((literal) => literalText(literal) !== null);
    const cast = castOf(column);
    return isNumber && cast ? [doubt(textOf(node), cast)] : [];
  });
  return [
    ...compared,
    ...extremes(statement, castOf),
    ...statement.blocks.flatMap((block) => sorted(block, statement, castOf)),
  ];
};

type CastOf = (column: SourceColumn | null | undefined) => LintSubject['casts'][number] | undefined;

function extremes(statement: BoundStatement, castOf: CastOf): Finding[] {
  const calls = nodesWhere(
    statement.root.select,
    (node) => ('FuncCall' in node && ['min', 'max'].includes(functionName(node.FuncCall)) ? node : null),
    'with queries',
  );
  return calls.flatMap((node) => {
    const cast = castOf(columnOf('FuncCall' in node ? node.FuncCall.args?.[0] : undefined, statement));
    return cast ? [doubt(textOf(node), cast)] : [];
  });
}

function sorted({ select, outputs }: Block, { refs }: BoundStatement, castOf: CastOf): Finding[] {
  return (select.sortClause ?? []).flatMap((item) => {
    const node = 'SortBy' in item ? item.SortBy.node : undefined;
    const ref = node && 'ColumnRef' in node ? refs.get(node.ColumnRef) : undefined;
    const ordinal = node && 'A_Const' in node ? outputs[(node.A_Const.ival?.ival ?? 0) - 1]?.column : undefined;
    const cast = castOf(ref?.column ?? ordinal);
    return cast ? [doubt(textOf(item), cast)] : [];
  });
}

function doubt(fragment: string, { table, column, to }: LintSubject['casts'][number]): Finding {
  return {
    rule: 'text_as_number',
    severity: 'doubt',
    fragment,
    message: `${table}.${column} is text: here it is ordered as letters, not as ${to}.`,
  };
}
