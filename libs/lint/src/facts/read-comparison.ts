import type { A_Expr, Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { type Clause, columnHolds, type Conditions } from './column-condition';
import { arrayMembers } from './literal-text';
import { periodBounds } from './period-bounds';
import type { FilterFact } from './statement-facts';
import type { FactScope, Reader, Term } from './term';

/** How an operator reads when its sides change places. */
const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '@>': '<@',
  '<@': '@>',
};
/** Operators under NOT; a row with an unknown comparison is excluded either way. */
const OPPOSITE: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
/** Matching operators by kind, and whether they negate. */
const MATCHES: Readonly<Record<string, readonly [string, boolean]>> = {
  '~~': ['like', false],
  '!~~': ['like', true],
  '~~*': ['ilike', false],
  '!~~*': ['ilike', true],
  '~': ['~', false],
  '!~': ['~', true],
  '~*': ['~*', false],
  '!~*': ['~*', true],
};

/** A comparison as conditions: BETWEEN as two bounds, a list as IN, columns of two items as a join. */
export function comparison(
  expression: A_Expr,
  clause: Clause,
  scope: FactScope,
  reader: Reader,
  negated: boolean,
): Conditions {
  const name = stringsOf(expression.name)?.at(-1) ?? '=';
  const subject = reader.term(expression.lexpr, scope);
  switch (expression.kind) {
    case 'AEXPR_IN':
      return membership(
        clause,
        subject,
        listOf(expression.rexpr).map((node) => reader.term(node, scope)),
        (name === '<>') !== negated,
      );
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return quantified(expression, name, clause, subject, scope, reader, negated);
    case 'AEXPR_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
      return between(
        clause,
        subject,
        listOf(expression.rexpr).map((node) => reader.term(node, scope)),
        negated,
      );
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_NOT_BETWEEN_SYM':
      return between(
        clause,
        subject,
        listOf(expression.rexpr).map((node) => reader.term(node, scope)),
        !negated,
      );
    case 'AEXPR_DISTINCT':
      return compared(clause, subject, negated ? '=' : '<>', reader.term(expression.rexpr, scope));
    case 'AEXPR_NOT_DISTINCT':
      return compared(clause, subject, negated ? '<>' : '=', reader.term(expression.rexpr, scope));
    case 'AEXPR_SIMILAR':
      return matched(
        clause,
        subject,
        'similar',
        (name === '!~') !== negated,
        similarPattern(expression.rexpr, scope, reader),
      );
    default: {
      const other = reader.term(expression.rexpr, scope);
      const match = MATCHES[name];
      if (match) return matched(clause, subject, match[0], match[1] !== negated, other);
      const op = name === '!=' ? '<>' : name;
      return compared(clause, subject, negated ? (OPPOSITE[op] ?? `not ${op}`) : op, other);
    }
  }
}

/** A comparison with the constant on the left is mirrored. */
function compared(clause: Clause, left: Term, op: string, right: Term): Conditions {
  // 1 = 1 excludes no row.
  if (left.constant && right.constant && op === '=' && left.text === right.text) return { filters: [], joins: [] };
  if (left.constant && !right.constant) return compared(clause, right, MIRRORED[op] ?? op, left);
  if (right.constant) {
    const period = periodBounds(left, op, valueOf(right));
    if (period)
      return {
        filters: period.bounds.map(({ at, value }) => columnHolds(clause, period.subject, at, false, [value])),
        joins: [],
      };
    return one(columnHolds(clause, left, op, false, [valueOf(right)]));
  }
  const shared = [...left.items].some((item) => right.items.has(item));
  const isSubquery = left.items.size === 0 || right.items.size === 0;
  if (shared || isSubquery || left.aggregates.length > 0 || right.aggregates.length > 0) {
    return one({ ...columnHolds(clause, left, op, false), against: right.text });
  }
  return { filters: [], joins: [sorted(left.text, op, right.text)] };
}

