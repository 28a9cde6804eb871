import type { Row } from '@querent/contracts';
import { categoryOf, numberOf } from '../../reading/cell-value';
import type { ShapeColumn } from '../../reading/result-shape';
import { boundBefore, columnFor, type Bound } from './check-figures';
import type { FigureToken, LabelToken, WordToken } from './claim-tokens';
import { EVERY_STEP, ORDINALS } from './claim-words';
import { isBeyond, isExtreme, isMovement, rankOf } from './prove-order';
import { groupFor, isOneThing, kept, rowsOf, type Span, type ParsedClause } from './parsed-clause';

/** Checks the words that order or compare, with the names and the measure that they refer to. */
export function checkWords(parsed: ParsedClause, ordinals: readonly FigureToken[]): boolean {
  const { words } = parsed;
  const ranked = ordinals.length > 0 || words.some(({ sense }) => sense === 'ordinal');
  return (
    words.every((word) => {
      switch (word.sense) {
        case 'most':
        case 'least':
        case 'best':
        case 'worst':
          return ranked || checkExtreme(parsed, word);
        case 'ordinal':
          return checkRank(parsed, word, ORDINALS[word.text] ?? 0);
        case 'next':
          return checkNext(parsed, word);
        case 'up':
        case 'down':
        case 'level':
          return checkMovement(parsed, word.sense);
        case 'more':
        case 'less':
          return (
            parsed.figures.some((figure) => boundBefore(parsed, figure) !== null) ||
            checkComparison(parsed, word, word.sense)
          );
        // 比 introduces a difference (多, 高 …), which no row contains.
        case 'than':
          return false;
        default:
          return true;
      }
    }) && ordinals.every((figure) => checkRank(parsed, figure, figure.value))
  );
}

/**
 * Measure that a word without a figure refers to: the one named in the clause, else in the sentence, else the only one.
 */
function aboutMeasure({ claimed, measures, context }: ParsedClause): ShapeColumn | null {
  const named = measures.at(-1)?.columns ?? context.measure;
  const { measures: own, shares } = claimed.shape;
  const columns = named ?? (own.length > 0 ? own : shares);
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

function checkExtreme(parsed: ParsedClause, word: WordToken): boolean {
  const { claimed, figures } = parsed;
  const column =
    figures.length === 1 && figures[0] !== undefined ? columnFor(parsed, figures[0]) : aboutMeasure(parsed);
  if (column === null) return false;
  const isMost =
    word.sense === 'most' ||
    (word.sense === 'best' ? column.better === 'higher' : word.sense === 'worst' ? column.better === 'lower' : false);
  if ((word.sense === 'best' || word.sense === 'worst') && column.better === undefined) return false;
  const subject = groupFor(parsed, word);
  // Without a name the figure identifies the row, and is checked as a figure.
  if (subject === null) return figures.length > 0;
  // "In May the highest was 5": the figure identifies the row.
  if (subject.some((token) => !isOneThing(parsed, rowsOf(parsed, token, word)))) return figures.length > 0;
  return subject.every((token) =>
    rowsOf(parsed, token, word).some((row) => isExtreme(claimed, row, column, isMost, universe(parsed, token, word))),
  );
}

/** Rows among which an extreme is determined, for example those of the month named in the clause. */
function universe(parsed: ParsedClause, name: LabelToken, at: Span): readonly Row[] {
  const all = { ...name, rows: new Set(parsed.claimed.rows) };
  return rowsOf(parsed, all, at);
}

function checkRank(parsed: ParsedClause, word: Span, rank: number): boolean {
  const { claimed, figures } = parsed;
  const column =
    figures.length === 1 && figures[0] !== undefined ? columnFor(parsed, figures[0]) : aboutMeasure(parsed);
  const subject = groupFor(parsed, word);
  const [token] = subject ?? [];
  if (column === null || token === undefined || subject?.length !== 1) return false;
  return rowsOf(parsed, token, word).some(
    (row) => rankOf(claimed, row, column, universe(parsed, token, word)) === rank,
  );
}

/** Checks "followed by B": B's rank is next to that of the preceding name, or equal. */
function checkNext(parsed: ParsedClause, word: WordToken): boolean {
  const { claimed, context, labels } = parsed;
  const column = aboutMeasure(parsed);
  const after = labels.find(({ start }) => start >= word.end);
  const before = [...context.labels, ...labels.filter(({ end }) => end <= word.start)]
    .filter(({ column: own }) => own === after?.column)
    .at(-1);
  if (column === null || after === undefined || before === undefined) return false;
  const ranks = (token: LabelToken): number[] =>
    [...token.rows].flatMap((row) => rankOf(claimed, row, column, universe(parsed, token, word)) ?? []);
  return ranks(after).some((rank) => ranks(before).some((other) => rank === other + 1 || rank === other));
}

function checkComparison(parsed: ParsedClause, word: WordToken, sense: Bound): boolean {
  const { labels, context, figures, clause } = parsed;
  const [a, b] = [
    labels.filter(({ end }) => end <= word.start).at(-1) ?? context.labels.at(-1),
    labels.find(({ start }) => start >= word.end),
  ];
  const column = aboutMeasure(parsed);
  // A figure after the two names may be their difference, which no row contains.
  const isBeside = figures.every((figure) => /\(\s?$/.test(clause.text.slice(0, figure.start)));
  if (a === undefined || b === undefined || a.column !== b.column || column === null || !isBeside) return false;
  const [high, low] = sense === 'more' ? [a, b] : [b, a];
  return rowsOf(parsed, high, word).some((row) =>
    rowsOf(parsed, low, word).some((other) => isBeyond(row, other, column)),
  );
}

function checkMovement(parsed: ParsedClause, sense: 'up' | 'down' | 'level'): boolean {
  const { claimed, labels, context } = parsed;
  const { time, pairs } = claimed.shape;
  const things = kept(context.labels, labels).filter(({ column }) => column !== time);
  const rows = claimed.rows.filter((row) => things.every((token) => token.rows.has(row)));
  const [pair] = pairs;
  if (pair !== undefined) {
    const isIdentified = things.length > 0 || claimed.rows.length === 1;
    return (
      pairs.length === 1 &&
      isIdentified &&
      rows.length > 0 &&
      rows.every((row) => isMovement(sense, numberOf(row[pair.base.index]), numberOf(row[pair.current.index])))
    );
  }
  const column = aboutMeasure(parsed);
  if (time === null || column === null) return false;
  const inTime = [...rows].sort((x, y) => categoryOf(x[time.index]).localeCompare(categoryOf(y[time.index])));
  const days = inTime.map((row) => categoryOf(row[time.index]));
  if (new Set(days).size < days.length) return false;
  if (EVERY_STEP.test(parsed.clause.text)) {
    const isStep = (row: Row, at: number): boolean =>
      at === 0 || isMovement(sense, numberOf(inTime[at - 1]?.[column.index]), numberOf(row[column.index]));
    return inTime.length > 1 && inTime.every(isStep);
  }
  const named = [...context.times, ...labels.filter((token) => token.column === time)].map((token) =>
    inTime.findIndex((row) => token.rows.has(row)),
  );
  const ends =
    named.length === 0
      ? claimed.shape.complete
        ? [0, inTime.length - 1]
        : []
      : named.length === 1
        ? [(named[0] ?? 0) - 1, named[0] ?? 0]
        : [Math.min(...named), Math.max(...named)];
  const [from, to] = ends.map((at) => inTime[at]);
  return (
    from !== undefined &&
    to !== undefined &&
    from !== to &&
    isMovement(sense, numberOf(from[column.index]), numberOf(to[column.index]))
  );
}
