import { findNumbers, findTimeExpressions, isoDay, normalizeText, periodEnd } from '@querent/language';
import type { Row } from '@querent/contracts';
import { cellText, isNumeric } from '../../reading/cell-text';
import { categoryOf } from '../../reading/cell-value';
import { periodName, type ResultShape, type ShapeColumn } from '../../reading/result-shape';
import { claimWords, type ClaimWord } from './claim-words';

interface Span {
  start: number;
  end: number;
}

/** A row's name or a part of it, with the rows that have it in this column. */
export interface LabelToken extends Span {
  kind: 'label';
  column: ShapeColumn;
  rows: ReadonlySet<Row>;
}

/** A word that names one or several measures. */
export interface MeasureToken extends Span {
  kind: 'measure';
  columns: readonly ShapeColumn[];
}

export interface FigureToken extends Span {
  kind: 'figure';
  text: string;
  value: number;
  /** Canonical unit of `findNumbers`. */
  unit?: string;
  ordinal: boolean;
}

export type WordToken = ClaimWord & { kind: 'word' };
/** A time that belongs to no row; a time of the question applies to all rows. */
export interface TimeToken extends Span {
  kind: 'time';
  /** The time occurs neither in a row nor in the question. */
  isForeign: boolean;
}

export type Token = LabelToken | MeasureToken | FigureToken | WordToken | TimeToken;

/** The parts of a normalised text that claim something, left to right, without overlaps. */
export function claimTokens(
  text: string,
  shape: ResultShape,
  rows: readonly Row[],
  asked: string,
  today: string,
): Token[] {
  const tokens: Token[] = [];
  let rest = text;
  const take = (found: readonly Token[]): void => {
    for (const token of [...found].sort((a, b) => b.end - b.start - (a.end - a.start))) {
      if (rest.slice(token.start, token.end).includes(TAKEN)) continue;
      tokens.push(token);
      rest = rest.slice(0, token.start) + TAKEN.repeat(token.end - token.start) + rest.slice(token.end);
    }
  };
  take(labelTokens(rest, shape, rows));
  take(measureTokens(rest, shape));
  take(
    findTimeExpressions(rest, { today }).map(({ start, end, text: written, range }) =>
      timeToken({ start, end }, written, range, { shape, rows, asked }),
    ),
  );
  const figures = findNumbers(rest).map((found): FigureToken => ({
    kind: 'figure',
    start: found.start,
    end: found.end,
    text: found.text,
    value: found.value,
    unit: found.unit,
    ordinal: found.ordinal === true,
  }));
  // 倍 and 一半 are derived from two figures; they are refused as words.
  take(
    figures.filter(
      ({ unit, text: written }) => unit !== '倍' && /\d|[一二三四五六七八九十百千万亿两]|[a-z]/.test(written),
    ),
  );
  take(claimWords(rest).map((word): WordToken => ({ ...word, kind: 'word' })));
  return tokens.sort((a, b) => a.start - b.start);
}

/** Replaces recognised text. It is no letter, so no word can span it. */
const TAKEN = '\u0001';

function labelTokens(text: string, shape: ResultShape, rows: readonly Row[]): LabelToken[] {
  const columns = shape.columns.filter((column) => !isNumeric(column) && column !== shape.geo);
  return columns.flatMap((column) => {
    const byName = new Map<string, Set<Row>>();
    for (const row of rows) {
      for (const name of namesOf(row, column, shape)) byName.set(name, (byName.get(name) ?? new Set()).add(row));
    }
    const short = shortNames(byName);
    return [...byName, ...short].flatMap(([name, own]) =>
      occurrencesOf(text, name).map((span): LabelToken => ({ kind: 'label', ...span, column, rows: own })),
    );
  });
}

function namesOf(row: Row, column: ShapeColumn, shape: ResultShape): string[] {
  const cell = row[column.index];
  const year =
    column.grain === 'year' || column === shape.time ? /^(?:19|20)\d\d$/.exec(categoryOf(cell))?.[0] : undefined;
  const names = [
    cellText(cell, column, shape.locale),
    ...(typeof cell === 'string' ? [cell] : []),
    ...(year === undefined ? [] : [`${year}年`]),
  ];
  return [...new Set(names.map(normalizeText).filter((name) => name !== ''))];
}

