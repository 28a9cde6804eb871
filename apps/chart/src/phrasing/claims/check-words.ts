import type { Row } from '@querent/contracts';
import { categoryOf, numberOf } from '../../reading/cell-value';
import type { ShapeColumn } from '../../reading/result-shape';
import { boundBefore, columnFor, type Bound } from './check-figures';
import type { FigureToken, LabelToken, WordToken } from './claim-tokens';
import { EVERY_STEP, ORDINALS } from './claim-words';
import { isBeyond, isExtreme, isMovement, rankOf } from './prove-order';
import { groupFor, isOneThing, kept, rowsOf, type Place, type Said } from './said';

/** Words that order or compare, each by the names and the measure that it stands with. */
export function checkWords(said: Said, ordinals: readonly FigureToken[]): boolean {
  const { words } = said;
  const ranked = ordinals.length > 0 || words.some(({ sense }) => sense === 'ordinal');
  return (
    words.every((word) => {
      switch (word.sense) {
        case 'most':
        case 'least':
        case 'best':
        case 'worst':
          return ranked || checkExtreme(said, word);
        case 'ordinal':
          return checkRank(said, word, ORDINALS[word.text] ?? 0);
        case 'next':
          return checkNext(said, word);
        case 'up':
        case 'down':
        case 'level':
          return checkMovement(said, word.sense);
        case 'more':
        case 'less':
          return (
            said.figures.some((figure) => boundBefore(said, figure) !== null) || checkComparison(said, word, word.sense)
          );
        // 比 is followed by how the two compare: 多, 高 and the like are refused as vague, since by how much is not in a
        // row.
        case 'than':
          return false;
        default:
          return true;
      }
    }) && ordinals.every((figure) => checkRank(said, figure, figure.value))
  );
}

/** What a word without a figure is about: the measure named in the clause, else the sentence's, else the only one. */
function aboutMeasure({ claimed, measures, context }: Said): ShapeColumn | null {
  const named = measures.at(-1)?.columns ?? context.measure;
  const { measures: own, shares } = claimed.shape;
  const columns = named ?? (own.length > 0 ? own : shares);
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

function checkExtreme(said: Said, word: WordToken): boolean {
  const { claimed, figures } = said;
  const column = figures.length === 1 && figures[0] !== undefined ? columnFor(said, figures[0]) : aboutMeasure(said);
  if (column === null) return false;
  const isMost =
    word.sense === 'most' ||
    (word.sense === 'best' ? column.better === 'higher' : word.sense === 'worst' ? column.better === 'lower' : false);
  if ((word.sense === 'best' || word.sense === 'worst') && column.better === undefined) return false;
  const subject = groupFor(said, word);
  // Without a name, a figure says which it is, and is checked as one.
  if (subject === null) return figures.length > 0;
  // "In May the highest was 5": of what, the figure decides.
  if (subject.some((token) => !isOneThing(said, rowsOf(said, token, word)))) return figures.length > 0;
  return subject.every((token) =>
    rowsOf(said, token, word).some((row) => isExtreme(claimed, row, column, isMost, universe(said, token, word))),
  );
}

/** The rows among which one is the highest: those of the month that the clause speaks of, say. */
function universe(said: Said, name: LabelToken, at: Place): readonly Row[] {
  const all = { ...name, rows: new Set(said.claimed.rows) };
  return rowsOf(said, all, at);
}

function checkRank(said: Said, word: Place, rank: number): boolean {
  const { claimed, figures } = said;
  const column = figures.length === 1 && figures[0] !== undefined ? columnFor(said, figures[0]) : aboutMeasure(said);
  const subject = groupFor(said, word);
  const [token] = subject ?? [];
  if (column === null || token === undefined || subject?.length !== 1) return false;
  return rowsOf(said, token, word).some((row) => rankOf(claimed, row, column, universe(said, token, word)) === rank);
}

/** "Followed by B": no row lies between it and the one before. */
function checkNext(said: Said, word: WordToken): boolean {
  const { claimed, context, labels } = said;
  const column = aboutMeasure(said);
  const after = labels.find(({ start }) => start >= word.end);
  const before = [...context.labels, ...labels.filter(({ end }) => end <= word.start)]
    .filter(({ column: own }) => own === after?.column)
    .at(-1);
  if (column === null || after === undefined || before === undefined) return false;
  const ranks = (token: LabelToken): number[] =>
    [...token.rows].flatMap((row) => rankOf(claimed, row, column, universe(said, token, word)) ?? []);
  return ranks(after).some((rank) => ranks(before).some((other) => rank === other + 1 || rank === other));
}

function checkComparison(said: Said, word: WordToken, sense: Bound): boolean {
  const { labels, context, figures, clause } = said;
  const [a, b] = [
    labels.filter(({ end }) => end <= word.start).at(-1) ?? context.labels.at(-1),
    labels.find(({ start }) => start >= word.end),
  ];
  const column = aboutMeasure(said);
  // A figure behind the two names may be their difference, which no row has.
  const isBeside = figures.every((figure) => /\(\s?$/.test(clause.text.slice(0, figure.start)));
  if (a === undefined || b === undefined || a.column !== b.column || column === null || !isBeside) return false;
  const [high, low] = sense === 'more' ? [a, b] : [b, a];
  return rowsOf(said, high, word).some((row) => rowsOf(said, low, word).some((other) => isBeyond(row, other, column)));
}

function checkMovement(said: Said, sense: 'up' | 'down' | 'level'): boolean {
  const { claimed, labels, context } = said;
  const { time, pairs } = claimed.shape;
  const things = kept(context.labels, labels).filter(({ column }) => column !== time);
  const rows = claimed.rows.filter((row) => things.every((token) => token.rows.has(row)));
  const [pair] = pairs;
  if (pair !== undefined) {
    const isTold = things.length > 0 || claimed.rows.length === 1;
    return (
      pairs.length === 1 &&
      isTold &&
      rows.length > 0 &&
      rows.every((row) => isMovement(sense, numberOf(row[pair.base.index]), numberOf(row[pair.current.index])))
    );
  }
  const column = aboutMeasure(said);
  if (time === null || column === null) return false;
  const inTime = [...rows].sort((x, y) => categoryOf(x[time.index]).localeCompare(categoryOf(y[time.index])));
  const days = inTime.map((row) => categoryOf(row[time.index]));
  if (new Set(days).size < days.length) return false;
  if (EVERY_STEP.test(said.clause.text)) {
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
