import type { A_Expr, BoolExpr, Node, SubLink } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { type Clause, columnHolds, type Conditions } from './column-condition';
import { comparison } from './read-comparison';
import type { FilterFact } from './statement-facts';
import type { FactScope, Reader, Term } from './term';

/** Notes the leaves of a condition among the statement's facts. */
export function addConditions(node: Node, clause: Clause, scope: FactScope, reader: Reader): void {
  const { filters, joins } = readCondition(node, clause, scope, reader);
  reader.facts.filters.push(...filters);
  reader.facts.joins.push(...joins);
}

/** The leaves of a condition, NOT pushed down into them. Equal columns of an OR become one IN. */
export function readCondition(
  node: Node,
  clause: Clause,
  scope: FactScope,
  reader: Reader,
  negated = false,
): Conditions {
  if ('BoolExpr' in node) return boolean(node.BoolExpr, clause, scope, reader, negated);
  if ('NullTest' in node) {
    const subject = reader.term(node.NullTest.arg, scope);
    return one(columnHolds(clause, subject, 'null', (node.NullTest.nulltesttype === 'IS_NOT_NULL') !== negated));
  }
  if ('BooleanTest' in node && node.BooleanTest.arg) {
    const kind = node.BooleanTest.booltesttype ?? 'IS_TRUE';
    if (kind === 'IS_TRUE' || kind === 'IS_NOT_FALSE')
      return readCondition(node.BooleanTest.arg, clause, scope, reader, negated);
    if (kind === 'IS_FALSE' || kind === 'IS_NOT_TRUE')
      return readCondition(node.BooleanTest.arg, clause, scope, reader, !negated);
    return one(
      columnHolds(clause, reader.term(node.BooleanTest.arg, scope), 'null', (kind === 'IS_NOT_UNKNOWN') !== negated),
    );
  }
  if ('SubLink' in node) return subquery(node.SubLink, clause, scope, reader, negated);
  if ('A_Expr' in node && isPredicate(node.A_Expr)) return comparison(node.A_Expr, clause, scope, reader, negated);
  const subject = reader.term(node, scope);
  // TRUE excludes no row.
  if (subject.literal === String(!negated)) return NONE;
  return one(columnHolds(clause, subject, '=', false, [String(!negated)]));
}

const PREDICATE_KINDS = new Set([
  'AEXPR_OP_ANY',
  'AEXPR_OP_ALL',
  'AEXPR_DISTINCT',
  'AEXPR_NOT_DISTINCT',
  'AEXPR_IN',
  'AEXPR_LIKE',
  'AEXPR_ILIKE',
  'AEXPR_SIMILAR',
  'AEXPR_BETWEEN',
  'AEXPR_NOT_BETWEEN',
  'AEXPR_BETWEEN_SYM',
  'AEXPR_NOT_BETWEEN_SYM',
]);
const PREDICATE_OPERATORS = new Set([
  '=',
  '<>',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '~',
  '~*',
  '!~',
  '!~*',
  '~~',
  '~~*',
  '!~~',
  '!~~*',
  '@>',
  '<@',
  '&&',
  '?',
]);

function isPredicate({ kind, name, lexpr }: A_Expr): boolean {
  if (PREDICATE_KINDS.has(kind ?? '')) return true;
  return kind === 'AEXPR_OP' && lexpr !== undefined && PREDICATE_OPERATORS.has(stringsOf(name)?.at(-1) ?? '');
}

function boolean(
  { boolop, args = [] }: BoolExpr,
  clause: Clause,
  scope: FactScope,
  reader: Reader,
  negated: boolean,
): Conditions {
  const [only] = args;
  if (boolop === 'NOT_EXPR') return only ? readCondition(only, clause, scope, reader, !negated) : NONE;
  const from = reader.facts.filters.length;
  const parts = args.map((arg) => readCondition(arg, clause, scope, reader, negated));
  const all = { filters: parts.flatMap(({ filters }) => filters), joins: parts.flatMap(({ joins }) => joins) };
  const isOpen = (boolop === 'OR_EXPR') !== negated;
  if (!isOpen) return all;
  // Conditions in the subqueries of an OR apply to some rows only.
  reader.facts.filters.push(...reader.facts.filters.splice(from).map((filter) => ({ ...filter, alternative: true })));
  // TRUE, or an EXISTS, admits rows that the other alternatives exclude.
  const isClosed = parts.every(({ filters, joins }) => filters.length + joins.length > 0);
  const merged = isClosed ? (oneOfValues(all) ?? outsideOfBounds(all)) : null;
  return merged ? one(merged) : { ...all, filters: all.filters.map((filter) => ({ ...filter, alternative: true })) };
}

