import type { CompareOperator, Filter, Locale, SemanticQuery, Span } from '@querent/contracts';
import { keptIn, labelOf, type SemanticModel } from '@querent/model';
import type { Asked } from '../asked';
import { columnLabel, valueText } from './column-words';
import { type Noun, nounAtEnd, nounOf } from './noun';
import { ownWords, type OwnWords } from './own-words';
import { isTimeFilter, timeWords } from './time-words';

/** Words for the conditions of a query, by their position in the sentence. */
export interface ConditionWords {
  time: string;
  /** zh: at the beginning (杭州). en: phrases after the noun (in Hangzhou). */
  around: string[];
  /** Directly before the noun: 5A, VIP, 价格超过1000元的. */
  beside: string[];
  /** en: clauses at the end (where category is Books). */
  where: string[];
  /** A value that replaces the noun: 平板电脑, primary schools. */
  instead: string | null;
}

/** Style of a value that the asker did not write: alone (Luna 香水), or with its column's label (产品名称为Luna 香水). */
export type ValueStyle = 'bare' | 'labelled';

/** Words for every condition of `query`; null if a condition cannot be worded reliably. */
export function conditionWords(
  asked: Asked,
  query: SemanticQuery,
  noun: Noun | null,
  style: ValueStyle,
): ConditionWords | null {
  const words: ConditionWords = { time: '', around: [], beside: [], where: [], instead: null };
  for (const filter of query.filters) {
    if (isImplied(filter, asked)) continue;
    if (isTimeFilter(filter, asked)) {
      const time = timeWords(filter, asked);
      if (time === null || words.time !== '') return null;
      words.time = time;
    } else if (!addCondition(words, filter, asked, noun, style)) return null;
  }
  return words;
}

/**
 * Whether a condition is added automatically when the question is read: it has no words in the question and is a
 * default, possibly in each of several roles.
 */
function isImplied(filter: Filter, { defaults, model }: Asked): boolean {
  if (filter.span !== undefined) return false;
  return (
    filter.kind === 'latest' || filter.note !== undefined || defaults.some((one) => derivesFrom(one, filter, model))
  );
}

/** Whether a filter is a default, or that default applied to the roles of a table. */
function derivesFrom(one: Filter, filter: Filter, model: SemanticModel): boolean {
  if (filter.kind !== 'exists' && filter.kind !== 'or') return sameFilter(one, filter, model);
  const parts = filter.filters.filter(({ kind }) => filter.kind === 'exists' || kind !== 'null');
  return parts.length > 0 && parts.every((part) => derivesFrom(one, part, model));
}

function sameFilter(one: Filter, other: Filter, model: SemanticModel): boolean {
  if ('column' in one && 'column' in other)
    return (
      one.kind === other.kind &&
      keptIn(model, other.column.table) === one.column.table &&
      one.column.column === other.column.column
    );
  return one.kind === 'term' && other.kind === 'term' && one.id === other.id;
}

function addCondition(
  target: ConditionWords,
  filter: Filter,
  asked: Asked,
  noun: Noun | null,
  style: ValueStyle,
): boolean {
  const own =
    (isCoveredBySpan(filter) ? ownWords(asked, filter.span) : null) ??
    (style === 'bare' ? bareValue(filter, asked, noun) : null);
  if (own && addOwnWords(target, filter, own, asked, noun)) return true;
  const text = labelledCondition(filter, asked);
  if (text === null) return false;
  if (asked.locale === 'zh') target.beside.push(`${text}的`);
  else target.where.push(text);
  return true;
}

/**
 * A value in the form of the asker's words: values of the subject's dimensions precede its noun, others have no fixed
 * position.
 */
function bareValue(filter: Filter, asked: Asked, noun: Noun | null): OwnWords | null {
  if (filter.kind !== 'compare' || filter.op !== '=' || typeof filter.value !== 'string') return null;
  const { table, column } = filter.column;
  const role = (asked.model.entities[table]?.fields[column] ?? asked.model.tables[table]?.columns[column])?.role;
  const isKind = table === asked.query.subject.name && role === 'dimension';
  return {
    words: valueText(filter.value, filter.column, asked),
    before: isPlace(filter) ? ' in ' : ' of ',
    after: isKind ? (noun?.many ?? '') : '',
  };
}

/** Whether the words of the span express the whole condition; a negation is outside the span. */
function isCoveredBySpan(filter: Filter): boolean {
  if (filter.kind === 'compare') return true;
  if (filter.kind === 'in' || filter.kind === 'between' || filter.kind === 'term') return !filter.negated;
  return filter.kind === 'compare_aggregate';
}

function addOwnWords(target: ConditionWords, filter: Filter, own: OwnWords, asked: Asked, noun: Noun | null): boolean {
  const { locale } = asked;
  if (filter.kind === 'compare' && filter.op === '!=') return addNegated(target, own, locale);
  const isValue = filter.kind === 'term' || filter.kind === 'in' || (filter.kind === 'compare' && filter.op === '=');
  if (!isValue) {
    if (locale === 'zh') target.beside.push(`${own.words.replace(/的$/, '')}的`);
    return locale === 'zh';
  }
  const atEnd = noun ? nounAtEnd(noun, own.words) : undefined;
  const head = headWords(asked, filter.span);
  const apart = locale === 'zh' && atEnd === undefined && (isPlace(filter) || isOtherThing(own.words, asked));
  if (noun && !apart && (atEnd !== undefined || filter.kind === 'term' || isBesideNoun(own.after, noun))) {
    const bare = atEnd === undefined ? own.words : own.words.slice(0, own.words.length - atEnd.length).trim();
    if (bare !== '') target.beside.push(`${bare}${locale === 'zh' ? particle(own.after) : ''}`);
    return bare !== '';
  }
  if (noun && head !== null && nounInside(noun, head) === undefined && target.instead === null) {
    target.instead = own.words;
    return true;
  }
  if (locale === 'zh') {
    target.around.push(own.words);
    return true;
  }
  const preposition = /(?:^|\s)((?:in|of|from|at|for|via|through) (?:the )?)$/i.exec(own.before)?.[1];
  if (preposition === undefined) return false;
  target.around.push(`${preposition}${own.words}${nounBehind(own.after, asked)}`);
  return true;
}

