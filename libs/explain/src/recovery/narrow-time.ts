import type { ColumnRef, DateRange, Filter, SemanticQuery } from '@querent/contracts';
import { addDays, findTimeExpressions, type CivilDate } from '@querent/language';
import { say, thingsOf } from '@querent/model';
import type { FailedQuery, Recovery } from './recovery';

/** The same question over less time: one of two compared periods, else a shorter period within the one asked about. */
export function narrowTime(failed: FailedQuery): Recovery[] {
  const { query } = failed;
  if (query.compare) return [oneOfTwo(failed, query.compare, 'current'), oneOfTwo(failed, query.compare, 'base')];
  const at = query.filters.findIndex((filter) => filter.kind === 'time' && !filter.negated);
  const asked = query.filters[at];
  if (asked?.kind === 'time') {
    return narrower(failed, asked.range).map(({ id, words, range }) =>
      recovery(
        failed,
        id,
        words,
        range,
        replaced(query, at, { kind: 'time', column: asked.column, range, negated: false }),
      ),
    );
  }
  const column = timeColumn(failed);
  if (column === null || query.filters.some((filter) => 'column' in filter && isSame(filter.column, column))) return [];
  return distinct([...periodsFrom(failed), ...lastPartsOfData(failed)]).map(({ id, words, range }) =>
    recovery(failed, id, words, range, {
      ...query,
      filters: [...query.filters, { kind: 'time', column, range, negated: false }],
    }),
  );
}

/** The time column that `narrowTime` restricts; null where there is none. */
export function narrowedColumn(failed: FailedQuery): ColumnRef | null {
  const asked = failed.query.filters.find((filter) => filter.kind === 'time' && !filter.negated);
  return failed.query.compare?.column ?? (asked?.kind === 'time' ? asked.column : timeColumn(failed));
}

/**
 * The last day of the data, from the value of an option. A chosen recovery must be recomputed with the day that was
 * known when it was offered.
 */
export function dataEndsOf(value: string): Pick<FailedQuery, 'dataEnds'> {
  const dataEnds = /narrow_time:(\d{4}-\d{2}-\d{2})\//.exec(value)?.[1];
  return dataEnds === undefined ? {} : { dataEnds };
}

/** Periods relative to today, longest first. */
const PERIODS = [
  { id: 'this_year', zh: '今年', en: 'this year' },
  { id: 'last_3_months', zh: '近3个月', en: 'the last 3 months' },
  { id: 'last_month', zh: '上个月', en: 'last month' },
  { id: 'this_month', zh: '本月', en: 'this month' },
  { id: 'last_7_days', zh: '最近7天', en: 'the last 7 days' },
  { id: 'yesterday', zh: '昨天', en: 'yesterday' },
];

interface NamedPeriod {
  id: string;
  words: { zh: string; en: string };
  range: DateRange;
}

function periodsFrom({ today, locale }: FailedQuery): NamedPeriod[] {
  return PERIODS.flatMap(({ id, zh, en }) => {
    const [time] = findTimeExpressions(zh, { today });
    return time === undefined ? [] : [{ id, words: { zh, en }, range: { ...time.range, label: time.label[locale] } }];
  });
}

/**
 * Periods within a range and shorter than it, longest first: periods relative to today, and the last year, quarter,
 * month, week and day of the range and of the data.
 */
function narrower(failed: FailedQuery, range: DateRange): NamedPeriod[] {
  return distinct(
    [...periodsFrom(failed), ...lastPartsOf(failed, range), ...lastPartsOfData(failed)].filter((period) =>
      isWithin(period.range, range),
    ),
  );
}

/** Periods without duplicates, longest first. Of several names for the same days, the first is kept. */
function distinct(periods: NamedPeriod[]): NamedPeriod[] {
  const seen = new Set<string>();
  const once = periods.filter(({ range: { from, to } }) => !seen.has(`${from} ${to}`) && seen.add(`${from} ${to}`));
  return once.sort((a, b) => daysOf(b.range) - daysOf(a.range));
}

