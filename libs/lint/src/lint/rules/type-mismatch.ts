import type { FuncCall, Node } from 'libpg-query';
import type { BoundStatement, Origin } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { functionName } from '../reading/aggregates';
import { columnOf } from '../reading/column-refs';
import { columnKind, type ColumnKind } from '../reading/column-kind';
import { comparisonsIn } from '../reading/comparisons';
import { nodesWhere } from '../reading/nodes';
import { quoted, textOf } from '../sql-text';

type LiteralKind = 'number' | 'boolean' | 'text';

/** Comparisons that PostgreSQL refuses, by the kinds of column and literal; a quoted literal has the column's type. */
const REFUSED: Readonly<Record<ColumnKind, readonly LiteralKind[]>> = {
  text: ['number', 'boolean'],
  date: ['number', 'boolean'],
  boolean: ['number'],
  integer: ['boolean'],
  numeric: ['boolean'],
  other: [],
};

/** Patterns of quoted literals that are readable as the column's type; PostgreSQL refuses others for numbers. */
const READABLE: Partial<Record<ColumnKind, RegExp>> = {
  integer: /^\s*[-+]?\d[\d_]*\s*$|^\s*[-+]?0[xob][\da-f_]+\s*$/i,
  numeric: /^\s*[-+]?(\d[\d_]*\.?\d*|\.\d+)(e[-+]?\d+)?\s*$|^\s*[-+]?(nan|inf(inity)?|0[xob][\da-f_]+)\s*$/i,
  // A year, or a year with its month, is not a date; a date without digits is one of PostgreSQL's keywords.
  date: /^(?!\s*(\d{1,4}|\d{4}-\d{1,2})\s*$).*\d|^\s*(-?infinity|now|today|tomorrow|yesterday|epoch|allballs)\s*$/i,
};

/** A column compared with a literal of another type, or texts added up. */
export const typeMismatch: LintRule = (statement) => [...comparisons(statement), ...textSums(statement)];

function comparisons(statement: BoundStatement): Finding[] {
  return comparisonsIn(statement).flatMap(({ node, column, literals }) => {
    const { origin } = column;
    const wrong = origin && literals.find((literal) => !fits(literal, columnKind(origin.type)));
    return origin && wrong
      ? [finding(textOf(node), `${named(origin)} is ${origin.type}, ${textOf(wrong)} cannot be compared with it.`)]
      : [];
  });
}

function fits(literal: Node, kind: ColumnKind): boolean {
  if (!('A_Const' in literal)) return true;
  const { sval, ival, fval, boolval } = literal.A_Const;
  if (sval) return READABLE[kind]?.test(sval.sval ?? '') ?? true;
  if (ival || fval) return !REFUSED[kind].includes('number');
  return boolval ? !REFUSED[kind].includes('boolean') : true;
}

function textSums(statement: BoundStatement): Finding[] {
  const calls = nodesWhere(
    statement.root.select,
    (node) => ('FuncCall' in node ? node.FuncCall : null),
    'with queries',
  );
  return calls.flatMap((call: FuncCall) => {
    const origin = columnOf(call.args?.[0], statement)?.origin;
    if (
      !origin ||
      !['sum', 'avg', 'stddev', 'variance', 'round', 'abs', 'ceil', 'floor'].includes(functionName(call)) ||
      columnKind(origin.type) !== 'text'
    )
      return [];
    return [
      finding(textOf({ FuncCall: call }), `${named(origin)} is ${origin.type}: ${functionName(call)} needs a number.`),
    ];
  });
}

function named({ table, column }: Origin): string {
  return `${quoted(table)}.${quoted(column)}`;
}

function finding(fragment: string, message: string): Finding {
  return { rule: 'type_mismatch', severity: 'error', fragment, message };
}
