import type { ColumnRef } from '@querent/contracts';
import { addDays } from '@querent/language';
import { isParticiple, type NamedPeriod, type PastTime, type Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { spanOf } from '../units/unit-kinds';
import type { InTextWeight } from './in-text';

/**
 * Adds the time up to which an event has happened where its verb is in the past: "expired" and 已到期 for dates that may
 * be in the future, "have already started" for any date.
 */
export const PAST_EVENT: InTextWeight = {
  name: 'event that has happened',
  example: 'expired contracts, 已到期的合同',
  weigh: ({ text, units, facts, today }) => {
    const pasts = new Map<Unit, PastTime>();
    const verbs = new Set<string>();
    for (const unit of units) {
      const past = pastOf(unit, text, today, facts) ?? (unit.meaning.type === 'event' ? unit.meaning.past : undefined);
      if (past === undefined || unit.meaning.type !== 'event') continue;
      pasts.set(unit, past);
      verbs.add(keyOf(unit, unit.meaning));
    }
    if (pasts.size === 0) return null;
    return (unit) => {
      const { meaning } = unit;
      const past = pasts.get(unit);
      if (meaning.type === 'event' && past) return [{ ...unit, meaning: { ...meaning, past } }];
      return meaning.type === 'attribute' && verbs.has(keyOf(unit, meaning)) ? VERB_AS_NAME : 0;
    };
  },
};

/** Cost of reading the verb as the name of its date: 未到期 means not yet due, rather than without a due date. */
const VERB_AS_NAME = 0.2;

const keyOf = (unit: Unit, { column }: { column: ColumnRef }): string =>
  `${spanOf(unit)} ${column.table}.${column.column}`;

const HAN = /\p{Script=Han}/u;
const AUXILIARY: ReadonlySet<string> = new Set('is are was were be been being has have had having get got'.split(' '));

/** Right before a verb, or right behind it: the event has happened by now. */
const ALREADY_BEFORE = /(?:(?<![a-z])already (?:been )?|已|已经|早已|都已|均已)$/u;
const ALREADY_BEHIND = /^(?: (?:already|so far|by now|by today|to date|until now|up to now)(?![a-z])|了|过)/u;
/** The event has not happened by now: "not yet expired", "yet to start", "haven't started yet". */
const NOT_YET_BEFORE = /(?<![a-z])(?:yet|(?:yet|still) to)(?: been| be)? $/u;
const NOT_YET_BEHIND = /^ (?:so far|yet|by now)(?![a-z])/u;

/** "Never" does not mean "not yet". */
const NEVER_BEFORE = /(?:从来?没有?|从来?未曾?|从来都?没有?|(?<![a-z])never(?: been)? )$/u;

/** The longest of these words fits in this many characters before the verb. */
const LONGEST_BEFORE = 16;

function pastOf(
  { meaning, text: words, start, end }: Unit,
  text: string,
  today: string,
  facts: Facts,
): PastTime | null {
  if (meaning.type !== 'event' || meaning.absent || !facts.isDate(meaning.column)) return null;
  const { column, noun } = meaning;
  // A row without a date for the event has not had it: the missing date suffices as the condition.
  const isLimit = facts.isLimit(column);
  if (!isLimit && !facts.mayBeFuture(column)) return null;
  const [before, behind] = [text.slice(Math.max(0, start - LONGEST_BEFORE), start), text.slice(end)];
  const hasMarker = ALREADY_BEFORE.test(before) || ALREADY_BEHIND.test(behind) || /^已/u.test(words);
  if (NEVER_BEFORE.test(before)) return null;
  const isNotYet = NOT_YET_BEFORE.test(before) || NOT_YET_BEHIND.test(behind);
  // A verb and its noun may be the same word.
  if (noun && !isNotYet && !HAN.test(words)) return null;
  const isPast = words.split(' ').some((word) => !AUXILIARY.has(word) && isParticiple(word));
  if (!(isPast || hasMarker || isNotYet || HAN.test(words))) return null;
  return { until: upTo(today, isLimit), isOver: hasMarker || isNotYet || (isPast && isLimit) };
}

/** All days up to today, without today if `isBefore`. */
function upTo(today: string, isBefore: boolean): NamedPeriod {
  return {
    range: { from: null, to: isBefore ? today : addDays(today, 1) },
    label: isBefore ? { zh: `${today}之前`, en: `before ${today}` } : { zh: `截至${today}`, en: `up to ${today}` },
    grain: null,
    relative: true,
    key: isBefore ? 'before_today' : 'to_today',
  };
}
