import {
  MAX_PAUSES,
  type Ambiguity,
  type Choice,
  type ColumnRef,
  type CompiledQuery,
  type Filter,
} from '@querent/contracts';
import { addDays, type CivilDate } from '@querent/language';
import { TOO_EXPENSIVE } from '@querent/sql';
import { say } from '@querent/model';
import { asksAfterFailure, nextRecoverKey, optionOf } from './ask-after-failure';
import { meaningKey } from './meaning-key';
import { narrowedColumn } from './narrow-time';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { combinedWith, RECOVERIES, statementOf, valueOf } from './recoveries';

/** First and last day that a column holds; null where that is not known. */
export type HeldDays = (column: ColumnRef) => { from: CivilDate; to: CivilDate } | null;

export interface AskForLessInput extends FailedQuery {
  /** Decisions of this run so far: what was asked before is not offered again. */
  choices: readonly Choice[];
  /** How often the run has paused so far. */
  pauses: number;
  heldDays: HeldDays;
}

/** A way to ask for less: what the asker would choose, and what would run then. */
export interface SmallerQuestion {
  recovery: Recovery;
  statement: CompiledQuery;
}

/** What makes a question smaller, best first. */
const KINDS: readonly RecoveryKind[] = ['narrow_time', 'use_totals', 'first_rows', 'narrow_values', 'other_dimension'];
const MOST_OPTIONS = 4;

/**
 * Smaller questions than one that covers too much, by kind, and within a kind the one that keeps most first; none
 * twice, none that the run has tried, none about a time that holds nothing. Whether they are small enough only the
 * database can tell.
 */
export function smallerQuestions(input: AskForLessInput): SmallerQuestion[][] {
  const failed = withDataEnd(input);
  const isNew = freshness(input);
  return KINDS.map((kind) => RECOVERIES[kind](failed).flatMap((recovery) => smaller(recovery, failed, input, isNew)));
}

/** Two steps at once, where one was not enough: each of these questions made smaller another way. */
export function muchSmallerQuestions(input: AskForLessInput, { recovery }: SmallerQuestion): SmallerQuestion[] {
  const failed = withDataEnd(input);
  const isNew = freshness(input);
  return combinedWith(recovery, failed, KINDS).flatMap((one) => smaller(one, failed, input, isNew));
}

/**
 * The question to ask when a statement would cost too much: with ways that were found to be small enough, else for
 * other words. Null: the run has paused often enough.
 */
export function askForLess(input: AskForLessInput, found: readonly SmallerQuestion[]): Ambiguity | null {
  const { locale, choices, pauses, query } = input;
  if (pauses >= MAX_PAUSES) return null;
  const what = TOO_EXPENSIVE.text[locale].replace(/[.。]$/, '');
  return {
    trigger: 'too_expensive',
    key: nextRecoverKey(query, choices),
    question:
      found.length > 0
        ? say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to go on?`)
        : say(
            locale,
            `${what}，请说明只看哪一段时间或哪一部分。`,
            `${what} – please say which shorter time or which part of it to look at.`,
          ),
    options: found.slice(0, MOST_OPTIONS).map(({ recovery }, at) => optionOf(recovery, at)),
    allowText: true,
    combinable: false,
  };
}

/** What is loaded once a month, or is a day behind in its time zone, has not ended. */
const CURRENT_DAYS = 31;

/** Data that ended long before today has its last periods there. */
function withDataEnd(input: AskForLessInput): FailedQuery {
  const column = narrowedColumn(input);
  const held = column && input.heldDays(column);
  return held && addDays(held.to, CURRENT_DAYS) < input.today ? { ...input, dataEnds: held.to } : input;
}

function smaller(
  recovery: Recovery,
  failed: FailedQuery,
  { heldDays }: AskForLessInput,
  isNew: (recovery: Recovery) => boolean,
): SmallerQuestion[] {
  if (
    !isPartOf(recovery, failed) ||
    recovery.query.filters.some((filter) => holdsNothing(filter, heldDays)) ||
    !isNew(recovery)
  )
    return [];
  const statement = statementOf(recovery, failed);
  return statement === null ? [] : [{ recovery, statement }];
}

/** A smaller question shows nothing that was not asked for: it does not break the figures down by something else. */
function isPartOf({ query, lighter }: Recovery, { query: { dimensions } }: FailedQuery): boolean {
  return (
    lighter &&
    query.dimensions.every(({ column, grain }) =>
      dimensions.some(
        (one) => one.column.table === column.table && one.column.column === column.column && one.grain === grain,
      ),
    )
  );
}

function holdsNothing(filter: Filter, heldDays: HeldDays): boolean {
  if (filter.kind !== 'time' || filter.negated) return false;
  const held = heldDays(filter.column);
  if (held === null) return false;
  const { from, to } = filter.range;
  return (from !== null && from >= addDays(held.to, 1)) || (to !== null && to <= held.from);
}

/** Says yes to each meaning, value and wording once, and to none that was tried. */
function freshness({ query, choices }: AskForLessInput): (recovery: Recovery) => boolean {
  const seen = new Set([
    meaningKey(query),
    ...choices.filter(asksAfterFailure).map(({ key }) => key.split(':')[2] ?? ''),
  ]);
  return (recovery) => {
    const marks = [meaningKey(recovery.query), valueOf(recovery), recovery.label];
    if (marks.some((mark) => seen.has(mark))) return false;
    marks.forEach((mark) => seen.add(mark));
    return true;
  };
}