function sorted(left: string, op: string, right: string): { left: string; right: string; op: string } {
  const turned = MIRRORED[op] ?? (op === '=' || op === '<>' ? op : undefined);
  return turned !== undefined && left > right ? { left: right, right: left, op: turned } : { left, right, op };
}

function membership(clause: Clause, subject: Term, members: readonly Term[], negated: boolean): Conditions {
  const values = [...new Set(members.map(valueOf))].sort();
  if (values.length === 1) return one(columnHolds(clause, subject, negated ? '<>' : '=', false, values));
  return one(columnHolds(clause, subject, 'in', negated, values));
}

function between(clause: Clause, subject: Term, bounds: readonly Term[], negated: boolean): Conditions {
  const values = bounds.map(valueOf);
  const [from, to] = bounds;
  if (negated || !from || !to) return one(columnHolds(clause, subject, 'between', negated, values));
  const parts = [compared(clause, subject, '>=', from), compared(clause, subject, '<=', to)];
  return { filters: parts.flatMap(({ filters }) => filters), joins: parts.flatMap(({ joins }) => joins) };
}

function quantified(
  expression: A_Expr,
  name: string,
  clause: Clause,
  subject: Term,
  scope: FactScope,
  reader: Reader,
  negated: boolean,
): Conditions {
  const isAny = expression.kind === 'AEXPR_OP_ANY';
  const other = reader.term(expression.rexpr, scope);
  const members = membersOf(expression.rexpr, scope, reader);
  const isList = (isAny && name === '=') || (!isAny && (name === '<>' || name === '!='));
  if (members && isList) return membership(clause, subject, members, !isAny !== negated);
  const op = `${MATCHES[name]?.[0] ?? name} ${isAny ? 'any' : 'all'}`;
  if (isList && other.constant) return one(columnHolds(clause, subject, 'in', !isAny !== negated, [valueOf(other)]));
  if (members) return one(columnHolds(clause, subject, op, negated, members.map(valueOf).sort()));
  return one({
    ...columnHolds(clause, subject.constant ? other : subject, op, negated, subject.constant ? [valueOf(subject)] : []),
    against: subject.constant ? null : other.text,
  });
}

/** The members of `ARRAY[…]` or `'{…}'`, through any cast. */
function membersOf(node: Node | undefined, scope: FactScope, reader: Reader): Term[] | null {
  if (!node) return null;
  if ('TypeCast' in node) return membersOf(node.TypeCast.arg, scope, reader);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).map((element) => reader.term(element, scope));
  if (!('A_Const' in node)) return null;
  const texts = arrayMembers(node.A_Const.sval?.sval ?? '');
  return texts?.map((text) => ({ ...reader.term(node, scope), text, literal: text })) ?? null;
}

/** LIKE without a wildcard is an equality. */
function matched(clause: Clause, subject: Term, op: string, negated: boolean, pattern: Term): Conditions {
  if (!pattern.constant) {
    const isJoin = [...pattern.items].some((item) => !subject.items.has(item)) && pattern.items.size > 0;
    if (isJoin && !negated) return { filters: [], joins: [{ left: subject.text, right: pattern.text, op }] };
    return one({ ...columnHolds(clause, subject, op, negated), against: pattern.text });
  }
  const value = valueOf(pattern);
  if (op === 'like' && pattern.literal !== null && !/[%_\\]/.test(value))
    return one(columnHolds(clause, subject, negated ? '<>' : '=', false, [value]));
  return one(columnHolds(clause, subject, op, negated, [value]));
}

function similarPattern(node: Node | undefined, scope: FactScope, reader: Reader): Term {
  const [pattern] = node && 'FuncCall' in node ? (node.FuncCall.args ?? []) : [];
  return reader.term(pattern ?? node, scope);
}

const listOf = (node: Node | undefined): readonly Node[] =>
  node && 'List' in node ? (node.List.items ?? []) : node ? [node] : [];
const valueOf = (term: Term): string => term.literal ?? term.text;
const one = (filter: FilterFact): Conditions => ({ filters: [filter], joins: [] });
