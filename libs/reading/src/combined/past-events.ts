import type { ColumnRef } from '@querent/contracts';
import { addDays } from '@querent/language';
import { isParticiple, type NamedPeriod, type PastTime, type Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { spanOf } from '../units/unit-kinds';
import type { InTextWeight } from './in-text';

/**
 * Events whose verb speaks of what has happened, with the time by which it has: "expired" and 已到期 of days that may lie
 * ahead, "have already started" of any day.
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

/** What it costs that the verb of such a day is the day's name: 未到期 is not yet due, rather than without a due date. */
const VERB_AS_NAME = 0.2;

const keyOf = (unit: Unit, { column }: { column: ColumnRef }): string =>
  `${spanOf(unit)} ${column.table}.${column.column}`;

const HAN = /\p{Script=Han}/u;
const AUXILIARY: ReadonlySet<string> = new Set('is are was were be been being has have had having get got'.split(' '));

/** Right before a verb, or right behind it: that it has happened by now. */
const ALREADY_BEFORE = /(?:(?<![a-z])already (?:been )?|已|已经|早已|都已|均已)$/u;
const ALREADY_BEHIND = /^(?: (?:already|so far|by now|by today|to date|until now|up to now)(?![a-z])|了|过)/u;
/** That it has not happened by now: "not yet expired", "yet to start", "haven't started yet". */
const NOT_YET_BEFORE = /(?<![a-z])(?:yet|(?:yet|still) to)(?: been| be)? $/u;
const NOT_YET_BEHIND = /^ (?:so far|yet|by now)(?![a-z])/u;

/** What never happened is not what has yet to. */
const NEVER_BEFORE = /(?:从来?没有?|从来?未曾?|从来都?没有?|(?<![a-z])never(?: been)? )$/u;

/** So many characters before a verb hold the longest of these words. */
const LONGEST_BEFORE = 16;

function pastOf({ meaning, text: said, start, end }: Unit, text: string, today: string, facts: Facts): PastTime | null {
  if (meaning.type !== 'event' || meaning.absent || !facts.isDate(meaning.column)) return null;
  const { column, noun } = meaning;
  // What has no day of its happening has not happened: then its absence says enough.
  const isLimit = facts.isLimit(column);
  if (!isLimit && !facts.mayBeFuture(column)) return null;
  const [before, behind] = [text.slice(Math.max(0, start - LONGEST_BEFORE), start), text.slice(end)];
  const isSaid = ALREADY_BEFORE.test(before) || ALREADY_BEHIND.test(behind) || /^已/u.test(said);
  if (NEVER_BEFORE.test(before)) return null;
  const isNotYet = NOT_YET_BEFORE.test(before) || NOT_YET_BEHIND.test(behind);
  // A verb and its noun may be the same word.
  if (noun && !isNotYet && !HAN.test(said)) return null;
  const isPast = said.split(' ').some((word) => !AUXILIARY.has(word) && isParticiple(word));
  if (!(isPast || isSaid || isNotYet || HAN.test(said))) return null;
  return { until: upTo(today, isLimit), isOver: isSaid || isNotYet || (isPast && isLimit) };
}

/** All days before today, or up to it. */
function upTo(today: string, isBefore: boolean): NamedPeriod {
  return {
    range: { from: null, to: isBefore ? today : addDays(today, 1) },
    label: isBefore ? { zh: `${today}之前`, en: `before ${today}` } : { zh: `截至${today}`, en: `up to ${today}` },
    grain: null,
    relative: true,
    key: isBefore ? 'before_today' : 'to_today',
  };
}