/** Adds a negated condition, whose negation directly precedes the words: 不在杭州, 不是公办. */
function addNegated(target: ConditionWords, { words, before }: OwnWords, locale: Locale): boolean {
  const negation = locale === 'zh' ? /(?:不在|不是|不属于|非)$/.exec(before)?.[0] : undefined;
  if (negation !== undefined) target.beside.push(`${negation}${words}的`);
  return negation !== undefined;
}

/** Whether the values are geographic places, which begin a Chinese sentence: 杭州市各等级的景区. */
function isPlace(filter: Filter): boolean {
  const values = filter.kind === 'compare' ? [filter.value] : filter.kind === 'in' ? filter.values : [];
  return values.length > 0 && values.every((value) => /[省市区县州镇乡国]$/u.test(String(value)));
}

/** Whether the words name another thing than the subject: VIP客户 in a question about orders. */
function isOtherThing(words: string, { model, query, locale }: Asked): boolean {
  const others = [...Object.keys(model.tables), ...Object.keys(model.entities)].filter(
    (name) => name !== query.subject.name,
  );
  return others.some((name) => {
    const noun = nounOf(model, name, locale);
    return noun !== null && nounAtEnd(noun, words) !== undefined;
  });
}

/** The part of the question that names the subject or measure, if it contains the span. */
function headWords(asked: Asked, span: Span | undefined): string | null {
  const heads = [asked.query.subject.span, ...asked.query.measures.map((measure) => measure.span)];
  const head = heads.find(
    (one) => one !== undefined && span !== undefined && one.start <= span.start && span.end <= one.end,
  );
  return head?.text ?? null;
}

function nounInside(noun: Noun, text: string): string | undefined {
  return noun.forms.find((form) => text.toLowerCase().includes(form));
}

function isBesideNoun(after: string, noun: Noun): boolean {
  const rest = after.replace(/^\s*[类型级]?的?\s*/, '').toLowerCase();
  return noun.forms.some((form) => rest.startsWith(form));
}

/** Characters between the value and its noun, which are kept: 图书类产品, 已取消的订单. */
function particle(after: string): string {
  return /^[类型级]?的?/.exec(after)?.[0] ?? '';
}

/** The noun after the value: "of electronics products". */
function nounBehind(after: string, { model }: Asked): string {
  const next = /^ ([a-z]+)\b/i.exec(after)?.[1];
  if (next === undefined) return '';
  const things = [...Object.values(model.tables), ...Object.values(model.entities)];
  const known = things.some((thing) =>
    [labelOf(thing, 'en'), ...thing.synonyms.en].some((form) => [form, `${form}s`].includes(next.toLowerCase())),
  );
  return known ? ` ${next}` : '';
}

/** A condition in words of labels: 客户类型为VIP客户 / customer type is VIP; null if the planner would not understand it. */
function labelledCondition(filter: Filter, asked: Asked): string | null {
  const { locale, model } = asked;
  if (filter.kind === 'term' && !filter.negated)
    return locale === 'zh' ? labelOf(model.terms[filter.id] ?? { label: {} }, locale) || null : null;
  if (filter.kind !== 'compare' && filter.kind !== 'in' && filter.kind !== 'between') return null;
  const label = columnLabel(filter.column, asked);
  if (label === '') return null;
  // Questions name a flag by its own words (abnormal tests), never by a truth value.
  if (filter.kind === 'compare' && typeof filter.value === 'boolean') return null;
  if (filter.kind === 'between')
    return filter.negated
      ? null
      : {
          zh: `${label}在${String(filter.from)}到${String(filter.to)}之间`,
          en: `${label} is between ${String(filter.from)} and ${String(filter.to)}`,
        }[locale];
  if (filter.kind === 'compare')
    return `${label}${locale === 'zh' ? '' : ' '}${operators[filter.op][locale]}${locale === 'zh' ? '' : ' '}${valueText(filter.value, filter.column, asked)}`;
  const values = filter.values.map((value) => valueText(value, filter.column, asked));
  return {
    zh: `${label}${filter.negated ? '不' : ''}是${values.join('或')}`,
    en: `${label} is ${filter.negated ? 'not ' : ''}${values.join(' or ')}`,
  }[locale];
}

const operators: Record<CompareOperator, Record<Locale, string>> = {
  '=': { zh: '为', en: 'is' },
  '!=': { zh: '不是', en: 'is not' },
  '>': { zh: '大于', en: 'is over' },
  '>=': { zh: '不低于', en: 'is at least' },
  '<': { zh: '小于', en: 'is under' },
  '<=': { zh: '不高于', en: 'is at most' },
};
