import type { Locale, SemanticQuery } from '@querent/contracts';
import { labelOf, planQuestion, type SemanticModel } from '@querent/semantic';
import { neighbourPeriods } from './neighbour-periods';

export interface FollowUpInput {
  question: string;
  locale: Locale;
  today: string;
  timezone: string;
  query: SemanticQuery | null;
  model: SemanticModel | null;
}

/** At most three questions that lead on from an answered one, each known to be understood: the planner has planned it. */
export function followUpQuestions(input: FollowUpInput): string[] {
  const { query, model } = input;
  if (!query || !model) return [];
  const found: string[] = [];
  const seen = new Set([meaningOf(query)]);
  for (const question of candidates(input, query, model)) {
    if (found.length === 3) break;
    const plan = planQuestion({ question, locale: input.locale, model, today: input.today, timezone: input.timezone, choices: [] });
    if (plan.kind !== 'planned' || seen.has(meaningOf(plan.query))) continue;
    seen.add(meaningOf(plan.query));
    found.push(question);
  }
  return found;
}

/** Best first; lazily, since each one kept costs a plan. */
function* candidates(input: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  yield* earlierOrLater(input);
  yield* otherGroups(input, query, model);
  yield* overTime(input, query);
  yield* withoutOneFilter(input, query);
  yield* countOrList(input, query, model);
}

/** The same question about a neighbouring period. */
function* earlierOrLater({ question, locale }: FollowUpInput): Generator<string> {
  for (const { words, instead } of neighbourPeriods[locale]) {
    if (words.test(question)) {
      yield question.replace(words, instead);
      return;
    }
  }
}

/** The same measure by something else that tells the subject's rows apart. */
function* otherGroups({ locale }: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  const [measure] = query.measures;
  if (!measure || query.compare) return;
  const used = new Set([...query.dimensions.map(({ column }) => column.column), ...query.filters.flatMap((filter) => ('column' in filter ? [filter.column.column] : []))]);
  const tables = [query.subject.name, ...query.dimensions.map(({ column }) => column.table)];
  const columns = [...new Set(tables)].flatMap((name) => Object.values(model.tables[name]?.columns ?? {}));
  for (const column of columns.filter(({ role, name }) => role === 'dimension' && !used.has(name)).slice(0, 3)) {
    const label = labelOf(column, locale);
    if (label === '') continue;
    const when = timeWords(query);
    yield locale === 'zh' ? `${when}各${label}的${measure.label}` : [measure.label, 'by', label, when].filter(Boolean).join(' ');
  }
}

/** The same measure month by month. */
function* overTime({ locale }: FollowUpInput, query: SemanticQuery): Generator<string> {
  const [measure] = query.measures;
  if (!measure || query.compare || query.dimensions.some(({ grain }) => grain)) return;
  const when = timeWords(query);
  yield locale === 'zh' ? `${when || '今年'}每个月的${measure.label}趋势` : `monthly ${measure.label} ${when || 'this year'}`;
}

/** The question without the words of one condition. */
function* withoutOneFilter({ question }: FollowUpInput, query: SemanticQuery): Generator<string> {
  for (const { span, kind } of query.filters) {
    if (!span || kind === 'time' || span.text.length < 2 || !question.includes(span.text)) continue;
    yield question.replace(new RegExp(`(\\b(in|of|from|at|for)\\s+)?${escaped(span.text)}(省|市|区)?的?`, 'i'), '').replace(/\s{2,}/g, ' ').trim();
  }
}

/** How many of what was listed. */
function* countOrList({ locale }: FollowUpInput, query: SemanticQuery, model: SemanticModel): Generator<string> {
  if (query.measures.length > 0) return;
  const subject = model.entities[query.subject.name] ?? model.tables[query.subject.name];
  if (!subject) return;
  const name = labelOf(subject, locale);
  if (name === '') return;
  const words = query.filters.flatMap(({ span }) => span?.text ?? []).join(locale === 'zh' ? '' : ' ');
  yield locale === 'zh' ? `${words}${name}有多少个` : `how many ${words} ${name} are there`.replace(/\s{2,}/g, ' ');
}

/** The asker's own words for the time, e.g. 去年. */
function timeWords(query: SemanticQuery): string {
  return query.filters.find(({ kind, span }) => kind === 'time' && span)?.span?.text ?? '';
}

/** What a query asks, whatever words it came from. */
function meaningOf(query: SemanticQuery): string {
  return JSON.stringify(query, (key, value: unknown) => (key === 'span' || key === 'label' || key === 'note' ? undefined : value));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
