import type { Ambiguity, ColumnRef, Filter, PlanResult, SemanticQuery } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import { normalizeQuestion } from '@querent/language';
import { turnUnits, type Unit } from '@querent/lexicon';
import { describeQuery } from '@querent/explain';
import { say, withRoles } from '@querent/model';
import type { PlanInput } from './plan-input';
import { type Candidate } from './answers/choices/candidate';
import { askForSubject } from './answers/asks/ask-for-subject';
import { askHowLong } from './answers/asks/ask-how-long';
import { askWhichTable } from './answers/asks/ask-which-table';
import { askLikely } from './answers/asks/ask-likely';
import { askWhichColumn } from './answers/asks/ask-which-column';
import { askWhere } from './answers/asks/ask-where';
import { afterChoice, asAmbiguity } from './answers/choices/decision';
import { withDefaults } from './answers/default-filters';
import { futureDays, disclosuresOf } from './answers/disclosures';
import {
  uncombinedWords,
  asksForFuture,
  asksForFutureEvents,
  forecast,
  impossible,
  notRecorded,
  misconfigured,
  type Refusal,
  tooLong,
  unknownWords,
  noReading,
  unrecordedYear,
} from './answers/refusal';
import { statedForms } from './answers/choices/metric-forms';
import { tooCostly } from './answers/choices/too-costly';
import { settle } from './answers/choices/settle';
import { CEILING, MARGIN, withoutDatedStates, withoutMoreShown, withoutUncompiled } from './eligible-readings';
import { smallTalk } from './answers/small-talk';
import { withSpans } from './answers/spans';
import { suggestions } from './answers/suggestions';
import type { QueryContext } from './answers/choices/too-vague';
import { SMALL_TALK, understoodAs, understoodAsRefused } from './answers/understood';
import {
  factsFor,
  MOST_LEFT_OUT,
  type Reading,
  type Readings,
  readingsOf,
  unitsOf,
  UNKNOWN_COST,
} from '@querent/reading';
import { askUnknown, decidedUnits } from './answers/asks/unknown-words';
import { disclosingZone, onModelDays } from './answers/wall-clock-days';
import { writtenIn } from './answers/wording';
import { requiredFilters } from './answers/required-filters';
import { withTurns } from '@querent/follow-ups';

/**
 * Reads a question into a semantic query, asks which of its readings is meant, or states why it has none. Pure.
 *
 * @param explains whether to ask about or explain unknown words. That takes most of the time for a question without a
 * reading.
 */
export function planQuestion(asked: PlanInput, explains = true): PlanResult {
  const input = { ...asked, model: withRoles(asked.model) };
  const read = (today: string): PlanResult => planned({ ...input, today }, explains);
  return disclosingZone(onModelDays(read(input.today), input, read), input);
}

/** A question on its way to a plan. */
interface Asked extends QueryContext {
  input: PlanInput;
  read: Readings;
  readWith: (decided: readonly Unit[], partial?: boolean) => Readings;
}

function planned(input: PlanInput, explains: boolean): PlanResult {
  const { model, locale, today, choices } = input;
  const text = normalizeQuestion(input.question);
  const context: QueryContext = { facts: factsFor(model), locale, today, asWritten: writtenIn(input.question) };
  const reply = smallTalk(text, input);
  if (reply !== null) return { kind: 'chitchat', understood: SMALL_TALK, reply, suggestions: suggestions(context) };
  const decided = decidedUnits(text, choices, context);
  // Readings above the ceiling only serve to explain why there is none.
  const most = explains || input.context ? {} : { most: CEILING };
  const readWith: Asked['readWith'] = (more, partial = false) =>
    readingsOf(text, { model, locale, today, decided: [...decided, ...more], partial, ...most });
  const alone = readWith([]);
  const last = input.context;
  const readings = last ? withTurns(text, alone.readings, { model, today, locale, last }) : alone.readings;
  const asked: Asked = { ...context, input, read: { ...alone, readings }, readWith };
  const notSetUp = misconfigured(alone.units, asked);
  if (notSetUp) return refused(notSetUp, asked);
  const isCommand = last != null && alone.readings.length === 0 && impossible(alone.units, asked) !== null;
  const under = (of: readonly Reading[]): Reading[] => of.filter(({ cost }) => cost <= CEILING);
  const fitting = under(readings).filter(({ query }) => !(isCommand && last && isRefused(query, last, alone.units)));
  // A text that cannot be a follow-up and has no turn word is a question by itself.
  const words = last ? turnUnits(text) : [];
  const isAlone = fitting.length === 0 && words.length === 0;
  const whole = alone.chart.cut ? [] : isAlone ? under(alone.readings) : fitting;
  if (whole.length === 0 && !explains) return refused(noReading(alone.units, asked), asked);
  if (whole.length === 0) return withoutReading(words.length === 0 || isCommand ? { ...asked, read: alone } : asked);
  const compiled = withoutUncompiled(whole, input);
  if (compiled.length === 0) return withoutReading({ ...asked, read: { ...alone, readings: [] } });
  const possible = compiled.filter((reading) => !asksForFuture(reading, context.facts, today));
  return possible.length === 0
    ? refused(forecast(futureWordsIn(compiled[0], today), context), asked)
    : withReadings(possible, asked);
}