/** Short names such as 上海 for 上海市, if no other name has the same beginning. */
function shortNames(names: ReadonlyMap<string, Set<Row>>): [string, Set<Row>][] {
  return [...names].flatMap(([name, rows]): [string, Set<Row>][] => {
    const short = /^(\p{Script=Han}{2,})[市省区县镇乡州]$/u.exec(name)?.[1];
    const isUnique =
      short !== undefined && [...names.keys()].every((other) => other === name || !other.startsWith(short));
    return isUnique ? [[short, rows]] : [];
  });
}

/** Words for a share, independent of the column's label. */
const SHARE_WORDS = [
  '占比',
  '比例',
  '份额',
  '比重',
  '占',
  'share',
  'percentage',
  'accounts for',
  'accounted for',
  'accounting for',
  'makes up',
  'made up',
];

function measureTokens(text: string, shape: ResultShape): MeasureToken[] {
  const columns = shape.columns.filter(isNumeric);
  const byName = new Map<string, ShapeColumn[]>();
  const add = (name: string, column: ShapeColumn): void =>
    void byName.set(name, [...new Set([...(byName.get(name) ?? []), column])]);
  for (const column of columns) {
    const [label = '', ...periods] = normalizeText(column.label).split(' · ');
    add(label, column);
    if (periods.length > 0) add(normalizeText(periodName(column)), column);
    if (column.role === 'share') for (const word of SHARE_WORDS) add(word, column);
  }
  const whole = new Set(byName.keys());
  for (const column of columns) {
    const [label = ''] = normalizeText(column.label).split(' · ');
    for (const name of headsOf(label)) if (!whole.has(name)) add(name, column);
  }
  return [...byName].flatMap(([name, own]) =>
    occurrencesOf(text, name).map((span): MeasureToken => ({ kind: 'measure', ...span, columns: own })),
  );
}

/** Short forms of a label: 金额 for 订单金额, amount for order amount, orders for order. */
function headsOf(label: string): string[] {
  if (/\p{Script=Han}/u.test(label)) return [...label].length > 3 ? [[...label].slice(-2).join('')] : [];
  const words = label.split(' ');
  const last = words.at(-1) ?? '';
  const whole = [label, last].flatMap((name) => [`${name}s`, name.replace(/s$/, '')]);
  return [
    ...(words.length > 1 && last.length > 3 ? [last] : []),
    ...whole.filter((name) => name.length > 3 && (words.length > 1 || name.startsWith(last.slice(0, 4)))),
  ];
}

function occurrencesOf(text: string, name: string): Span[] {
  if (name.length === 0) return [];
  const isWord = /^[\p{L}\p{N}].*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u.test(name) && !/\p{Script=Han}/u.test(name);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = isWord
    ? `(?<![\\p{L}\\p{N}](?<!\\p{Script=Han}))${escaped}(?![\\p{L}\\p{N}](?<!\\p{Script=Han}))`
    : escaped;
  return Array.from(text.matchAll(new RegExp(pattern, 'gu')), ({ index }) => ({
    start: index,
    end: index + name.length,
  }));
}

function timeToken(
  span: Span,
  written: string,
  { from, to }: { from: string | null; to: string | null },
  { shape, rows, asked }: { shape: ResultShape; rows: readonly Row[]; asked: string },
): Token {
  const { time } = shape;
  const own =
    time === null || from === null || to === null
      ? []
      : rows.filter((row) => {
          const day = isoDay(categoryOf(row[time.index]));
          return day === from && periodEnd(day, time.grain ?? 'day') === to;
        });
  if (time !== null && own.length > 0) return { kind: 'label', ...span, column: time, rows: new Set(own) };
  const isOfData = shape.columns.some(
    (column) =>
      !isNumeric(column) &&
      rows.some((row) => normalizeText(cellText(row[column.index], column, shape.locale)).includes(written)),
  );
  return { kind: 'time', ...span, isForeign: !asked.includes(written) && !isOfData };
}
