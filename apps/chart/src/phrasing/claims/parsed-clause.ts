import type { Row } from '@querent/contracts';
import type { ShapeColumn } from '../../reading/result-shape';
import type { Claimed } from './claimed';
import type { FigureToken, LabelToken, MeasureToken, Token, WordToken } from './claim-tokens';

/** What a sentence has been about so far. */
export interface Context {
  labels: readonly LabelToken[];
  measure: readonly ShapeColumn[] | null;
  times: readonly LabelToken[];
}

/** A part of a sentence that claims something by itself. */
export interface Clause {
  /** Of the whole answer. */
  text: string;
  start: number;
  end: number;
  tokens: readonly Token[];
}

/** A clause with its tokens by kind, and what it is read with. */
export interface Said {
  clause: Clause;
  claimed: Claimed;
  context: Context;
  labels: readonly LabelToken[];
  measures: readonly MeasureToken[];
  words: readonly WordToken[];
  figures: readonly FigureToken[];
}

/** New names take the place of those of their columns; what a name belongs to, such as its month, goes on. */
export function kept(before: readonly LabelToken[], now: readonly LabelToken[]): readonly LabelToken[] {
  return [...before.filter(({ column }) => !now.some((token) => token.column === column)), ...now];
}

/** A stretch of the answer's text. */
export interface Place {
  start: number;
  end: number;
}

/**
 * The names that a figure or a word is of, with those listed beside it; where the clause has none, the sentence's.
 * Null: there is none.
 */
export function groupFor({ clause, labels, figures, context }: Said, at: Place): readonly LabelToken[] | null {
  const columns = [...new Set(labels.map(({ column }) => column))];
  const groups = columns.map((column) =>
    listAt(
      clause.text,
      labels.filter((token) => token.column === column),
      figures[0],
      at,
    ),
  );
  const going = context.labels.at(-1);
  if (groups.length === 0)
    return going === undefined ? null : context.labels.filter(({ column }) => column === going.column);
  return groups.find((group) => group.length > 1) ?? groups[0] ?? null;
}

/**
 * Of the names of one column: the last before it with those listed beside it; where figures come first ("5 in May, 3 in
 * June"), the next behind it.
 */
function listAt(
  text: string,
  names: readonly LabelToken[],
  firstFigure: FigureToken | undefined,
  at: Place,
): LabelToken[] {
  const before = names.filter(({ end }) => end <= at.start);
  const behind = names.filter(({ start }) => start >= at.end);
  const [last, next] = [before.at(-1), behind[0]];
  const figuresFirst = firstFigure !== undefined && names.every(({ start }) => start > firstFigure.start);
  if (last !== undefined && (next === undefined || !figuresFirst))
    return /^\s?\($/.test(text.slice(last.end, at.start)) ? [last] : listEnding(text, before);
  return next === undefined ? [] : listEnding(text, [...behind].reverse()).reverse();
}

/** The names in a row with the last: 上海市、杭州市和苏州市. Given from the last to the first, those in a row with the first. */
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
export function rowsOf({ clause, claimed, labels, figures, context }: Said, name: LabelToken, at: Place): Row[] {
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

/** Whether rows have one name throughout. */
export function isOneThing(
  {
    claimed: {
      shape: { labels, time },
    },
  }: Said,
  rows: readonly Row[],
): boolean {
  return (
    new Set(
      rows.map((row) => JSON.stringify([...labels, ...(time === null ? [] : [time])].map(({ index }) => row[index]))),
    ).size <= 1
  );
}
