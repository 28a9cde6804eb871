import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import type { Impossible, Unit } from '@querent/lexicon';
import { plural } from '@querent/language';
import { enumerate, labelOf, say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import { conditionsOf } from './choices/candidate';
import { columnName, thingName, type Wording } from './wording';

/** Why a question gets no answer, as a sentence for the asker, and the words that no unit explains. */
export interface Refusal {
  reason: string;
  unknown: string[];
  /** Known words that no reading combines with the rest. */
  uncombined?: string[];
  /** Whether the data cannot answer the question at all, so that a language model could not either. */
  conclusive: boolean;
}

const IMPOSSIBLE: Record<Impossible, { zh: string; en: string }> = {
  write: {
    zh: '这里只能查询数据，不能新增、修改或删除。',
    en: 'Data can only be read here, never added, changed or deleted.',
  },
  forecast: {
    zh: '这里只能查询已有的数据，不能做预测。',
    en: 'Only existing data can be looked up; forecasts are not possible.',
  },
  why: { zh: '数据能说明发生了什么，但不能解释原因。', en: 'The data can show what happened, but not why.' },
  running: {
    zh: '这里能按时间列出每一段的数值，但不能逐段累计。',
    en: 'Figures can be given for each period, but running totals are not supported.',
  },
  throughout: {
    zh: '目前还不能按“每个时段都如此”或每个时段里的某一天来筛选，可以先看按时段的统计。',
    en: 'Conditions on every period, or on one day of each, are not supported yet; you can ask for the figures by period.',
  },
};

/** The refusal for words that no answer can satisfy: a change, a forecast, a reason. */
export function impossible(units: readonly Unit[], { locale }: Wording): Refusal | null {
  const found = units.find(({ meaning }) => meaning.type === 'operator' && meaning.operator.op === 'impossible');
  if (found?.meaning.type !== 'operator' || found.meaning.operator.op !== 'impossible') return null;
  const { why } = found.meaning.operator;
  // A language model can write a statement for a running total.
  return {
    reason: say(locale, IMPOSSIBLE[why].zh, IMPOSSIBLE[why].en),
    unknown: [],
    conclusive: why !== 'running' && why !== 'throughout',
  };
}

export function forecast(words: string, { locale }: Wording): Refusal {
  return {
    reason: say(
      locale,
      `这里只能回答已有数据中的内容，“${words}”还没有数据。`,
      `Only questions about existing data can be answered; there is no data yet for “${words}”.`,
    ),
    unknown: [],
    conclusive: true,
  };
}

/**
 * Whether a query asks for the future: a period that begins after today, over a time column with nothing stored after
 * today.
 */
export function asksForFuture({ query }: { query: SemanticQuery }, facts: Facts, today: string): boolean {
  return futureColumns(query, today).some((column) => facts.hasFutureDays(column, today) === false);
}

/** The time columns for which a query asks for a period that begins after today. */
export function futureColumns(query: SemanticQuery, today: string): ColumnRef[] {
  const periods = conditionsOf(query).flatMap((filter) =>
    filter.kind === 'time' ? [{ column: filter.column, ...filter.range }] : [],
  );
  const compared = query.compare ? [{ column: query.compare.column, ...query.compare.current }] : [];
  return [...periods, ...compared].flatMap(({ column, from }) => ((from ?? '') > today ? [column] : []));
}

/**
 * Whether a query asks for events from today on by their own time of occurrence. Other times more likely lie in the
 * future.
 */
export function asksForFutureEvents({ query }: { query: SemanticQuery }, facts: Facts, today: string): boolean {
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  return conditionsOf(query).some(
    (filter) =>
      filter.kind === 'time' &&
      filter.range.from === today &&
      (filter.range.to ?? '') > tomorrow &&
      facts.isEventTime(filter.column) &&
      facts.hasFutureDays(filter.column, today) !== true,
  );
}

/**
 * The words of a part that is not set up correctly. The name of such a column may also be that of another table's
 * column. The question is then about the latter, unless it names the table of the former.
 */
export function reservedWord(units: readonly Unit[]): Unit | undefined {
  return units.find(({ meaning, start, end }) => {
    if (meaning.type !== 'reserved') return false;
    const others = units.filter((one) => one.start === start && one.end === end && isValidName(one));
    return (
      others.length === 0 ||
      meaning.table === null ||
      units.some((one) => one.meaning.type === 'thing' && one.meaning.thing === meaning.table)
    );
  });
}

const isValidName = ({ meaning: { type } }: Unit): boolean => !['reserved', 'operator', 'filler'].includes(type);

/** The refusal for a name of a part that is not set up correctly. */
export function misconfigured(units: readonly Unit[], { locale, asWritten }: Wording): Refusal | null {
  const found = reservedWord(units);
  return found
    ? {
        reason: say(
          locale,
          `“${asWritten(found.text)}”目前没有正确设置，暂时无法回答与它有关的问题，请联系管理员。`,
          `“${asWritten(found.text)}” is not set up correctly, so questions about it cannot be answered for now. ` +
            'Please contact your administrator.',
        ),
        unknown: [],
        conclusive: true,
      }
    : null;
}

/** The refusal for words that name nothing in the data, with what can be asked about the named things. */
export function unknownWords(words: readonly string[], units: readonly Unit[], wording: Wording): Refusal {
  const { locale } = wording;
  const named = quoted(words.slice(0, MOST_NAMED), wording);
  const more = words.length > MOST_NAMED;
  return {
    reason:
      say(
        locale,
        `数据中没有与${named}${more ? '等' : ''}有关的内容。`,
        `Nothing in the data is about ${named}${more ? ' and more' : ''}.`,
      ) +
      say(locale, '', ' ') +
      availableData(units, wording),
    unknown: [...words],
    conclusive: false,
  };
}

/** The refusal for known words that no construction combines with the rest. */
export function uncombinedWords(words: readonly string[], understood: string, wording: Wording): Refusal {
  const { locale } = wording;
  const named = quoted(words.slice(0, MOST_NAMED), wording);
  return {
    reason: say(
      locale,
      `没有看懂${named}在这个问题里的意思。可以先问“${understood}”，或者换一种说法。`,
      `I could not work out ${named} in this question. You can ask for “${understood}”, or put it another way.`,
    ),
    unknown: [],
    uncombined: [...words],
    conclusive: false,
  };
}

/** The refusal for a question with more parts than the planner combines. */
export function tooLong({ locale }: Wording): Refusal {
  return {
    reason: say(
      locale,
      '这个问题太长，没法完整读懂。请缩短，或者分成几个问题来问。',
      'This question is too long to be read as a whole. Please shorten it, or ask it as several questions.',
    ),
    unknown: [],
    conclusive: false,
  };
}

export function noReading(units: readonly Unit[], wording: Wording): Refusal {
  return {
    reason:
      say(
        wording.locale,
        '没有看懂这个问题在问哪些数据。',
        'I could not work out which data this question is about. ',
      ) + availableData(units, wording),
    unknown: [],
    conclusive: false,
  };
}

const quoted = (words: readonly string[], { locale, asWritten }: Wording): string =>
  enumerate(
    words.map((word) => `“${asWritten(word)}”`),
    locale,
  );

const MOST_NAMED = 6;

function availableData(units: readonly Unit[], wording: Wording): string {
  const { facts, locale } = wording;
  const { model } = facts;
  const [thing] = units.flatMap(({ meaning, form }) =>
    meaning.type === 'thing' && (form === 'exact' || form === 'inflected') ? [meaning.thing] : [],
  );
  if (thing !== undefined) {
    const columns = facts
      .columns(thing)
      .filter((ref) => !['key', 'geo', 'text'].includes(facts.role(ref) ?? 'key'))
      .map((ref) => columnName(wording, ref));
    const metrics = Object.values(model.metrics)
      .filter(({ table }) => table === thing)
      .map((metric) => labelOf(metric, locale, metric.id));
    const names = [...new Set([...metrics, ...columns])].slice(0, MOST_NAMED);
    const name = thingName(wording, thing);
    if (names.length > 0)
      return say(
        locale,
        `关于${name}，可以问${enumerate(names, locale)}等。`,
        `About ${plural(name)} you can ask for ${enumerate(names, locale)}.`,
      );
  }
  const things = [
    ...Object.keys(model.entities),
    ...Object.values(model.tables)
      .filter(({ columns }) => Object.values(columns).some(({ role }) => role !== 'key'))
      .map(({ name }) => name),
  ];
  const names = [...new Set(things.map((one) => thingName(wording, one)))].slice(0, MOST_NAMED);
  return say(
    locale,
    `可以问的有${enumerate(names, locale)}等。`,
    `You can ask about ${enumerate(names.map(plural), locale)}.`,
  );
}

/** A year before the first one in a year column whose values are all known; null if the query asks for none. */
export function unrecordedYear({ filters }: SemanticQuery, facts: Facts): number | null {
  for (const filter of filters) {
    if (filter.kind !== 'compare' || filter.op !== '=' || !facts.isYear(filter.column)) continue;
    const { storedValues = [], storedValuesComplete = false } = facts.column(filter.column) ?? {};
    const [year, first] = [Number(filter.value), Math.min(...storedValues.map(Number))];
    if (storedValuesComplete && storedValues.length > 0 && year < first) return year;
  }
  return null;
}

export const notRecorded = (year: number, { locale }: Wording): Refusal => ({
  reason: say(locale, `数据中没有${year}年的记录。`, `Nothing is recorded for ${year}.`),
  unknown: [],
  conclusive: true,
});
