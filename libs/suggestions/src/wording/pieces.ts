import type { PeriodComparison, SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { conditionWords, type ValueStyle } from './condition-words';
import { measureWords } from './measure-words';
import { type CalendarPeriod, periodsOf, previous } from '../periods/calendar-period';
import { isRelative, periodName, periodWords } from '../periods/period-words';
import { nearWords } from './near-words';
import { nounOf, type Noun } from './noun';
import { ownWords } from './own-words';

/** Parts of a sentence for a query, in the asker's language. */
export interface Pieces {
  query: SemanticQuery;
  noun: Noun;
  /** Words for the measures; empty for a list. */
  measure: string;
  time: string;
  around: string;
  beside: string;
  where: string;
  instead: string | null;
  /** The asker's clause with all conditions: 买过电子产品的, placed no order in 2025. */
  clause: string;
  /** Words for the two periods of a comparison; null if the query compares none. */
  compared: ComparedWords | null;
}

/** Null where the query has a part that these pieces cannot express. */
export function piecesOf(asked: Asked, query: SemanticQuery, style: ValueStyle): Pieces | null {
  const noun = nounOf(asked.model, query.subject.name, asked.locale);
  if (!noun || query.having.length > 0 || query.limitPer !== null) return null;
  const reworded = conditionWords(asked, query, noun, style);
  const clause = reworded ? '' : clauseOf(asked, query, noun);
  const conditions =
    reworded ??
    (clause === null
      ? null
      : { time: '', around: [], beside: asked.locale === 'zh' ? [clause] : [], where: [], instead: null });
  const near = query.near ? nearWords(asked, query.near) : '';
  const compared = query.compare ? comparedWords(asked, query.compare) : null;
  if (
    !conditions ||
    clause === null ||
    near === null ||
    (query.compare && (compared === null || conditions.time !== ''))
  )
    return null;
  const measure = query.measures.length > 0 ? measureWords(asked, query, conditions, noun) : '';
  if (measure === null) return null;
  const separator = asked.locale === 'zh' ? '' : ' ';
  const { time, instead, where } = conditions;
  return {
    query,
    noun,
    measure,
    time,
    instead,
    clause,
    compared,
    around: [near, ...conditions.around].join(separator),
    beside: conditions.beside.join(separator),
    where: where.length > 0 ? `where ${where.join(' and ')}` : '',
  };
}

/** Request words, which belong to no clause. */
const asking = /^(?:请问|请|帮我|统计|查询|查一下|查看|列出|看看|一共|总共|共)+/;

/**
 * The asker's clause that expresses all conditions of the query, for conditions that cannot be reworded reliably: in
 * Chinese the text before the noun (2025年没有下单的), in English the text after it (placed no order in 2025). Null if the
 * query's conditions differ from those of the question, or the clause contains more than these.
 */
function clauseOf(asked: Asked, query: SemanticQuery, noun: Noun): string | null {
  const { query: from, locale } = asked;
  const [measure] = from.measures;
  const head = measure ? measure.span : from.subject.span;
  const own = ownWords(asked, head);
  if (!head || !own || from.dimensions.length > 0 || from.near || from.order.length > 0 || !sameConditions(query, from))
    return null;
  const outside = from.filters.some(
    ({ span }) => span !== undefined && (locale === 'zh' ? span.end > head.start : span.start < head.end),
  );
  if (outside) return null;
  if (locale === 'en') return own.after.trim().replace(/[?.!]+$/, '') || null;
  const clause = own.before.replace(asking, '').trim();
  return clause.endsWith('的') && noun.forms.some((form) => own.words.toLowerCase().startsWith(form)) ? clause : null;
}

function sameConditions(query: SemanticQuery, from: SemanticQuery): boolean {
  return (
    query.filters.length === from.filters.length &&
    query.filters.every((filter) => from.filters.includes(filter)) &&
    query.compare === null &&
    from.compare === null
  );
}

/** Words for two compared periods: 今年 and 去年, or 2025年 and 2024年. */
interface ComparedWords {
  current: string;
  base: string;
}

/** Relative words for two periods, else explicit ones; null if neither exist for both. */
function comparedWords({ today, locale }: Asked, compare: PeriodComparison): ComparedWords | null {
  const period = periodsOf(compare.current, today).find(
    (one) => compare.base.from === previous(one).start && compare.base.to === compare.current.from,
  );
  if (!period) return null;
  const before = previous(period);
  const areRelative = isRelative(period, today) && isRelative(before, today);
  const name = (one: CalendarPeriod): string | null =>
    areRelative ? periodWords(one, today, locale) : periodName(one, locale);
  const [current, base] = [name(period), name(before)];
  if (current === null || base === null) return null;
  return { current: locale === 'en' && !areRelative ? `in ${current}` : current, base };
}
