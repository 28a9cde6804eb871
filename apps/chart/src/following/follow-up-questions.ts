import type { Filter, Locale, SemanticQuery } from '@querent/contracts';
import { labelOf, planQuestion, type SemanticModel } from '@querent/semantic';
import { groupingLabels } from './grouping-labels';
import { neighbourPeriods } from './neighbour-periods';

export interface FollowUpInput {
  question: string;
  locale: Locale;
  today: string;
  timezone: string;
  query: SemanticQuery | null;
  model: SemanticModel | null;
}

const most = 3;
/** So many ways of grouping are tried before other kinds of questions. */
const groupingsTried = 4;
/** Periods shorter than this have no trend by month. */
const trendFromDays = 62;

/** At most three questions that lead on from an answered one, each known to be understood: the planner has planned it. */
export function followUpQuestions(input: FollowUpInput): string[] {
  const { query, model } = input;
  if (!query || !model) return [];
  const found: string[] = [];
  const seen = new Set([meaningOf(query)]);
  for (const question of candidates(input, query, model)) {
    if (found.length === most) break;
    const plan = planQuestion({ question, locale: input.locale, model, today: input.today, timezone: input.timezone, choices: [] });
    if (plan.kind !== 'planned' || seen.has(meaningOf(plan.query))) continue;
    seen.add(meaningOf(plan.query));
    found.push(question);
  }
  return found;
}

/** Best first; lazily, since each one kept costs a plan. */
function* candidates(input: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  if (query.compare === null) yield* neighbouringPeriod(input);
  const groups = [...otherGroups(input, query, model)];
  yield* groups.slice(0, 2);
  yield* overTime(input, query);
  yield* withoutOneValue(input, query);
  yield* howMany(input, query, model);
  yield* groups.slice(2);
}

/** The same question about a neighbouring period. */
function* neighbouringPeriod({ question, locale }: FollowUpInput): Generator<string> {
  const found = neighbourPeriods[locale].find(({ words }) => words.test(question));
  if (found) yield question.replace(found.words, found.instead);
}

/** The same by something else that tells the subject's rows apart. */
function* otherGroups(input: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  const { locale, question } = input;
  const [measure] = query.measures;
  const [subject] = [model.entities[query.subject.name] ?? model.tables[query.subject.name]];
  const noun = subject ? labelOf(subject, locale) : '';
  const counted = { zh: `${noun}数量`, en: `number of ${plural(noun)}` }[locale];
  const when = timeWords(input, query);
  for (const label of groupingLabels(query, model, locale).slice(0, groupingsTried)) {
    if (query.compare) yield locale === 'zh' ? `各${label}${question}` : `${question} by ${label}`;
    else if (measure) yield locale === 'zh' ? `${when}各${label}的${measure.label}` : [measure.label, 'by', label, when].filter(Boolean).join(' ');
    else if (noun !== '' && !query.near) yield locale === 'zh' ? `各${label}的${counted}` : `${counted} by ${label}`;
  }
}

/** The same measure month by month. */
function* overTime(input: FollowUpInput, query: SemanticQuery): Generator<string> {
  const [measure] = query.measures;
  if (!measure || measure.share || query.compare || query.dimensions.some(({ grain }) => grain) || isShort(timeFilter(query))) return;
  const when = timeWords(input, query);
  yield input.locale === 'zh' ? `${when || '今年'}每个月的${measure.label}趋势` : `monthly ${measure.label} ${when || 'this year'}`;
}

/** The question without a value at its edge, where leaving it out leaves a whole sentence: 统计(浙江省)5A景区…, … in Zhejiang. */
function* withoutOneValue({ question, locale }: FollowUpInput, query: SemanticQuery): Generator<string> {
  for (const filter of query.filters) {
    if (filter.kind !== 'compare' || filter.op !== '=' || !filter.span || filter.span.text.length < 2) continue;
    const value = escaped(filter.span.text);
    const edge = locale === 'zh' ? new RegExp(`^(统计|查询|查一下|列出|看看|请问)?${value}(省|市)?的?(?=\\S{5,})`, 'i') : new RegExp(`\\s+(in|of|from|at|for) ${value}\\s*\\??$`, 'i');
    const without = question.replace(edge, locale === 'zh' ? '$1' : '');
    if (without !== question && !/^(不|没|除)/.test(without)) yield without;
  }
}

/** How many of what was listed; in Chinese the asker's own conditions go before the noun. */
function* howMany(input: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  const { locale, question } = input;
  const subject = model.entities[query.subject.name] ?? model.tables[query.subject.name];
  const name = subject ? labelOf(subject, locale) : '';
  if (query.measures.length > 0 || name === '' || query.near || query.limit !== null) return;
  const plain = query.filters.every((filter) => filter.kind === 'compare' && filter.op === '=' && filter.span);
  if (!plain) return;
  const words = query.filters.map(({ span }) => asWritten(question, span?.text ?? ''));
  if (locale === 'zh') yield `${words.join('')}的${name}有多少个`.replace(/^的/, '');
  else if (words.length === 0) yield `how many ${plural(name)} are there`;
}

function timeFilter(query: SemanticQuery): Extract<Filter, { kind: 'time' }> | undefined {
  return query.filters.find((filter): filter is Extract<Filter, { kind: 'time' }> => filter.kind === 'time' && filter.span !== undefined);
}

/** The asker's own words for the time: 去年, in Q1. */
function timeWords({ question, locale }: FollowUpInput, query: SemanticQuery): string {
  const words = timeFilter(query)?.span?.text;
  if (words === undefined) return '';
  const written = asWritten(question, words);
  const before = locale === 'en' ? (/(?:^|\s)((?:in|during|on) )$/i.exec(question.slice(0, question.indexOf(written)))?.[1] ?? '') : '';
  return `${before}${written}`;
}

function isShort(filter: Extract<Filter, { kind: 'time' }> | undefined): boolean {
  if (!filter || filter.range.from === null || filter.range.to === null) return false;
  return (Date.parse(filter.range.to) - Date.parse(filter.range.from)) / 86_400_000 < trendFromDays;
}

/** Spans are of the normalised question, whose letters are small; the asker wrote 5A and Q1. */
function asWritten(question: string, words: string): string {
  const at = question.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? words : question.slice(at, at + words.length);
}

/** What a query asks, whatever words it came from. */
function meaningOf(query: SemanticQuery): string {
  return JSON.stringify(query, (key, value: unknown) => (key === 'span' || key === 'label' || key === 'note' ? undefined : value));
}

function plural(noun: string): string {
  return /s$/.test(noun) ? noun : `${noun}s`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
