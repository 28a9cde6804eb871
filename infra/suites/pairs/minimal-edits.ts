import { findNumbers, findQuoted, findTimeExpressions } from '@querent/language';
import { valuesNamedIn, vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { WORD_SWAPS, type ChangeKind } from './word-swaps';

/** A question with one thing changed. */
export interface MinimalEdit {
  kind: ChangeKind;
  question: string;
}

/**
 * All edits of a question that change its meaning by one thing, by construction. `today`: the day relative times are
 * read on.
 */
export function minimalEdits(question: string, model: SemanticModel, today: string): MinimalEdit[] {
  const text = question.normalize('NFKC').toLowerCase();
  if (text.length !== question.length) return [];
  const edits = [
    ...numberEdits(text),
    ...yearEdits(text),
    ...swapEdits(text),
    ...valueEdits(question, text, model),
    ...logicEdits(question, text, model),
    ...nameEdits(text, model),
  ];
  return edits.filter((edit) => edit.question !== text && changesMeaning(edit, text, today));
}

interface Place {
  start: number;
  end: number;
}

const put = (text: string, { start, end }: Place, words: string): string =>
  text.slice(0, start) + words + text.slice(end);

const FACTORS = [2, 3, 10];

/** Another number for a number in digits: one more, and times a few. Quoted ones and dates are left to other edits. */
function numberEdits(text: string): MinimalEdit[] {
  const taken = [
    ...findQuoted(text),
    ...findTimeExpressions(text, { today: '2026-11-21' }).filter(
      (time) => !/\d+\s?(?:天|日内|days?|weeks?|months?|个月|周)/.test(time.text),
    ),
  ];
  return Array.from(text.matchAll(/(?<![\d.,a-z-])[1-9]\d{0,6}(?![\d.,:/a-z-]|年|月|日|号|点)/g)).flatMap(
    ({ index, 0: digits }) => {
      const place = { start: index, end: index + digits.length };
      if (taken.some((span) => place.start < span.end && span.start < place.end)) return [];
      const value = Number(digits);
      return [value + 1, ...FACTORS.map((factor) => value * factor)].map((other): MinimalEdit => ({
        kind: 'number',
        question: put(text, place, String(other)),
      }));
    },
  );
}

function yearEdits(text: string): MinimalEdit[] {
  return Array.from(text.matchAll(/(?<!\d)20(?:1\d|2[0-6])(?!\d|-)/g)).map(({ index, 0: year }): MinimalEdit => ({
    kind: 'time',
    question: put(text, { start: index, end: index + 4 }, String(Number(year) - 1)),
  }));
}

function swapEdits(text: string): MinimalEdit[] {
  return WORD_SWAPS.flatMap(({ kind, words, before }) =>
    words.flatMap((word) =>
      placesOf(text, word)
        .filter(({ end }) => before?.test(text.slice(end)) ?? true)
        .flatMap((place) =>
          isInside(text, place, words)
            ? []
            : words
                .filter((other) => other !== word)
                .map((other): MinimalEdit => ({ kind, question: put(text, place, other) })),
        ),
    ),
  );
}

/** 有 in 没有, 千 in 千万: a longer word of the row stands there. */
function isInside(text: string, place: Place, words: readonly string[]): boolean {
  return words.some((word) =>
    placesOf(text, word).some(
      ({ start, end }) => start <= place.start && end >= place.end && end - start > place.end - place.start,
    ),
  );
}

function placesOf(text: string, word: string): Place[] {
  const isLatin = /[a-z]/.test(word);
  const found: Place[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (!isLatin || !(/[a-z0-9]/.test(text.charAt(at - 1)) || /[a-z0-9]/.test(text.charAt(end))))
      found.push({ start: at, end });
  }
  if (found.length === 0) return found;
  const quoted = findQuoted(text);
  return found.filter((place) => !quoted.some(({ start, end }) => start < place.end && place.start < end));
}

/** How many other values and names take the place of one. */
const OTHERS = 6;

/** A stored value for another of the same column. */
function valueEdits(question: string, text: string, model: SemanticModel): MinimalEdit[] {
  const named = valuesNamedIn(question, model);
  return named.flatMap(({ word, table, column, value }): MinimalEdit[] => {
    const [place, again] = placesOf(text, word.toLowerCase());
    const stored = model.tables[table]?.columns[column]?.storedValues ?? [];
    const others = stored.filter(
      (other) =>
        other !== value && other.trim() !== '' && other === other.trim() && !isNamed(other, { table, column }, named),
    );
    if (!place || again || /\d/.test(word)) return [];
    return others.slice(0, OTHERS).map((other) => ({ kind: 'value', question: put(text, place, other.toLowerCase()) }));
  });
}

/** A value that the question asks for already would leave the same values asked for. */
const isNamed = (
  value: string,
  { table, column }: { table: string; column: string },
  named: readonly { table: string; column: string; value: string }[],
): boolean => named.some((one) => one.table === table && one.column === column && one.value === value);

/** Two values of one column, both wanted: one and not the other, or either of them. */
function logicEdits(question: string, text: string, model: SemanticModel): MinimalEdit[] {
  const named = valuesNamedIn(question, model);
  return Array.from(text.matchAll(/(?<=(\p{Script=Han}))[和或](?=\p{Script=Han})| (?:and|or) /gu)).flatMap(
    ({ index, 0: joiner, 1: han }): MinimalEdit[] => {
      const [before, after] = [text.slice(0, index), text.slice(index + joiner.length)];
      const left = named.filter(({ word }) => before.endsWith(word.toLowerCase()));
      const joined = left.some((one) =>
        named.some(
          (other) =>
            other.word !== one.word &&
            other.table === one.table &&
            other.column === one.column &&
            after.startsWith(other.word.toLowerCase()),
        ),
      );
      return joined
        ? [{ kind: 'logic', question: `${before}${han === undefined ? ' but not ' : '而不是'}${after}` }]
        : [];
    },
  );
}

/** Behind these a name is what rows are grouped by. */
const GROUPING = /(?:按|各|各个|每个|每种|\b(?:by|per|each)(?: the)? )$/;

/** The name of a metric or a dimension for another one's. */
function nameEdits(text: string, model: SemanticModel): MinimalEdit[] {
  const names = namesOf(model);
  const found = names.flatMap(({ name, value }) =>
    text.includes(name) ? placesOf(text, name).map((place) => ({ ...place, name, value })) : [],
  );
  const outer = found.filter(
    (one) =>
      !found.some(
        (other) => other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start,
      ),
  );
  return outer.flatMap(({ start, end, name, value }): MinimalEdit[] => {
    const kind = value.startsWith('metric:')
      ? 'metric'
      : isDimension(value, model) && GROUPING.test(text.slice(0, start))
        ? 'dimension'
        : null;
    if (kind === null || outer.some((other) => other.start === start && other.value !== value && other.name === name))
      return [];
    const others = names.filter(
      (other) =>
        other.value !== value &&
        isSameLanguage(other.name, name) &&
        (kind === 'metric'
          ? other.value.startsWith('metric:')
          : isDimension(other.value, model) && tableOf(other.value) === tableOf(value)),
    );
    const distinct = [...new Map(others.map((other) => [other.value, other.name])).values()];
    return distinct.slice(0, OTHERS).map((other) => ({ kind, question: put(text, { start, end }, other) }));
  });
}

const namesKnown = new WeakMap<SemanticModel, { name: string; value: string }[]>();

function namesOf(model: SemanticModel): { name: string; value: string }[] {
  const known =
    namesKnown.get(model) ??
    [...vocabularyOf(model)]
      .filter(({ text }) => text.length > 1)
      .map(({ text, value }) => ({ name: text.toLowerCase(), value }));
  namesKnown.set(model, known);
  return known;
}

const isSameLanguage = (a: string, b: string): boolean => /\p{Script=Han}/u.test(a) === /\p{Script=Han}/u.test(b);
const tableOf = (value: string): string => value.slice(0, value.indexOf('.'));

function isDimension(value: string, model: SemanticModel): boolean {
  const [, table = '', column = ''] = /^attribute:([^.]+)\.(.+)$/.exec(value) ?? [];
  return model.tables[table]?.columns[column]?.role === 'dimension';
}

/** Two words for one stretch of time are no change; nor is another unit of nothing. */
function changesMeaning({ kind, question }: MinimalEdit, text: string, today: string): boolean {
  if (kind === 'time') return timesOf(question, today) !== timesOf(text, today);
  // Of a ranking the highest are the first by it: 总金额前10, 最高金额前10.
  if (kind === 'aggregate' && /前\s?\d|\btop \d/.test(question)) return false;
  if (kind === 'unit') return numbersOf(question) !== numbersOf(text);
  return true;
}

/** The days that the times of a text come to: what tells whether two words for time differ. */
export const timesOf = (text: string, today: string): string =>
  JSON.stringify(findTimeExpressions(text, { today }).map(({ range, recurs }) => [range, recurs]));

const numbersOf = (text: string): string => JSON.stringify(findNumbers(text).map(({ value, unit }) => [value, unit]));
