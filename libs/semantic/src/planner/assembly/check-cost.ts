import { findTimeExpressions, plural } from '@querent/language';
import { label, say } from '../../wording/words';
import type { Thing } from '../../model/things';
import { type Reading, chosenFor } from '../reading/reading';
import { addMeasure, countOf } from './read-measures';
import { dateRange, timeColumnFor } from './read-time';
import { type Step, type Stop, ask } from './step';

/** Rows that nobody reads as a list, and that take minutes to fetch: PostgreSQL returns some 100,000 rows a second. */
const LISTED_ROWS = 1_000_000;
/** Rows whose full scan outlasts a statement's time-out on ordinary hardware: some 5 to 10 million rows a second. */
const SCANNED_ROWS = 100_000_000;
/** What "the first rows" are. */
const FIRST_ROWS = 100;

/** A list of everything, or a figure over everything, of a very large table: what would make it affordable is offered first. */
export const checkCost: Step = (reading) => {
  const thing = reading.draft.subject?.thing;
  if (!thing || isBounded(reading)) return null;
  const listed = reading.draft.measures.length === 0;
  if (thing.estimatedRows < (listed ? LISTED_ROWS : SCANNED_ROWS)) return null;
  const [chosen] = chosenFor(reading, `cost:${thing.name}`);
  return chosen === undefined ? askCheaper(reading, thing, listed) : shape(reading, thing, chosen);
};

/** Anything that lets the database read less than all of it. */
function isBounded({ draft }: Reading): boolean {
  const conditions = draft.filters.length + draft.exists.length + draft.having.length;
  return conditions > 0 || draft.near !== null || draft.compare !== null || (draft.limit !== null && draft.measures.length === 0);
}

function shape(reading: Reading, thing: Thing, chosen: string): null {
  if (chosen === 'totals') addMeasure(reading, countOf(reading, thing), []);
  if (chosen === 'first') reading.draft.limit = FIRST_ROWS;
  const words = PERIODS[chosen as keyof typeof PERIODS];
  const [time] = words ? findTimeExpressions(words, { today: reading.today }) : [];
  const column = timeColumnFor(reading, null, thing.name);
  if (!time || !column || Array.isArray(column)) return null;
  const range = dateRange(reading, time);
  reading.draft.filters.push({ attribute: column, filter: { kind: 'time', column: column.ref, range, negated: false } });
  reading.draft.ranges.push({ column: column.ref, range });
  reading.disclosures.push(range.label);
  return null;
}

const PERIODS = { this_year: '今年', last_30_days: '最近30天' } as const;

function askCheaper(reading: Reading, thing: Thing, listed: boolean): Stop {
  const { locale } = reading;
  const name = label(thing.label, locale, thing.name.replaceAll('_', ' '));
  const rows = Math.round(thing.estimatedRows).toLocaleString('en-US');
  const column = timeColumnFor(reading, null, thing.name);
  const dated = column !== null && !Array.isArray(column) && !column.isYear;
  const options = [
    ...(dated ? [
      { label: say(locale, '只看今年', 'This year only'), value: 'this_year', aliases: ['今年', 'this year'] },
      { label: say(locale, '只看最近30天', 'The last 30 days only'), value: 'last_30_days', aliases: ['最近30天', '近30天', 'last 30 days', 'past 30 days'] },
    ] : []),
    ...(listed
      ? [
          { label: say(locale, `${name}数量，不列出每一条`, `The number of ${plural(name)} instead of each of them`), value: 'totals', aliases: ['数量', '总数', '合计', 'totals', 'count', 'number'] },
          { label: say(locale, `前${FIRST_ROWS}条`, `The first ${FIRST_ROWS}`), value: 'first', aliases: [`前${FIRST_ROWS}个`, `first ${FIRST_ROWS}`, `${FIRST_ROWS}`] },
        ]
      : [{ label: say(locale, '全部计算，可能超时', 'All of it, which may time out'), value: 'all', aliases: ['全部', '所有', 'all', 'everything'] }]),
  ];
  return ask({
    trigger: 'too_expensive', key: `cost:${thing.name}`, options,
    question: say(locale, `${name}约有${rows}条，全部${listed ? '列出' : '计算'}会很慢。要怎样缩小范围？`, `There are about ${rows} ${plural(name)}; ${listed ? 'listing' : 'reading'} all of them is slow. How should it be narrowed?`),
  });
}