function lastPartsOfData(failed: FailedQuery): NamedPeriod[] {
  const { dataEnds } = failed;
  if (dataEnds === undefined) return [];
  return lastPartsOf(failed, { to: addDays(dataEnds, 1) }).map((period) => ({
    ...period,
    id: `${dataEnds}/${period.id}`,
  }));
}

function lastPartsOf({ locale, today }: FailedQuery, { to }: Pick<DateRange, 'to'>): NamedPeriod[] {
  if (to === null || to > today) return [];
  const last = addDays(to, -1);
  const [year, month] = [Number(last.slice(0, 4)), Number(last.slice(5, 7))];
  const phrases = [
    `${year}年`,
    `${year}年第${Math.ceil(month / 3)}季度`,
    `${year}年${month}月`,
    `${addDays(to, -7)}至${last}`,
    last,
  ];
  return phrases.flatMap((phrase) => {
    const [time] = findTimeExpressions(phrase, { today });
    return time === undefined
      ? []
      : [
          {
            id: time.key,
            words: { zh: withoutDates(time.label.zh), en: withoutDates(time.label.en) },
            range: { ...time.range, label: time.label[locale] },
          },
        ];
  });
}

function isWithin(inner: DateRange, outer: DateRange): boolean {
  if (inner.from === null || inner.to === null || (inner.from === outer.from && inner.to === outer.to)) return false;
  return (outer.from === null || inner.from >= outer.from) && (outer.to === null || inner.to <= outer.to);
}

const daysOf = ({ from, to }: DateRange): number => dayNumber(to) - dayNumber(from);
const dayNumber = (day: CivilDate | null): number => Date.parse(day ?? '') / 86_400_000;

function recovery(
  { locale }: FailedQuery,
  id: string,
  words: { zh: string; en: string },
  range: DateRange,
  query: SemanticQuery,
): Recovery {
  const named = words[locale];
  const label = say(locale, `只看${named}`, `only ${named}`);
  return {
    kind: 'narrow_time',
    lighter: true,
    id,
    label,
    aliases: [words.zh, words.en],
    query,
    ...(range.label === named ? {} : { description: range.label }),
  };
}

function oneOfTwo(
  { query, locale }: FailedQuery,
  compare: NonNullable<SemanticQuery['compare']>,
  which: 'current' | 'base',
): Recovery {
  const range = compare[which];
  const filter: Filter = { kind: 'time', column: compare.column, range, negated: false };
  const order = query.order.flatMap((one) =>
    one.by.kind === 'change' || one.by.kind === 'growth'
      ? [{ ...one, by: { kind: 'measure' as const, index: one.by.index } }]
      : [one],
  );
  const named = withoutDates(range.label);
  return {
    kind: 'narrow_time',
    lighter: true,
    id: `${which}_period`,
    aliases: [named],
    query: { ...query, compare: null, filters: [...query.filters, filter], order },
    label: say(locale, `只看${named}，不对比`, `only ${named}, without the comparison`),
    ...(range.label === named ? {} : { description: range.label }),
  };
}

/** Removes the dates from a label: `2024年（2024-01-01 至 2024-12-31）` becomes `2024年`. */
const withoutDates = (text: string): string => text.replace(/\s*[（(][^（(]*[）)]$/u, '') || text;

function replaced(query: SemanticQuery, at: number, filter: Filter): SemanticQuery {
  return { ...query, filters: query.filters.map((one, index) => (index === at ? filter : one)) };
}

/** The time column of a query: that of its time dimension, else the subject's default, else its only time column. */
function timeColumn({ query, model }: FailedQuery): ColumnRef | null {
  const shown = query.dimensions.find(({ grain }) => grain !== undefined);
  if (shown) return shown.column;
  const thing = thingsOf(model).get(query.subject.name);
  const [table, column] = thing?.defaultTime?.split('.') ?? [];
  if (thing && table !== undefined)
    return column === undefined ? { table: thing.name, column: table } : { table, column };
  const times = thing?.attributes.filter(({ role }) => role === 'time') ?? [];
  return times.length === 1 ? (times[0]?.ref ?? null) : null;
}

const isSame = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column;
