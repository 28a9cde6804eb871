import type { Filter, Locale, SemanticQuery, Span } from '@querent/contracts';
import { keptIn, labelOf, type SemanticModel } from '@querent/model';
import type { Asked } from '../asked';
import { valueText } from './column-words';
import { labelledCondition } from './labelled-condition';
import { type Noun, nounAtEnd, nounOf } from './noun';
import { ownWords, type OwnWords } from './own-words';
import { isTimeFilter, timeWords } from './time-words';

/** The conditions of a query, each where its language puts it. */
export interface ConditionWords {
  time: string;
  /** zh: before everything else (杭州). en: phrases behind the noun (in Hangzhou). */
  around: string[];
  /** Right before the noun: 5A, VIP, 价格超过1000元的. */
  beside: string[];
  /** en: clauses at the end (where category is Books). */
  where: string[];
  /** A value that stands for the noun itself: 平板电脑, primary schools. */
  instead: string | null;
}

/** How a value is said that the asker's words do not say: by itself (Luna 香水), or with what it is of (产品名称为Luna 香水). */
export type ValueStyle = 'bare' | 'labelled';

/** Words for every condition of `query`; null where one of them has none that are sure to be understood. */
export function conditionWords(
  asked: Asked,
  query: SemanticQuery,
  noun: Noun | null,
  style: ValueStyle,
): ConditionWords | null {
  const said: ConditionWords = { time: '', around: [], beside: [], where: [], instead: null };
  for (const filter of query.filters) {
    if (fillsItselfIn(filter, asked)) continue;
    if (isTimeFilter(filter, asked)) {
      const words = timeWords(filter, asked);
      if (words === null || said.time !== '') return null;
      said.time = words;
    } else if (!place(said, filter, asked, noun, style)) return null;
  }
  return said;
}

/**
 * A default comes back by itself where it came from nothing that was said; of what rows have in several roles, in each.
 */
function fillsItselfIn(filter: Filter, { defaults, model }: Asked): boolean {
  if (filter.span !== undefined) return false;
  return filter.kind === 'latest' || filter.note !== undefined || defaults.some((one) => comesOf(one, filter, model));
}

/** Whether a filter is a default, or says it of those who play a role for the rows. */
function comesOf(one: Filter, filter: Filter, model: SemanticModel): boolean {
  if (filter.kind !== 'exists' && filter.kind !== 'or') return sameFilter(one, filter, model);
  const parts = filter.filters.filter(({ kind }) => filter.kind === 'exists' || kind !== 'null');
  return parts.length > 0 && parts.every((part) => comesOf(one, part, model));
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

function place(said: ConditionWords, filter: Filter, asked: Asked, noun: Noun | null, style: ValueStyle): boolean {
  const own =
    (saysItAll(filter) ? ownWords(asked, filter.span) : null) ??
    (style === 'bare' ? bareValue(filter, asked, noun) : null);
  if (own && placeOwn(said, filter, own, asked, noun)) return true;
  const text = labelledCondition(filter, asked);
  if (text === null) return false;
  if (asked.locale === 'zh') said.beside.push(`${text}的`);
  else said.where.push(text);
  return true;
}

/**
 * A value as if the asker had said it: kinds of the subject stand before its noun, names and all else where they
 * please.
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

/** Whether the words of the span alone carry the condition: a denied one leaves its denial outside of them. */
function saysItAll(filter: Filter): boolean {
  if (filter.kind === 'compare') return true;
  if (filter.kind === 'in' || filter.kind === 'between' || filter.kind === 'term') return !filter.negated;
  return filter.kind === 'compare_aggregate';
}

function placeOwn(said: ConditionWords, filter: Filter, own: OwnWords, asked: Asked, noun: Noun | null): boolean {
  const { locale } = asked;
  if (filter.kind === 'compare' && filter.op === '!=') return placeDenied(said, own, locale);
  const isValue = filter.kind === 'term' || filter.kind === 'in' || (filter.kind === 'compare' && filter.op === '=');
  if (!isValue) {
    if (locale === 'zh') said.beside.push(`${own.words.replace(/的$/, '')}的`);
    return locale === 'zh';
  }
  const atEnd = noun ? nounAtEnd(noun, own.words) : undefined;
  const head = headWords(asked, filter.span);
  const apart = locale === 'zh' && atEnd === undefined && (isPlace(filter) || isOtherThing(own.words, asked));
  if (noun && !apart && (atEnd !== undefined || filter.kind === 'term' || isBesideNoun(own.after, noun))) {
    const bare = atEnd === undefined ? own.words : own.words.slice(0, own.words.length - atEnd.length).trim();
    if (bare !== '') said.beside.push(`${bare}${locale === 'zh' ? particle(own.after) : ''}`);
    return bare !== '';
  }
  if (noun && head !== null && nounInside(noun, head) === undefined && said.instead === null) {
    said.instead = own.words;
    return true;
  }
  if (locale === 'zh') {
    said.around.push(own.words);
    return true;
  }
  const preposition = /(?:^|\s)((?:in|of|from|at|for|via|through) (?:the )?)$/i.exec(own.before)?.[1];
  if (preposition === undefined) return false;
  said.around.push(`${preposition}${own.words}${nounBehind(own.after, asked)}`);
  return true;
}

/** 不在杭州, 不是公办: the denial is right before the words, and goes with them. */
function placeDenied(said: ConditionWords, { words, before }: OwnWords, locale: Locale): boolean {
  const denial = locale === 'zh' ? /(?:不在|不是|不属于|非)$/.exec(before)?.[0] : undefined;
  if (denial !== undefined) said.beside.push(`${denial}${words}的`);
  return denial !== undefined;
}

/** Places lead a Chinese sentence: 杭州市各等级的景区. */
function isPlace(filter: Filter): boolean {
  const values = filter.kind === 'compare' ? [filter.value] : filter.kind === 'in' ? filter.values : [];
  return values.length > 0 && values.every((value) => /[省市区县州镇乡国]$/u.test(String(value)));
}

/** VIP客户 in a question about orders. */
function isOtherThing(words: string, { model, query, locale }: Asked): boolean {
  const others = [...Object.keys(model.tables), ...Object.keys(model.entities)].filter(
    (name) => name !== query.subject.name,
  );
  return others.some((name) => {
    const noun = nounOf(model, name, locale);
    return noun !== null && nounAtEnd(noun, words) !== undefined;
  });
}

/** The part of the question that names what is counted or listed, where it holds the span. */
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

/** 图书类产品, 已取消的订单: what stood between value and noun stays. */
function particle(after: string): string {
  return /^[类型级]?的?/.exec(after)?.[0] ?? '';
}

/** "of electronics products": the noun that the value belongs to. */
function nounBehind(after: string, { model }: Asked): string {
  const next = /^ ([a-z]+)\b/i.exec(after)?.[1];
  if (next === undefined) return '';
  const things = [...Object.values(model.tables), ...Object.values(model.entities)];
  const known = things.some((thing) =>
    [labelOf(thing, 'en'), ...thing.synonyms.en].some((form) => [form, `${form}s`].includes(next.toLowerCase())),
  );
  return known ? ` ${next}` : '';
}