/** `x = 1 OR x = 2` is `x IN (1, 2)`. */
function oneOfValues({ filters, joins }: Conditions): FilterFact | null {
  const [first] = filters;
  if (!first || joins.length > 0) return null;
  const same = filters.every(
    ({ subject, op, negated, against }) =>
      subject === first.subject && (op === '=' || op === 'in') && !negated && against === null,
  );
  const values = [...new Set(filters.flatMap((filter) => filter.values))].sort();
  return same ? { ...first, op: values.length > 1 ? 'in' : '=', values } : null;
}

/** `x < 1 OR x > 2` is `x NOT BETWEEN 1 AND 2`. */
function outsideOfBounds({ filters, joins }: Conditions): FilterFact | null {
  const [low] = filters.filter(({ op }) => op === '<');
  const [high] = filters.filter(({ op }) => op === '>');
  if (!low || !high || filters.length !== 2 || joins.length > 0 || low.subject !== high.subject) return null;
  if (low.against !== null || high.against !== null) return null;
  return { ...low, op: 'between', negated: true, values: [...low.values, ...high.values] };
}

/** IN (SELECT …) joins like `=`, EXISTS by its inner conditions; their negations exclude rows and are conditions. */
function subquery(link: SubLink, clause: Clause, scope: FactScope, reader: Reader, negated: boolean): Conditions {
  const subject = link.testexpr ? reader.term(link.testexpr, scope) : null;
  const before = reader.facts.relations.length;
  const from = reader.facts.filters.length;
  const inner =
    link.subselect && 'SelectStmt' in link.subselect ? reader.query(link.subselect.SelectStmt, scope) : null;
  const op = stringsOf(link.operName)?.at(-1) ?? '=';
  if (negated) setAside(reader, from, 'excluded');
  else if (link.subLinkType === 'EXPR_SUBLINK' || op !== '=') setAside(reader, from, 'compared');
  const [output] = inner?.columns ?? [];
  if (link.subLinkType === 'ANY_SUBLINK' && op === '=' && !negated && subject && output) {
    return { filters: [], joins: [{ left: subject.text, right: output.term.text, op: '=' }] };
  }
  if (link.subLinkType === 'EXISTS_SUBLINK' && !negated) return NONE;
  if (link.subLinkType === 'EXPR_SUBLINK' && output)
    return one(columnHolds(clause, output.term, '=', false, [String(!negated)]));
  if (
    (link.subLinkType === 'ALL_SUBLINK' || link.subLinkType === 'ANY_SUBLINK') &&
    op !== '=' &&
    op !== '<>' &&
    subject
  ) {
    return one({
      ...columnHolds(clause, subject, `${op} ${link.subLinkType === 'ALL_SUBLINK' ? 'all' : 'any'}`, negated),
      against: output?.term.text ?? null,
    });
  }
  const relations = [...new Set(reader.facts.relations.slice(before))].sort().join(', ');
  return one({
    ...columnHolds(clause, subject ?? output?.term ?? EMPTY, 'exists', true),
    column: null,
    subject: relations,
  });
}

/** Marks the conditions added since `from` as not applying to the result's rows. */
export function setAside(reader: Reader, from: number, aside: FilterFact['aside']): void {
  const { filters } = reader.facts;
  filters.push(...filters.splice(from).map((filter) => ({ ...filter, aside: filter.aside ?? aside })));
}

const EMPTY: Term = {
  text: '',
  column: null,
  literal: null,
  constant: true,
  reads: [],
  items: new Set(),
  aggregates: [],
  aggregate: null,
};
const NONE: Conditions = { filters: [], joins: [] };
const one = (filter: FilterFact): Conditions => ({ filters: [filter], joins: [] });
