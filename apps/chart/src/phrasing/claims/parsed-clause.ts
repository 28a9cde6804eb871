import type { Row } from '@querent/contracts';
import type { ShapeColumn } from '../../reading/result-shape';
import type { Claimed } from './claimed';
import type { FigureToken, LabelToken, MeasureToken, Token, WordToken } from './claim-tokens';

/** Names, measure and times mentioned so far in a sentence. */
export interface Context {
  labels: readonly LabelToken[];
  measure: readonly ShapeColumn[] | null;
  times: readonly LabelToken[];
}

/** A part of a sentence that is checked separately. */
export interface Clause {
  /** Text of the whole answer. */
  text: string;
  start: number;
  end: number;
  tokens: readonly Token[];
}

/** A clause with its tokens by kind, its context, and the data it is checked against. */
export interface ParsedClause {
  clause: Clause;
  claimed: Claimed;
  context: Context;
  labels: readonly LabelToken[];
  measures: readonly MeasureToken[];
  words: readonly WordToken[];
  figures: readonly FigureToken[];
}

/**
 * Updates the names of a context: a new name replaces those of the same column; names of other columns, such as a
 * month, are kept.
 */
export function kept(before: readonly LabelToken[], now: readonly LabelToken[]): readonly LabelToken[] {
  return [...before.filter(({ column }) => !now.some((token) => token.column === column)), ...now];
}

/** A range of the answer's text. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The names that a figure or word refers to, including a list of names; without names in the clause, those of the
 * sentence. Null if there are none.
 */
export function groupFor({ clause, labels, figures, context }: ParsedClause, at: Span): readonly LabelToken[] | null {
  const columns = [...new Set(labels.map(({ column }) => column))];
  const groups = columns.map((column) =>
    listAt(
      clause.text,
      labels.filter((token) => token.column === column),
      figures[0],
      at,
    ),
  );
  const inherited = context.labels.at(-1);
  if (groups.length === 0)
    return inherited === undefined ? null : context.labels.filter(({ column }) => column === inherited.column);
  return groups.find((group) => group.length > 1) ?? groups[0] ?? null;
}

/**
 * The name of one column that belongs to a position, with the other names of its list: the last name before the
 * position, or the next after it if figures come first ("5 in May, 3 in June").
 */
function listAt(
  text: string,
  names: readonly LabelToken[],
  firstFigure: FigureToken | undefined,
  at: Span,
): LabelToken[] {
  const before = names.filter(({ end }) => end <= at.start);
  const behind = names.filter(({ start }) => start >= at.end);
  const [last, next] = [before.at(-1), behind[0]];
  const figuresFirst = firstFigure !== undefined && names.every(({ start }) => start > firstFigure.start);
  if (last !== undefined && (next === undefined || !figuresFirst))
    return /^\s?\($/.test(text.slice(last.end, at.start)) ? [last] : listEnding(text, before);
  return next === undefined ? [] : listEnding(text, [...behind].reverse()).reverse();
}

/**
 * The list of names that ends with the last one: 上海市、杭州市和苏州市. With reversed input, the list that starts with the first.
 */
function listEnding(text: string, names: readonly LabelToken[]): LabelToken[] {
  const list: LabelToken[] = [];
  for (const token of [...names].reverse()) {
    const near = list.at(-1);
    const [a, b] = near === undefined || near.start > token.start ? [token, near] : [near, token];
    if (b !== undefined && !/^\s*(?:[、,/&]|和|与|及|以及|and|or|或)*\s*$/.test(text.slice(a.end, b.start))) break;
    list.push(token);
  }
  return list.reverse();
}

/** The rows of a name, narrowed by the other names of the clause and the sentence. */
export function rowsOf({ clause, claimed, labels, figures, context }: ParsedClause, name: LabelToken, at: Span): Row[] {
  const columns = [...new Set([...context.labels, ...labels].map(({ column }) => column))].filter(
    (column) => column !== name.column,
  );
  const others = columns.flatMap((column) => {
    const own = labels.filter((token) => token.column === column);
    return (
      own.length > 0
        ? listAt(clause.text, own, figures[0], at)
        : context.labels.filter((token) => token.column === column)
    ).slice(-1);
  });
  return claimed.rows.filter((row) => name.rows.has(row) && others.every(({ rows }) => rows.has(row)));
}

/** Whether all rows have the same labels and period. */
export function isOneThing(
  {
    claimed: {
      shape: { labels, time },
    },
  }: ParsedClause,
  rows: readonly Row[],
): boolean {
  return (
    new Set(
      rows.map((row) => JSON.stringify([...labels, ...(time === null ? [] : [time])].map(({ index }) => row[index]))),
    ).size <= 1
  );
}
