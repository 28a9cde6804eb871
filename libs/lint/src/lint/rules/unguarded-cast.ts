import type { Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import type { Block, BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { functionName } from '../reading/aggregates';
import { columnKind, type ColumnKind } from '../reading/column-kind';
import { walkTested } from '../reading/guarded-walk';
import { nodesWhere } from '../reading/nodes';
import { originKey, originsIn, testedInQuery } from '../reading/pattern-tests';
import { quoted, textOf } from '../sql-text';

type Cast = LintSubject['casts'][number];

/** Functions that extract only matching text, so that the cast cannot fail. */
const EXTRACTING: ReadonlySet<string> = new Set([
  'regexp_replace',
  'regexp_substr',
  'regexp_match',
  'substring',
  'translate',
]);

const CONVERTERS: Readonly<Record<string, ColumnKind>> = {
  to_number: 'numeric',
  to_date: 'date',
  to_timestamp: 'date',
};

/** A numeric (or date) text column cast without a guard: one bad value fails the statement. */
export const unguardedCast: LintRule = (statement, subject) => {
  if (subject.casts.length === 0) return [];
  const casts = new Map(subject.casts.map((cast) => [originKey(cast), cast]));
  return statement.blocks.flatMap((block) => castsOf(block, statement, casts));
};

function castsOf(block: Block, statement: BoundStatement, casts: ReadonlyMap<string, Cast>): Finding[] {
  const findings: Finding[] = [];
  walkTested(ownClauses(block), new Set(testedInQuery(block, statement)), statement, (node, tested) => {
    const conversion = conversionOf(node);
    const bad =
      conversion === null
        ? undefined
        : originsIn(conversion.arg, statement).find((key) => casts.has(key) && !tested.has(key));
    const cast = bad === undefined ? undefined : casts.get(bad);
    if (!conversion || !cast || !sameKind(conversion.to, columnKind(cast.to)) || extracts(conversion.arg)) return;
    findings.push(findingOf(node, conversion.arg, cast));
  });
  return findings;
}

/** All expressions of a query; its source queries are separate blocks. */
function ownClauses({ select, joins }: Block): unknown[] {
  const { targetList, whereClause, groupClause, havingClause, sortClause, distinctClause, windowClause, valuesLists } =
    select;
  return [
    targetList,
    whereClause,
    groupClause,
    havingClause,
    sortClause,
    distinctClause,
    windowClause,
    valuesLists,
    joins.map(({ node }) => node.quals),
  ];
}

function conversionOf(node: Node): { arg: Node; to: ColumnKind } | null {
  if ('TypeCast' in node && node.TypeCast.arg) {
    const type = stringsOf(node.TypeCast.typeName?.names)?.at(-1) ?? '';
    return { arg: node.TypeCast.arg, to: columnKind(type) };
  }
  const [arg] = 'FuncCall' in node ? (node.FuncCall.args ?? []) : [];
  const to = 'FuncCall' in node ? CONVERTERS[functionName(node.FuncCall)] : undefined;
  return arg && to ? { arg, to } : null;
}

function sameKind(one: ColumnKind, other: ColumnKind): boolean {
  const broad = (kind: ColumnKind) => (kind === 'integer' ? 'numeric' : kind);
  return broad(one) === broad(other);
}

function extracts(arg: Node): boolean {
  return (
    nodesWhere(arg, (node) => ('FuncCall' in node && EXTRACTING.has(functionName(node.FuncCall)) ? node : null))
      .length > 0
  );
}

/** Some placeholders are removed explicitly (NULLIF, CASE, replace): others may remain. */
function findingOf(node: Node, arg: Node, { table, column, to, when }: Cast): Finding {
  const filtered = nodesWhere(arg, (inner) =>
    'CaseExpr' in inner ||
    ('A_Expr' in inner && inner.A_Expr.kind === 'AEXPR_NULLIF') ||
    ('FuncCall' in inner && functionName(inner.FuncCall) === 'replace')
      ? inner
      : null,
  );
  const written = nodesWhere(arg, (inner) => ('ColumnRef' in inner ? textOf(inner) : null))[0] ?? quoted(column);
  const safe = `CASE WHEN ${written} ~ '${when.replaceAll("'", "''")}' THEN ${written}::${to} END`;
  const message = `${quoted(table)}.${quoted(column)} is text with values that are no ${to}: one of them fails the cast. Guard it.`;
  return {
    rule: 'unguarded_cast',
    severity: filtered.length > 0 ? 'doubt' : 'error',
    fragment: textOf(node),
    message,
    nearest: [safe],
  };
}
