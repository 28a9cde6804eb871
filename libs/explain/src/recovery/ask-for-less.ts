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

/** The first and the last day in a time column; null where they are not known. */
export type HeldDays = (column: ColumnRef) => { from: CivilDate; to: CivilDate } | null;

export interface AskForLessInput extends FailedQuery {
  /** Decisions of this run so far. A query that was tried is not offered again. */
  choices: readonly Choice[];
  /** How often the run has paused so far. */
  pauses: number;
  heldDays: HeldDays;
}

/** A recovery that reads less data, with the statement that it compiles to. */
export interface SmallerQuestion {
  recovery: Recovery;
  statement: CompiledQuery;
}

/** Recoveries that make a question smaller, best first. */
const KINDS: readonly RecoveryKind[] = ['narrow_time', 'use_totals', 'first_rows', 'narrow_values', 'other_dimension'];
const MAX_OPTIONS = 4;

/**
 * Questions that read less data than a too expensive one: a list per kind, and in each list first the question that
 * keeps most. Duplicates, questions that the run has tried and periods without data are left out. The caller checks
 * with the database whether they are cheap enough.
 */
export function smallerQuestions(input: AskForLessInput): SmallerQuestion[][] {
  const failed = withDataEnd(input);
  const isNew = untriedFilter(input);
  return KINDS.map((kind) => RECOVERIES[kind](failed).flatMap((recovery) => smaller(recovery, failed, input, isNew)));
}

/** Combines a smaller question with a second recovery, for when one recovery is still too expensive. */
export function muchSmallerQuestions(input: AskForLessInput, { recovery }: SmallerQuestion): SmallerQuestion[] {
  const failed = withDataEnd(input);
  const isNew = untriedFilter(input);
  return combinedWith(recovery, failed, KINDS).flatMap((one) => smaller(one, failed, input, isNew));
}

/**
 * The clarification for a statement that is too expensive. It offers the smaller questions that were found to be cheap
 * enough; without any, it asks for a smaller question in words. Null where the run has reached its limit of pauses.
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
        ? say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to continue?`)
        : say(
            locale,
            `${what}，请说明只看哪一段时间或哪一部分。`,
            `${what} – please choose a shorter period or a part of the data.`,
          ),
    options: found.slice(0, MAX_OPTIONS).map(({ recovery }, at) => optionOf(recovery, at)),
    allowText: true,
    combinable: false,
  };
}

/** Days without data after which data counts as ended: monthly loads and time zones must not count. */
const CURRENT_DAYS = 31;

/** If the data ended long before today, recent periods are counted from its last day instead of from today. */
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

/** Whether a recovery reads less and adds no dimension: a smaller question must not show what was not asked for. */
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

/** A predicate that accepts each meaning, value and label once, and none that the run has tried. */
function untriedFilter({ query, choices }: AskForLessInput): (recovery: Recovery) => boolean {
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
