import type { A_Expr, Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { arrayMembers } from '../../facts/literal-text';
import type { BoundStatement, SourceColumn } from '../bind/bound-query';
import { literalText } from '../sql-text';
import { functionName } from './aggregates';
import { columnOf } from './column-refs';
import { likeMatches } from './like-match';
import { nodesWhere } from './nodes';

/** A column tested for literal texts: by `=`, `<>`, IN, DISTINCT FROM, ANY, ALL, LIKE or a simple CASE. */
export interface ValueTest {
  node: Node;
  column: SourceColumn;
  literals: string[];
  /** Whether a stored text matches a literal; for `<>` and the like, whether it is the excluded one. */
  passes: (stored: string, literal: string) => boolean;
  /** SQL that is true for a row of the column's table whose value matches a literal. */
  finds: (literal: string) => string;
}

type Fold = (text: string) => string;

/** Functions on a column that preserve the result of a test. */
const FOLDS: Readonly<Record<string, Fold>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  btrim: (text) => text.replace(/^ +| +$/g, ''),
  ltrim: (text) => text.replace(/^ +/, ''),
  rtrim: (text) => text.replace(/ +$/, ''),
};
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'citext']);
const EQUALITIES: ReadonlySet<string> = new Set(['=', '<>']);
const same: Fold = (text) => text;

/** Every test of a column for literal texts, in all queries of a statement. */
export function valueTestsIn(statement: BoundStatement): ValueTest[] {
  return nodesWhere(
    statement.root.select,
    (node) => ('A_Expr' in node ? testOf(node, node.A_Expr, statement) : caseOf(node, statement)),
    'with queries',
  );
}

function testOf(node: Node, expression: A_Expr, statement: BoundStatement): ValueTest | null {
  const { lexpr, rexpr, kind } = expression;
  const operator = stringsOf(expression.name)?.at(-1) ?? '';
  if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') return likeOf(node, operator, lexpr, rexpr, statement);
  if (!EQUALITIES.has(operator)) return null;
  if (kind === 'AEXPR_IN')
    return equalTo(node, lexpr, rexpr && 'List' in rexpr ? (rexpr.List.items ?? []).flatMap(textsOf) : [], statement);
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL') return equalTo(node, lexpr, membersOf(rexpr), statement);
  if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_DISTINCT' && kind !== 'AEXPR_NOT_DISTINCT') return null;
  return equalTo(node, lexpr, textsOf(rexpr), statement) ?? equalTo(node, rexpr, textsOf(lexpr), statement);
}

/** `CASE type WHEN 'a' THEN …`; a CASE of conditions is read by each condition. */
function caseOf(node: Node, statement: BoundStatement): ValueTest | null {
  if (!('CaseExpr' in node) || !node.CaseExpr.arg) return null;
  const literals = (node.CaseExpr.args ?? []).flatMap((one) => ('CaseWhen' in one ? textsOf(one.CaseWhen.expr) : []));
  return equalTo(node, node.CaseExpr.arg, literals, statement);
}

function equalTo(
  node: Node,
  subject: Node | undefined,
  literals: string[],
  statement: BoundStatement,
): ValueTest | null {
  const tested = testedColumn(subject, statement);
  if (tested === null || literals.length === 0) return null;
  const passes = (stored: string, literal: string): boolean => tested.fold(stored) === tested.of(literal);
  return {
    node,
    column: tested.column,
    literals,
    passes,
    finds: (literal) => `${tested.sql} = ${quotedText(literal)}`,
  };
}

/** A negated pattern with wildcards does not show what is stored. */
function likeOf(
  node: Node,
  operator: string,
  subject: Node | undefined,
  pattern: Node | undefined,
  statement: BoundStatement,
): ValueTest | null {
  const tested = testedColumn(subject, statement);
  const literals = textsOf(pattern);
  const isWild = literals.some((text) => /[%_\\]/.test(text));
  if (tested === null || literals.length === 0 || (isWild && operator.startsWith('!'))) return null;
  const cased = operator.endsWith('*') ? (text: string): string => text.toLowerCase() : same;
  const passes = (stored: string, literal: string): boolean =>
    likeMatches(cased(tested.fold(stored)), cased(tested.of(literal)));
  return {
    node,
    column: tested.column,
    literals,
    passes,
    finds: (literal) => `${tested.sql} ${operator.endsWith('*') ? 'ILIKE' : 'LIKE'} ${quotedText(literal)}`,
  };
}

interface TestedColumn {
  column: SourceColumn;
  fold: Fold;
  /** How the column's type normalises a literal. */
  of: Fold;
  /** The column with its enclosing functions. */
  sql: string;
}

function testedColumn(subject: Node | undefined, statement: BoundStatement): TestedColumn | null {
  const column = columnOf(subject, statement);
  if (column !== null) {
    const own = foldOfType(column.origin?.type ?? '');
    return { column, fold: own, of: own, sql: quotedName(column.origin?.column ?? column.name) };
  }
  if (subject && 'TypeCast' in subject && isText(subject.TypeCast.typeName?.names))
    return asText(testedColumn(subject.TypeCast.arg, statement));
  if (subject && 'CollateClause' in subject) return testedColumn(subject.CollateClause.arg, statement);
  if (!subject || !('FuncCall' in subject) || subject.FuncCall.args?.length !== 1) return null;
  const name = functionName(subject.FuncCall);
  const fold = FOLDS[name];
  const inner = fold === undefined ? null : testedColumn(subject.FuncCall.args[0], statement);
  return inner === null || fold === undefined
    ? null
    : { column: inner.column, fold: (text) => fold(inner.fold(text)), of: same, sql: `${name}(${inner.sql})` };
}

const asText = (tested: TestedColumn | null): TestedColumn | null =>
  tested && { ...tested, sql: `${tested.sql}::text` };
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Backslashes in a plain literal are literal, because `standard_conforming_strings` is always on. */
const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const foldOfType = (type: string): Fold =>
  /^(?:character\(|bpchar)/.test(type)
    ? (text) => text.replace(/ +$/, '')
    : type === 'citext'
      ? (text) => text.toLowerCase()
      : same;

const isText = (names: Node[] | undefined): boolean => TEXT_TYPES.has(stringsOf(names)?.at(-1) ?? '');

/**
 * The text of a literal, also through a cast or a folding function. An empty one tests for missing data, which is not a
 * value.
 */
function textsOf(node: Node | undefined): string[] {
  if (!node) return [];
  if ('TypeCast' in node) return node.TypeCast.typeName?.arrayBounds?.length ? [] : textsOf(node.TypeCast.arg);
  if ('CollateClause' in node) return textsOf(node.CollateClause.arg);
  if ('FuncCall' in node) {
    const fold = FOLDS[functionName(node.FuncCall)];
    return fold === undefined || node.FuncCall.args?.length !== 1 ? [] : textsOf(node.FuncCall.args[0]).map(fold);
  }
  const text = literalText(node);
  return text === null || text.trim() === '' ? [] : [text];
}

function membersOf(node: Node | undefined): string[] {
  if (!node) return [];
  if ('TypeCast' in node) return membersOf(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).flatMap(textsOf);
  return arrayMembers(literalText(node) ?? '')?.filter((text) => text.trim() !== '') ?? [];
}
