import { findNumbers, findTimeExpressions, normalizeText, type NumberMatch } from '@querent/language';
import { valuesNamedIn, vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import type { StatementFacts } from '@querent/lint';

/**
 * Restrictions in the question that the statement ignores: a time if the statement has no time condition, and numbers
 * and stored values that do not occur in it. Returned in the asker's spelling, for disclosure in the answer. How the
 * statement uses a word is not checked.
 * @param today current date in the asker's time zone
 */
export function ignoredWords(question: string, facts: StatementFacts, model: SemanticModel, today: string): string[] {
  const times = findTimeExpressions(question, { today }).filter(({ kind }) => kind !== 'recurring');
  const values = namedValues(question, facts, model);
  const isElsewhere = ({ start, end }: { start: number; end: number }): boolean =>
    times.some((time) => start < time.end && time.start < end) ||
    values.spans.some((span) => start < span.end && span.start < end);
  const numbers = findNumbers(question).filter(
    (number) =>
      number.ordinal !== true && Math.abs(number.value) > 1 && !isElsewhere(number) && !occursIn(number, facts),
  );
  const ignoredTimes = times.length === 0 || isDated(facts, model) ? [] : times.map(({ text }) => text);
  return [...new Set([...ignoredTimes, ...values.ignored, ...numbers.map(({ text }) => text.trim())])];
}

/**
 * Whether a condition or constant of the statement concerns time: a time column, a date, a year or the clock. Grouping
 * by month restricts nothing.
 */
function isDated({ filters, literals }: StatementFacts, model: SemanticModel): boolean {
  const columns = timeColumns(model);
  const texts = [
    ...filters.flatMap(({ subject, against, values }) => [subject, against ?? '', ...values]),
    ...literals,
  ];
  return texts.some((text) => DATED.test(text) || columns.some((column) => text.includes(column)));
}

const DATED =
  /\b(?:now\(|current_date|current_timestamp|localtimestamp|date_trunc|extract|date_part|interval)|\b(?:19|20)\d{2}\b/i;

const timeColumns = (model: SemanticModel): string[] =>
  Object.values(model.tables).flatMap(({ name, columns }) =>
    Object.values(columns)
      .filter(({ role, isYear }) => role === 'time' || isYear)
      .map((column) => `${name}.${column.name}`),
  );

interface NamedValues {
  ignored: string[];
  spans: { start: number; end: number }[];
}

/** Words that name stored values and no other part of the model. */
function namedValues(question: string, { literals }: StatementFacts, model: SemanticModel): NamedValues {
  const names = namesOf(model);
  const written = literals.map(normalizeText);
  const byWord = new Map<string, string[]>();
  for (const { word, value } of valuesNamedIn(question, model)) byWord.set(word, [...(byWord.get(word) ?? []), value]);
  const found = [...byWord].filter(([word]) => !names.has(normalizeText(word)));
  const isUsed = (word: string, values: string[]): boolean =>
    [word, ...values].map(normalizeText).some((one) => written.some((literal) => literal.includes(one)));
  return {
    ignored: found.filter(([word, values]) => !isUsed(word, values)).map(([word]) => word),
    spans: [...byWord.keys()].map((word) => ({
      start: question.indexOf(word),
      end: question.indexOf(word) + word.length,
    })),
  };
}

const known = new WeakMap<SemanticModel, ReadonlySet<string>>();

/** Names of things, columns, metrics and terms, cached because normalising all of them takes 10 ms. */
function namesOf(model: SemanticModel): ReadonlySet<string> {
  const names =
    known.get(model) ??
    new Set(
      [...vocabularyOf(model)].flatMap(({ text, value }) => (value.startsWith('value:') ? [] : [normalizeText(text)])),
    );
  known.set(model, names);
  return names;
}

/**
 * Whether a number occurs in the statement: unchanged, as a ratio, in metres for kilometres, or off by one for an
 * exclusive bound.
 */
function occursIn({ value, unit }: NumberMatch, { literals, tops, limit }: StatementFacts): boolean {
  const forms = [value, value / 100, value * 1000, value - 1, value + 1, -value];
  const known = [...literals, limit ?? '', ...tops.map((top) => String(top.limit))].flatMap((text) =>
    (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number),
  );
  return (
    known.some((one) => forms.includes(one)) ||
    (unit !== undefined && WORDS_FOR_TWO.has(value) && /^(?:个|种|类|家|组)$/.test(unit))
  );
}

/** Numbers that only count the things named with them: 这两类, "both kinds". */
const WORDS_FOR_TWO: ReadonlySet<number> = new Set([2]);
