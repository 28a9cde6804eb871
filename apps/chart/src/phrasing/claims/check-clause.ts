import type { Row } from '@querent/contracts';
import { categoryOf, numberOf } from '../../reading/cell-value';
import { isPercent } from '../../reading/cell-text';
import type { ShapeColumn } from '../../reading/result-shape';
import { agrees } from '../agrees';
import type { Claimed } from './claimed';
import type { FigureToken, LabelToken, MeasureToken, TimeToken, Token, WordToken } from './claim-tokens';
import { ENDS_OF_MOVEMENT, EVERY_STEP, ORDINALS } from './claim-words';
import { canonicalUnit, isUnitOf, measureOf } from './measure-of-figure';
import { isBeyond, isExtreme, isMovement, rankOf } from './prove-order';

/** What a sentence has been about so far. */
export interface Context {
  labels: readonly LabelToken[];
  measure: readonly ShapeColumn[] | null;
  times: readonly LabelToken[];
}

export interface Clause {
  /** Of the whole answer. */
  text: string;
  start: number;
  end: number;
  tokens: readonly Token[];
}

/** Whether the rows prove all that a clause claims. `context` is what the clauses before it were about, and is kept up to date. */
export function checkClause(clause: Clause, claimed: Claimed, context: Context): boolean {
  const free = clause.tokens.filter((token) => !isOfQuestion(token, clause, claimed));
  const words = free.filter((token): token is WordToken => token.kind === 'word');
  if (free.some((token): token is TimeToken => token.kind === 'time' && token.isForeign)) return false;
  if (words.some(({ sense }) => sense === 'denied' || sense === 'vague')) return false;
  const labels = free.filter((token): token is LabelToken => token.kind === 'label');
  const measures = free.filter((token): token is MeasureToken => token.kind === 'measure');
  const figures = free.filter((token): token is FigureToken => token.kind === 'figure');
  const counts = figures.filter((figure) => isCountOfRows(figure, clause, claimed));
  const open = figures.filter((figure) => !counts.includes(figure) && !figure.ordinal);
  const said: Said = { clause, claimed, context, labels, measures, words, figures: open };
  const single = claimed.rows.length === 1 && claimed.shape.rowCount === 1;
  if (words.some(({ sense }) => sense === 'derived') && !single && open.length + labels.length > 0) return false;
  if (words.some(({ sense }) => sense === 'derived') && counts.length === 0 && open.length === 0) return false;
  const holds = checkWords(said, figures.filter(({ ordinal }) => ordinal)) && checkFigures(said);
  if (labels.length > 0) context.labels = kept(context.labels, labels);
  if (measures.length > 0) context.measure = measures.at(-1)?.columns ?? null;
  context.times = [...context.times, ...labels.filter(({ column }) => column === claimed.shape.time)];
  return holds;
}

interface Said {
  clause: Clause;
  claimed: Claimed;
  context: Context;
  labels: readonly LabelToken[];
  measures: readonly MeasureToken[];
  words: readonly WordToken[];
  figures: readonly FigureToken[];
}

/** New names take the place of those of their columns; what a name belongs to, such as its month, goes on. */
function kept(before: readonly LabelToken[], now: readonly LabelToken[]): readonly LabelToken[] {
  return [...before.filter(({ column }) => !now.some((token) => token.column === column)), ...now];
}

/** A condition of the question that is repeated with its figure (超过100元, top 5), or a word that its figure stands with. */
function isOfQuestion(token: Token, { text, tokens }: Clause, { asked }: Claimed): boolean {
  if (token.kind !== 'figure' && token.kind !== 'word') return false;
  const at = tokens.indexOf(token);
  const [first, last] = token.kind === 'figure' ? [tokens[at - 1], token] : [token, tokens[at + 1]];
  if (first?.kind !== 'word' || last?.kind !== 'figure' || last.start - first.end > 2) return false;
  const phrase = text.slice(first.start, last.end);
  return asked.includes(phrase);
}