/** "Delete all orders" is no follow-up that removes a part of the last question. */
const isRefused = (query: SemanticQuery, last: SemanticQuery, units: readonly Unit[]): boolean =>
  query.filters.length > last.filters.length ||
  (units.some(({ meaning }) => meaning.type === 'thing') && !units.some(isFigure));

const isFigure = ({ meaning }: Unit): boolean =>
  meaning.type === 'metric' || (meaning.type === 'operator' && meaning.operator.op === 'count');

function withReadings(readings: readonly Reading[], asked: Asked): PlanResult {
  const { input, read } = asked;
  const [best] = readings;
  const close = withoutDatedStates(withoutMoreShown(readings.filter(({ cost }) => cost <= (best?.cost ?? 0) + MARGIN)));
  const past = close.filter((reading) => !asksForFutureEvents(reading, asked.facts, input.today));
  const near = past.length > 0 ? past : close;
  const candidates = near.map((reading): Candidate => ({
    query: reading.query,
    reading,
    disclosures: [],
    decided: [],
  }));
  const settled = settle(candidates, { read, context: asked, choices: input.choices });
  if (settled === null) return refused(noReading(read.units, asked), asked);
  if ('missing' in settled) return refused(unknownWords([settled.missing], read.units, asked), asked);
  if ('ask' in settled) return ambiguous(settled.ask, settled.best, asked);
  return answered(settled.candidate, asked);
}

function answered(candidate: Candidate, asked: Asked): PlanResult {
  const { input, read } = asked;
  const narrowed = withDefaults(candidate, input.defaults ?? [], asked);
  const filled = requiredFilters(narrowed.query, input);
  if ('ambiguity' in filled) return ambiguous(filled.ambiguity, candidate, asked);
  const year = unrecordedYear(filled.query, asked.facts);
  if (year !== null) return refused(notRecorded(year, asked), asked);
  const costly = tooCostly({ ...narrowed, query: filled.query }, asked);
  const [cheaper] = (costly && afterChoice(costly, input.choices)) ?? [];
  if (costly && !cheaper) return ambiguous(asAmbiguity(costly), candidate, asked);
  const made = cheaper?.query ?? filled.query;
  const whole = withWholeNames(made, unitsOf(candidate.reading.item), asked.facts);
  const spanned = withSpans(whole, candidate.reading.item, { facts: asked.facts, text: read.text });
  const query = candidate.reading.continued ? spanned : inAskedOrder(spanned);
  return {
    kind: 'planned',
    understood: understoodAs(query, candidate.reading.item, read, asked, false),
    query,
    refinedQuestion: describeQuery(query, input),
    disclosures: [
      ...(candidate.reading.continued ? [continuationDisclosure(query, asked)] : []),
      ...new Set([
        ...disclosuresOf(narrowed, read, asked),
        ...futureDays(query, input.today, asked),
        ...filled.disclosures,
      ]),
      ...(cheaper?.disclosures ?? []).filter((text) => !narrowed.disclosures.includes(text)),
    ],
    settled: statedForms(query, unitsOf(candidate.reading.item), asked),
    continued: candidate.reading.continued ?? false,
  };
}

/**
 * Shows persons with both halves of their names, unless the question names one half: "the first names of our students".
 * @param units the units of the reading
 */
function withWholeNames(query: SemanticQuery, units: readonly Unit[], facts: Facts): SemanticQuery {
  const keyOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;
  const named = new Set(units.flatMap(({ meaning }) => (meaning.type === 'attribute' ? [keyOf(meaning.column)] : [])));
  const shown = query.select.flatMap((column) => {
    const half = named.has(keyOf(column)) ? null : facts.otherHalfOfName(column);
    return half === null ? [column] : [column, half];
  });
  return { ...query, select: [...new Map(shown.map((column) => [keyOf(column), column])).values()] };
}

/** Orders conditions by their position in the question. */
function inAskedOrder(query: SemanticQuery): SemanticQuery {
  const at = ({ span }: Filter): number => span?.start ?? Number.MAX_SAFE_INTEGER;
  return { ...query, filters: [...query.filters].sort((one, other) => at(one) - at(other)) };
}

