import { findNumbers, findTimeExpressions, normalizeText, type NumberMatch } from '@querent/language';
import { valuesNamedIn, vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import type { StatementFacts } from '@querent/lint';

/**
 * Words by which a question narrows what it asks for and which its statement takes no notice of: a time where nothing
 * is dated, a number and a stored value that stand nowhere in it. In the asker's own letters, for the answer to
 * disclose. What a statement does with a word that it does use is not judged.
 * @param today the asker's civil date
 */
export function ignoredWords(question: string, facts: StatementFacts, model: SemanticModel, today: string): string[] {
  const times = findTimeExpressions(question, { today }).filter(({ kind }) => kind !== 'recurring');
  const values = namedValues(question, facts, model);
  const isElsewhere = ({ start, end }: { start: number; end: number }): boolean =>
    times.some((time) => start < time.end && time.start < end) ||
    values.spans.some((span) => start < span.end && span.start < end);
  const numbers = findNumbers(question).filter(
    (number) =>
      number.ordinal !== true && Math.abs(number.value) > 1 && !isElsewhere(number) && !standsIn(number, facts),
  );
  const ignoredTimes = times.length === 0 || isDated(facts, model) ? [] : times.map(({ text }) => text);
  return [...new Set([...ignoredTimes, ...values.ignored, ...numbers.map(({ text }) => text.trim())])];
}

/**
 * Whether a condition or a constant is about time: a column, a date or a year, the clock. To group by months narrows
 * nothing.
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

/** Words that name stored values and nothing else that the model knows. */
function namedValues(question: string, { literals }: StatementFacts, model: SemanticModel): NamedValues {
  const names = namesOf(model);
  const said = literals.map(normalizeText);
  const byWord = new Map<string, string[]>();
  for (const { word, value } of valuesNamedIn(question, model)) byWord.set(word, [...(byWord.get(word) ?? []), value]);
  const found = [...byWord].filter(([word]) => !names.has(normalizeText(word)));
  const isUsed = (word: string, values: string[]): boolean =>
    [word, ...values].map(normalizeText).some((one) => said.some((literal) => literal.includes(one)));
  return {
    ignored: found.filter(([word, values]) => !isUsed(word, values)).map(([word]) => word),
    spans: [...byWord.keys()].map((word) => ({
      start: question.indexOf(word),
      end: question.indexOf(word) + word.length,
    })),
  };
}

const known = new WeakMap<SemanticModel, ReadonlySet<string>>();

/** Names of things, columns, metrics and terms: normalising them all takes 10 ms. */
function namesOf(model: SemanticModel): ReadonlySet<string> {
  const names =
    known.get(model) ??
    new Set(
      [...vocabularyOf(model)].flatMap(({ text, value }) => (value.startsWith('value:') ? [] : [normalizeText(text)])),
    );
  known.set(model, names);
  return names;
}

/** A number as it is, as a share, in metres for kilometres, or one beside it for an open bound. */
function standsIn({ value, unit }: NumberMatch, { literals, tops, limit }: StatementFacts): boolean {
  const forms = [value, value / 100, value * 1000, value - 1, value + 1, -value];
  const known = [...literals, limit ?? '', ...tops.map((top) => String(top.limit))].flatMap((text) =>
    (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number),
  );
  return (
    known.some((one) => forms.includes(one)) ||
    (unit !== undefined && WORDS_FOR_TWO.has(value) && /^(?:个|种|类|家|组)$/.test(unit))
  );
}

/** 这两类, "both kinds": a number that only counts what is named beside it. */
const WORDS_FOR_TWO: ReadonlySet<number> = new Set([2]);