/** "3 cities", 共有3个城市: the number of rows, said of what the rows are. */
function isCountOfRows(figure: FigureToken, { text, tokens }: Clause, { shape, rows }: Claimed): boolean {
  if (figure.value !== shape.rowCount || shape.truncated || figure.unit === '%' || figure.ordinal) return false;
  const behind = text.slice(figure.end).trimStart();
  const isMeasured = tokens.some((token) => token.kind === 'measure' && token.start >= figure.end && text.slice(figure.end, token.start).trim() === '');
  if (isMeasured) return false;
  const isUnit = shape.columns.some(({ unit, role }) => role === 'measure' && unit !== undefined && unit !== '个' && (figure.unit === unit || behind.startsWith(unit)));
  if (isUnit) return false;
  const things = [...shape.labels, ...(shape.time === null ? [] : [shape.time])].map(({ label }) => label.toLowerCase());
  const nouns = things.flatMap((label) => [label, `${label}s`, label.replace(/y$/, 'ies'), label.split(' ')[0] ?? label, label.replace(/(?:名称|名字|名|编号)$/u, '')]).filter((noun) => noun !== '');
  const isThing = nouns.some((noun) => behind.startsWith(noun)) || /^(?:组|项|条|行|个?(?:结果|记录|条目)|rows?|results?|records?|entries|groups?|items?)/.test(behind) || /[组项条行]$/.test(figure.text);
  return isThing && rows.length > 0;
}

function checkFigures(said: Said): boolean {
  const { clause, claimed, words, figures } = said;
  const paired = words.some(({ sense }) => sense === 'respectively');
  if (paired) return checkPairs(said);
  return figures.every((figure) => {
    const column = columnFor(said, figure);
    if (column === null) return false;
    const bound = boundBefore(said, figure);
    const holds = (row: Row): boolean => (bound === null ? isValue(said, figure, column, row) : isWithinBound(bound, figure, column, row));
    const extreme = words.find(({ sense }) => sense === 'most' || sense === 'least');
    const group = groupFor(said, figure);
    if (group === null) {
      if (extreme !== undefined) return claimed.rows.some((row) => holds(row) && isExtreme(claimed, row, column, extreme.sense === 'most', []));
      return claimed.rows.length === 1 && claimed.rows.every(holds);
    }
    if (group.length > 1) {
      const isEach = words.some(({ sense }) => sense === 'each') && clause.tokens.filter(({ kind }) => kind === 'figure').length === 1;
      return isEach && group.every((token) => rowsOf(said, token, figure).some(holds));
    }
    const [token] = group;
    return token !== undefined && isOneOf(rowsOf(said, token, figure), holds, said, column, extreme);
  });
}

/** Rows that their names do not tell apart, any of which may be meant; of several others an extreme picks one. */
function isOneOf(rows: readonly Row[], holds: (row: Row) => boolean, said: Said, column: ShapeColumn, extreme: WordToken | undefined): boolean {
  if (rows.length <= 1) return rows.some(holds);
  if (isOneThing(said, rows)) return rows.some(holds);
  if (extreme !== undefined) return rows.some((row) => holds(row) && isExtreme(said.claimed, row, column, extreme.sense === 'most', rows));
  return rows.every(holds);
}

function isOneThing({ claimed: { shape: { labels, time } } }: Said, rows: readonly Row[]): boolean {
  return new Set(rows.map((row) => JSON.stringify([...labels, ...(time === null ? [] : [time])].map(({ index }) => row[index])))).size <= 1;
}

/** "A and B had 12 and 8, respectively". */
function checkPairs(said: Said): boolean {
  const { figures, labels, claimed } = said;
  const [first] = labels;
  const names = labels.filter(({ column }) => column === first?.column);
  if (figures.length === 0 || names.length !== figures.length) return false;
  // One measure is named for all of them, before the first or behind the last.
  const common = figures.flatMap((figure) => columnFor(said, figure) ?? [])[0] ?? null;
  return figures.every((figure, at) => {
    const token = names[at];
    const column = columnFor(said, figure) ?? (common !== null && isUnitOf(said.clause.text, figure, common) ? common : null);
    return token !== undefined && column !== null && [...token.rows].some((row) => claimed.rows.includes(row) && isValue(said, figure, column, row));
  });
}

