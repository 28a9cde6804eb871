import type { ColumnRef, DateRange, Grain, Measure, SemanticQuery } from '@querent/contracts';
import { type Locale, attributeLabel, attributeOf, labelOf, thingsOf, valueLabel } from '@querent/model';
import type { Wording } from '../answers/wording';
import type { Candidate } from './preview';

export interface ChoiceContext {
  wording: Wording;
  /** The language of the question, in which replaced words are written. */
  language: Locale;
  /** The asker's civil date. */
  today: string;
}

/** Candidates for one part; some are not readable in its question. */
const MOST_CANDIDATES = 8;

/** The other figures of the table whose rows a figure aggregates. */
export function otherFigures({ what }: Measure, query: SemanticQuery, context: ChoiceContext): Candidate[] {
  const { metrics } = context.wording.facts.model;
  const table = what.kind === 'metric' ? (metrics[what.id]?.table ?? null) : what.table;
  const used = new Set(query.measures.flatMap((one) => (one.what.kind === 'metric' ? [one.what.id] : [])));
  return Object.values(metrics)
    .filter((metric) => metric.table === table && table !== null && !used.has(metric.id))
    .slice(0, MOST_CANDIDATES)
    .flatMap((metric) => named((locale) => labelOf(metric, locale, ''), context));
}

/** The other columns to group by of the thing that a column belongs to. */
export function otherGroups(column: ColumnRef, context: ChoiceContext): Candidate[] {
  const thing = thingsOf(context.wording.facts.model).get(column.table);
  return (thing?.attributes ?? [])
    .filter(({ role, ref }) => role === 'dimension' && ref.column !== column.column)
    .slice(0, MOST_CANDIDATES)
    .flatMap((attribute) => named((locale) => attributeLabel(attribute, locale), context));
}

/** The other values of a column, as far as they are known. */
export function otherValues(column: ColumnRef, value: string, context: ChoiceContext): Candidate[] {
  const { model } = context.wording.facts;
  const attribute = attributeOf({ model, locale: context.language }, column);
  if (!attribute) return [];
  const values = new Set([...Object.keys(attribute.values), ...attribute.stored]);
  values.delete(value);
  return [...values]
    .slice(0, MOST_CANDIDATES)
    .flatMap((other) => named((locale) => valueLabel(attribute, other, locale), context));
}

/** A meaning with its label in the language of the answer and its words in that of the question. */
function named(nameIn: (locale: Locale) => string, { wording, language }: ChoiceContext): Candidate[] {
  const words = nameIn(language);
  return words === '' ? [] : [{ label: nameIn(wording.locale), words: [words] }];
}

const PERIODS: Record<Locale, readonly string[]> = {
  en: ['this year', 'last year', 'this month', 'last month', 'this quarter', 'last quarter'],
  zh: ['今年', '去年', '本月', '上个月', '本季度', '上季度'],
};

/** Periods beside a period: the years around it, and the present and last year, quarter and month. */
export function otherPeriods(
  { from, to }: Pick<DateRange, 'from' | 'to'>,
  { language, today }: ChoiceContext,
): Candidate[] {
  const year =
    from !== null && to === `${Number(from.slice(0, 4)) + 1}-01-01` && from.endsWith('-01-01')
      ? from.slice(0, 4)
      : null;
  const isPresent = year === today.slice(0, 4);
  const before = year === null || isPresent ? [] : [String(Number(year) - 1)];
  return [...before.map((one) => (language === 'zh' ? `${one}年` : one)), ...PERIODS[language]].map((words) => ({
    words: [words],
  }));
}

const GRAINS: Record<Grain, { en: readonly [string, string]; zh: readonly string[] }> = {
  day: { en: ['day', 'daily'], zh: ['日', '天'] },
  week: { en: ['week', 'weekly'], zh: ['周', '星期'] },
  month: { en: ['month', 'monthly'], zh: ['个月', '月份', '月'] },
  quarter: { en: ['quarter', 'quarterly'], zh: ['个季度', '季度'] },
  year: { en: ['year', 'yearly'], zh: ['年份', '年'] },
};

/** The same words with another part of time: by month → by quarter, 每个月 → 每季度. */
export function otherGrains(words: string, grain: Grain): Candidate[] {
  const { en, zh } = GRAINS[grain];
  return (Object.keys(GRAINS) as Grain[])
    .filter((other) => other !== grain)
    .flatMap((other) => {
      const to = GRAINS[other];
      const han = zh.find((word) => words.includes(word));
      const changed = words.includes(en[1])
        ? words.replace(en[1], to.en[1])
        : words.includes(en[0])
          ? words.replace(en[0], to.en[0])
          : han === undefined
            ? null
            : words.replace(han, to.zh.at(-1) ?? '');
      return changed === null ? [] : [{ words: [changed] }];
    });
}
