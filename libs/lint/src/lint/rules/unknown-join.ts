import type { Origin } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { equalitiesOf, type Equality } from '../reading/conditions';
import { quoted, textOf } from '../sql-text';

/**
 * Two relations joined by columns that no known join compares, neither with each other nor both with one key: refused
 * if the two have a known join.
 */
export const unknownJoin: LintRule = (statement, subject) => {
  const known = joinClasses(subject);
  return statement.blocks.flatMap((block) => {
    const pairs = equalitiesOf(block, statement).filter(
      ({ left, right }) => right !== null && left.source !== right.source,
    );
    const tied = pairs.filter((pair) => isKnown(pair, known, subject));
    const strange = pairs.filter((pair) => !tied.includes(pair) && !tied.some((other) => sameSources(pair, other)));
    return strange.flatMap((pair) => findingOf(pair, subject));
  });
};

function findingOf({ node, left, right }: Equality, subject: LintSubject): Finding[] {
  const [a, b] = [left.origin, right?.origin];
  if (!a || !b) return [];
  const between = subject.joins.filter(
    ({ from, to }) =>
      (from.table === a.table && to.table === b.table) || (from.table === b.table && to.table === a.table),
  );
  // If the database declares no join for either table, an unusual pair of columns is no evidence.
  const silent = !subject.joins.some(({ from, to }) =>
    [from.table, to.table].some((table) => table === a.table || table === b.table),
  );
  if (silent || (between.length === 0 && looksLikeKey(a, b, subject))) return [];
  const nearest = between.map(({ from, to }) =>
    from.columns
      .map(
        (column, i) => `${quoted(from.table)}.${quoted(column)} = ${quoted(to.table)}.${quoted(to.columns[i] ?? '')}`,
      )
      .join(' AND '),
  );
  const written = node ? textOf(node) : `USING (${quoted(left.name)})`;
  // If a known join of these two is replaced by another pair of columns, unrelated rows are combined.
  const isOther =
    looksLikeKey(a, b, subject) && !bothKeys(a, b, subject) && !isReference(a, subject) && !isReference(b, subject);
  const severity = between.length > 0 && !isOther ? 'error' : 'doubt';
  const message = `${quoted(a.table)}.${quoted(a.column)} and ${quoted(b.table)}.${quoted(b.column)} are not known to be joined.`;
  return [{ rule: 'unknown_join', severity, fragment: written, message, ...(nearest.length > 0 && { nearest }) }];
}

const isKey = ({ table, column }: Origin, { uniqueKeys }: LintSubject): boolean =>
  (uniqueKeys[table] ?? []).some((key) => key.length === 1 && key[0] === column);

const bothKeys = (a: Origin, b: Origin, subject: LintSubject): boolean => isKey(a, subject) && isKey(b, subject);

/** A declared foreign key, whose target is known. */
const isReference = ({ table, column }: Origin, { joins }: LintSubject): boolean =>
  joins.some(({ from }) => from.table === table && from.columns.length === 1 && from.columns[0] === column);

/**
 * An undeclared foreign key: a column named after the compared key (`team_id` or `home_team_id` for `team.team_id`).
 */
function looksLikeKey(a: Origin, b: Origin, subject: LintSubject): boolean {
  const namedAfter = (one: Origin, key: Origin) =>
    isKey(key, subject) && (one.column === key.column || one.column.endsWith(`_${key.column}`));
  return namedAfter(a, b) || namedAfter(b, a);
}

function isKnown({ left, right }: Equality, known: (a: Origin, b: Origin) => boolean, subject: LintSubject): boolean {
  const [a, b] = [left.origin, right?.origin];
  // A computed column has no known joins, so it is accepted.
  if (!a || !b) return true;
  if (subject.twins.some((pair) => pair.includes(a.table) && pair.includes(b.table))) return true;
  return (a.table === b.table && a.column === b.column) || known(a, b);
}

function sameSources(one: Equality, other: Equality): boolean {
  const sources = [other.left.source, other.right?.source];
  return sources.includes(one.left.source) && sources.includes(one.right?.source);
}

/** Columns that joins equate, also transitively: two that reference one key are in one class. */
function joinClasses({ joins }: LintSubject): (a: Origin, b: Origin) => boolean {
  const classOf = new Map<string, Set<string>>();
  const classFor = (key: string) => classOf.get(key) ?? new Set([key]);
  for (const { from, to } of joins) {
    from.columns.forEach((column, i) => {
      const merged = new Set([
        ...classFor(`${from.table}\u0000${column}`),
        ...classFor(`${to.table}\u0000${to.columns[i] ?? ''}`),
      ]);
      for (const key of merged) classOf.set(key, merged);
    });
  }
  return (a, b) => classOf.get(`${a.table}\u0000${a.column}`)?.has(`${b.table}\u0000${b.column}`) ?? false;
}