function columnFor(said: Said, figure: FigureToken): ShapeColumn | null {
  const { clause, claimed, context, words } = said;
  const movement = words.find(({ sense }) => sense === 'up' || sense === 'down');
  const { pairs } = claimed.shape;
  const isEnd = ENDS_OF_MOVEMENT.test(beforeNames(said, figure));
  if (movement !== undefined && pairs.length === 0 && !isEnd) return null;
  if (movement !== undefined && pairs.length === 1 && (figure.unit === '%' || !isEnd)) {
    const [pair] = pairs;
    return (figure.unit === '%' ? pair?.growth : pair?.change) ?? null;
  }
  return measureOf(clause.text, figure, clause.tokens, claimed.shape, context.measure);
}

/** The clause up to a figure, without the names right before it: 从[2026年1月]的500元 begins the movement. */
function beforeNames({ clause, labels }: Said, figure: FigureToken): string {
  const last = labels.filter(({ end }) => end <= figure.start).at(-1);
  const isBeside = last !== undefined && /^\s*(?:的|,|was|of|at|is)?\s*$/.test(clause.text.slice(last.end, figure.start));
  return clause.text.slice(clause.start, isBeside ? last.start : figure.start);
}

/** The names that a figure or a word is of, with those listed beside it; where the clause has none, the sentence's. Null: there is none. */
function groupFor({ clause, labels, figures, context }: Said, at: Place): readonly LabelToken[] | null {
  const columns = [...new Set(labels.map(({ column }) => column))];
  const groups = columns.map((column) => listAt(clause.text, labels.filter((token) => token.column === column), figures[0], at));
  const going = context.labels.at(-1);
  if (groups.length === 0) return going === undefined ? null : context.labels.filter(({ column }) => column === going.column);
  return groups.find((group) => group.length > 1) ?? groups[0] ?? null;
}

interface Place {
  start: number;
  end: number;
}