function continuationDisclosure(query: SemanticQuery, { input }: Asked): string {
  const text = describeQuery(query, input);
  return say(input.locale, `沿用上一个问题，改为${text}`, `continues the previous question: ${text}`);
}

function ambiguous(ambiguity: Ambiguity, { query, reading }: Candidate, asked: Asked): PlanResult {
  return {
    kind: 'ambiguous',
    understood: understoodAs(query, reading.item, asked.read, asked, true),
    ambiguity,
    unknown: [],
  };
}

/**
 * Explains why there is no reading: a request that cannot be answered, unknown words, or words that no construction
 * combines.
 */
function withoutReading(asked: Asked): PlanResult {
  const { read, input, readWith } = asked;
  const ruledOut = impossible(read.units, asked);
  if (ruledOut) return refused(ruledOut, asked);
  if (read.chart.cut) return refused(tooLong(asked), asked);
  const [best] = read.readings;
  const ask =
    (read.text.length > LONGEST_READ_AGAIN ? null : askWhatWordsMean(asked)) ??
    askWhichTable({ ...asked, choices: input.choices }) ??
    askLikely({ ...asked, choices: input.choices }) ??
    askWhichColumn({ ...asked, choices: input.choices }) ??
    askForSubject({ ...asked, isReadable: (question) => isReadable(question, asked) });
  if (ask || read.unknown.length > 0) {
    const words = read.unknown.map(({ text }) => text);
    if (!ask) return refused(unknownWords(words, read.units, asked), asked);
    const understood = best
      ? understoodAs(best.query, best.item, read, asked, true)
      : { ...understoodAsRefused(false, words), type: 'query' as const };
    return { kind: 'ambiguous', understood, ambiguity: ask, unknown: words };
  }
  const partial = best ?? (read.text.length > LONGEST_IN_PART ? undefined : readWith([], true).readings[0]);
  return refused(uncovered(partial, asked), asked);
}

/** These questions read the text again with every possible meaning of a word. */
const askWhatWordsMean = (asked: Asked): Ambiguity | null =>
  askHowLong({ ...asked, choices: asked.input.choices, ceiling: CEILING }) ??
  askWhere({ ...asked, choices: asked.input.choices, ceiling: CEILING }) ??
  askUnknown({ ...asked, proposals: asked.input.proposals ?? [], ceiling: CEILING });

/** Whether another question can be answered, or would be asked about. */
const isReadable = (question: string, { input }: Asked): boolean =>
  planned({ ...input, question, choices: [], context: null }, false).kind !== 'unsupported';

/** The refusal that names the words left out by the best partial reading. */
function uncovered(partial: Reading | undefined, asked: Asked): Refusal {
  const { read, input } = asked;
  if (!partial || partial.cost > CEILING + MOST_LEFT_OUT * UNKNOWN_COST) return noReading(read.units, asked);
  const covered = unitsOf(partial.item);
  const left = read.units.filter(
    ({ start, end, text, meaning }) =>
      meaning.type !== 'filler' &&
      /[\p{L}\p{N}]/u.test(text) &&
      !covered.some((unit) => unit.start < end && start < unit.end),
  );
  const words = [...new Set(longest(left).map(({ text }) => text))];
  return words.length === 0
    ? noReading(read.units, asked)
    : uncombinedWords(words, describeQuery(partial.query, input), asked);
}

/** Longer questions are not read partially, which takes many times as long. */
const LONGEST_IN_PART = 200;

/** The length, in characters, up to which a question is read again with each possible meaning of a word. */
const LONGEST_READ_AGAIN = 500;

const longest = (units: readonly Unit[]): Unit[] => {
  const sorted = [...units].sort((a, b) => b.end - b.start - (a.end - a.start));
  const kept: Unit[] = [];
  for (const unit of sorted) if (!kept.some(({ start, end }) => start < unit.end && unit.start < end)) kept.push(unit);
  return kept.sort((a, b) => a.start - b.start);
};

/** The words of the period in the future. */
function futureWordsIn(reading: Reading | undefined, today: string): string {
  const period =
    reading &&
    unitsOf(reading.item).find(({ meaning }) => meaning.type === 'period' && (meaning.range.from ?? '') > today);
  return period?.text ?? '';
}

function refused({ reason, unknown, uncombined, conclusive }: Refusal, asked: Asked): PlanResult {
  return {
    kind: 'unsupported',
    understood: understoodAsRefused(conclusive, unknown),
    reason,
    suggestions: suggestions(asked),
    unknown,
    ...(uncombined && { uncombined }),
    conclusive,
  };
}
