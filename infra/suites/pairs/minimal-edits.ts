import { findNumbers, findQuoted, findTimeExpressions } from '@querent/language';
import { valuesNamedIn, vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { WORD_SWAPS, type ChangeKind } from './word-swaps';

/** A question after one change of meaning. */
export interface MinimalEdit {
  kind: ChangeKind;
  question: string;
}

/**
 * All edits of a question that change its meaning in one respect, by construction.
 * @param today the day from which relative times are read
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

interface Span {
  start: number;
  end: number;
}

const put = (text: string, { start, end }: Span, words: string): string =>
  text.slice(0, start) + words + text.slice(end);

const FACTORS = [2, 3, 10];

/** Replaces a number in digits by its successor and some multiples. Quoted numbers and dates are left out. */
function numberEdits(text: string): MinimalEdit[] {
  const taken = [
    ...findQuoted(text),
    ...findTimeExpressions(text, { today: '2026-11-21' }).filter(
      (time) => !/\d+\s?(?:天|日内|days?|weeks?|months?|个月|周)/.test(time.text),
    ),
  ];
  return Array.from(text.matchAll(/(?<![\d.,a-z-])[1-9]\d{0,6}(?![\d.,:/a-z-]|年|月|日|号|点)/g)).flatMap(
    ({ index, 0: digits }) => {
      const span = { start: index, end: index + digits.length };
      if (taken.some((span) => span.start < span.end && span.start < span.end)) return [];
      const value = Number(digits);
      return [value + 1, ...FACTORS.map((factor) => value * factor)].map((other): MinimalEdit => ({
        kind: 'number',
        question: put(text, span, String(other)),
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
      spansOf(text, word)
        .filter(({ end }) => before?.test(text.slice(end)) ?? true)
        .flatMap((span) =>
          isInside(text, span, words)
            ? []
            : words
                .filter((other) => other !== word)
                .map((other): MinimalEdit => ({ kind, question: put(text, span, other) })),
        ),
    ),
  );
}

/** Whether a longer word of the row contains the span, as 没有 contains 有 and 千万 contains 千. */
function isInside(text: string, span: Span, words: readonly string[]): boolean {
  return words.some((word) =>
    spansOf(text, word).some(
      ({ start, end }) => start <= span.start && end >= span.end && end - start > span.end - span.start,
    ),
  );
}

function spansOf(text: string, word: string): Span[] {
  const isLatin = /[a-z]/.test(word);
  const found: Span[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (!isLatin || !(/[a-z0-9]/.test(text.charAt(at - 1)) || /[a-z0-9]/.test(text.charAt(end))))
      found.push({ start: at, end });
  }
  if (found.length === 0) return found;
  const quoted = findQuoted(text);
  return found.filter((span) => !quoted.some(({ start, end }) => start < span.end && span.start < end));
}

/** Number of values and names that replace one. */
const OTHERS = 6;

/** Replaces a stored value by another one of its column. */
function valueEdits(question: string, text: string, model: SemanticModel): MinimalEdit[] {
  const named = valuesNamedIn(question, model);
  return named.flatMap(({ word, table, column, value }): MinimalEdit[] => {
    const [span, again] = spansOf(text, word.toLowerCase());
    const stored = model.tables[table]?.columns[column]?.storedValues ?? [];
    const others = stored.filter(
      (other) =>
        other !== value && other.trim() !== '' && other === other.trim() && !isNamed(other, { table, column }, named),
    );
    if (!span || again || /\d/.test(word)) return [];
    return others.slice(0, OTHERS).map((other) => ({ kind: 'value', question: put(text, span, other.toLowerCase()) }));
  });
}

/** Excludes values that the question already contains, because the set of values would stay the same. */
const isNamed = (
  value: string,
  { table, column }: { table: string; column: string },
  named: readonly { table: string; column: string; value: string }[],
): boolean => named.some((one) => one.table === table && one.column === column && one.value === value);

/** Changes the logic between two values of one column: one without the other, or either. */
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

/** Words after which a name is a grouping. */
const GROUPING = /(?:按|各|各个|每个|每种|\b(?:by|per|each)(?: the)? )$/;

/** Replaces the name of a metric or dimension by another one. */
function nameEdits(text: string, model: SemanticModel): MinimalEdit[] {
  const names = namesOf(model);
  const found = names.flatMap(({ name, value }) =>
    text.includes(name) ? spansOf(text, name).map((span) => ({ ...span, name, value })) : [],
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

/** Excludes edits that keep the meaning: two words for one period, or another unit without a number. */
function changesMeaning({ kind, question }: MinimalEdit, text: string, today: string): boolean {
  if (kind === 'time') return timesOf(question, today) !== timesOf(text, today);
  // In a ranking, "highest" and "first" mean the same: 总金额前10, 最高金额前10.
  if (kind === 'aggregate' && /前\s?\d|\btop \d/.test(question)) return false;
  if (kind === 'unit') return numbersOf(question) !== numbersOf(text);
  return true;
}

/** The days that a text's times denote. Two texts with different days differ in meaning. */
export const timesOf = (text: string, today: string): string =>
  JSON.stringify(findTimeExpressions(text, { today }).map(({ range, recurs }) => [range, recurs]));

const numbersOf = (text: string): string => JSON.stringify(findNumbers(text).map(({ value, unit }) => [value, unit]));