/** Of the names of one column: the last before it with those listed beside it; where figures come first ("5 in May, 3 in June"), the next behind it. */
function listAt(text: string, names: readonly LabelToken[], firstFigure: FigureToken | undefined, at: Place): LabelToken[] {
  const before = names.filter(({ end }) => end <= at.start);
  const behind = names.filter(({ start }) => start >= at.end);
  const [last, next] = [before.at(-1), behind[0]];
  const figuresFirst = firstFigure !== undefined && names.every(({ start }) => start > firstFigure.start);
  if (last !== undefined && (next === undefined || !figuresFirst)) return /^\s?\($/.test(text.slice(last.end, at.start)) ? [last] : listEnding(text, before);
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
function rowsOf({ clause, claimed, labels, figures, context }: Said, name: LabelToken, at: Place): Row[] {
  const columns = [...new Set([...context.labels, ...labels].map(({ column }) => column))].filter((column) => column !== name.column);
  const others = columns.flatMap((column) => {
    const own = labels.filter((token) => token.column === column);
    return (own.length > 0 ? listAt(clause.text, own, figures[0], at) : context.labels.filter((token) => token.column === column)).slice(-1);
  });
  return claimed.rows.filter((row) => name.rows.has(row) && others.every(({ rows }) => rows.has(row)));
}

function isValue({ words }: Said, figure: FigureToken, column: ShapeColumn, row: Row): boolean {
  const cell = numberOf(row[column.index]);
  if (cell === null) return false;
  const known = valueOf(cell, figure, column);
  const isMoved = (column.role === 'change' || column.role === 'growth') && words.some(({ sense }) => sense === 'up' || sense === 'down');
  return agrees(figure.value, isMoved ? Math.abs(known) : known, figure.text);
}

/** The cell as it would be written with the figure's unit. */
function valueOf(cell: number, figure: FigureToken, column: ShapeColumn): number {
  if (figure.unit === '%' && isPercent(column)) return cell * 100;
  return cell * canonicalUnit(column).times;
}

type Bound = 'more' | 'less';

function boundBefore({ clause, words }: Said, figure: FigureToken): Bound | null {
  const word = words.find(({ sense, end }) => (sense === 'more' || sense === 'less') && end <= figure.start && clause.text.slice(end, figure.start).trim() === '');
  return word === undefined ? null : (word.sense as Bound);
}

function isWithinBound(bound: Bound, figure: FigureToken, column: ShapeColumn, row: Row): boolean {
  const cell = numberOf(row[column.index]);
  if (cell === null) return false;
  const known = valueOf(cell, figure, column);
  return bound === 'more' ? known > figure.value : known < figure.value;
}

/** Words that order or compare, each by the names and the measure that it stands with. */
function checkWords(said: Said, ordinals: readonly FigureToken[]): boolean {
  const { words } = said;
  const ranked = ordinals.length > 0 || words.some(({ sense }) => sense === 'ordinal');
  return words.every((word) => {
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
        return said.figures.some((figure) => boundBefore(said, figure) !== null) || checkComparison(said, word, word.sense);
      // 比 is followed by how the two compare: 多, 高 and the like are refused as vague, since by how much is not in a row.
      case 'than':
        return false;
      default:
        return true;
    }
  }) && ordinals.every((figure) => checkRank(said, figure, figure.value));
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
  const isMost = word.sense === 'most' || (word.sense === 'best' ? column.better === 'higher' : word.sense === 'worst' ? column.better === 'lower' : false);
  if ((word.sense === 'best' || word.sense === 'worst') && column.better === undefined) return false;
  const subject = groupFor(said, word);
  // Without a name, a figure says which it is, and is checked as one.
  if (subject === null) return figures.length > 0;
  // "In May the highest was 5": of what, the figure decides.
  if (subject.some((token) => !isOneThing(said, rowsOf(said, token, word)))) return figures.length > 0;
  return subject.every((token) => rowsOf(said, token, word).some((row) => isExtreme(claimed, row, column, isMost, universe(said, token, word))));
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
  const before = [...context.labels, ...labels.filter(({ end }) => end <= word.start)].filter(({ column: own }) => own === after?.column).at(-1);
  if (column === null || after === undefined || before === undefined) return false;
  const ranks = (token: LabelToken): number[] => [...token.rows].flatMap((row) => rankOf(claimed, row, column, universe(said, token, word)) ?? []);
  return ranks(after).some((rank) => ranks(before).some((other) => rank === other + 1 || rank === other));
}

function checkComparison(said: Said, word: WordToken, sense: Bound): boolean {
  const { labels, context, figures, clause } = said;
  const [a, b] = [labels.filter(({ end }) => end <= word.start).at(-1) ?? context.labels.at(-1), labels.find(({ start }) => start >= word.end)];
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
    return pairs.length === 1 && isTold && rows.length > 0 && rows.every((row) => isMovement(sense, numberOf(row[pair.base.index]), numberOf(row[pair.current.index])));
  }
  const column = aboutMeasure(said);
  if (time === null || column === null) return false;
  const inTime = [...rows].sort((x, y) => categoryOf(x[time.index]).localeCompare(categoryOf(y[time.index])));
  const days = inTime.map((row) => categoryOf(row[time.index]));
  if (new Set(days).size < days.length) return false;
  if (EVERY_STEP.test(said.clause.text)) {
    const isStep = (row: Row, at: number): boolean => at === 0 || isMovement(sense, numberOf(inTime[at - 1]?.[column.index]), numberOf(row[column.index]));
    return inTime.length > 1 && inTime.every(isStep);
  }
  const named = [...context.times, ...labels.filter((token) => token.column === time)].map((token) => inTime.findIndex((row) => token.rows.has(row)));
  const ends = named.length === 0 ? (claimed.shape.complete ? [0, inTime.length - 1] : []) : named.length === 1 ? [(named[0] ?? 0) - 1, named[0] ?? 0] : [Math.min(...named), Math.max(...named)];
  const [from, to] = ends.map((at) => inTime[at]);
  return from !== undefined && to !== undefined && from !== to && isMovement(sense, numberOf(from[column.index]), numberOf(to[column.index]));
}
