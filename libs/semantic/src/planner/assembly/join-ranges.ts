import type { DateRange, Filter, Grain } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import type { Attribute } from '../../model/things';
import { type Mention, cueOf } from '../reading/mention';
import { type Reading, spanOver } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/** A range of the question on the column that it turned out to mean. */
export interface PlacedRange {
  mention: Mention;
  attribute: Attribute;
  filter: Filter;
  range: DateRange;
  negated: boolean;
}

/**
 * Ranges of one column: a list of them ("in 2014 or 2015", 2024年和2025年) means rows of any, one left out of another
 * (去年除了11月) rows of the first alone. Others ("the last day of last month") say something that is not read: no plan.
 */
export function joinRanges(reading: Reading, placed: PlacedRange[]): Stop | null {
  for (const attribute of new Set(placed.map((one) => one.attribute))) {
    const own = placed.filter((one) => one.attribute === attribute);
    const wanted = own.filter((one) => !one.negated);
    const apart = wanted.slice(1).find((one, at) => !isListed(wanted[at], one));
    if (apart) return refuse(reading, 'unplaced', apart.mention.span.text);
    const outside = own.find((one) => one.negated && wanted.length > 0 && !wanted.some(({ range }) => isWithin(one.range, range)));
    if (outside) return refuse(reading, 'unplaced', outside.mention.span.text);
    const filters = wanted.map(({ filter }) => filter);
    const span = spanOver(reading, ...wanted.map(({ mention }) => mention));
    if (filters.length > 1) reading.draft.filters.push({ attribute, filter: { kind: 'or', filters, span } });
    else if (filters[0]) reading.draft.filters.push({ attribute, filter: filters[0] });
    for (const { filter, negated } of own) if (negated) reading.draft.filters.push({ attribute, filter });
  }
  return null;
}

function isListed(previous: PlacedRange | undefined, next: PlacedRange): boolean {
  const { glue, index } = next.mention;
  return previous?.mention.index === index - 1 && !glue.has('of') && (glue.has('and') || glue.has('or'));
}

function isWithin(inner: DateRange, outer: DateRange): boolean {
  const starts = outer.from === null || (inner.from !== null && inner.from >= outer.from);
  return starts && (outer.to === null || (inner.to !== null && inner.to <= outer.to));
}

/** The fewest days that a whole period has. */
const FEWEST_DAYS: Record<Grain, number> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 };

/** 每季度最后一个月, "the first day of each month". */
const PART_OF_EACH = /[每各逐]个?(?:年|季度?|月|周|星期)的?(?:最后|首|头|末|前|第)[一二两三四五\d]*个?(?:天|日|周|星期|月|季度?)|\b(?:first|last|final|second) (?:day|week|month|quarter|weekend) of (?:each|every)\b/;

/** "November of each year": a time shorter than the periods asked for comes again in each of them. */
export function recursInPeriods(reading: Reading): Stop | null {
  const each = reading.mentions.filter((mention) => cueOf(mention, 'grain')?.each || mention.grouped).flatMap((mention) => cueOf(mention, 'grain')?.grain ?? []);
  const times = reading.mentions.flatMap((mention) => (mention.literal?.kind === 'time' ? [{ mention, time: mention.literal.time }] : []));
  const [part] = PART_OF_EACH.exec(reading.text) ?? [];
  if (part !== undefined) return refuse(reading, 'recurring', part);
  const short = times.find(({ time }) => each.some((grain) => isShorter(time, grain)));
  return short ? refuse(reading, 'recurring', short.mention.span.text) : null;
}

function isShorter({ range, grain }: TimeMatch, period: Grain): boolean {
  if (range.from === null || range.to === null || grain === period) return false;
  return (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 < FEWEST_DAYS[period] && !(grain !== undefined && FEWEST_DAYS[grain] > FEWEST_DAYS[period]);
}
