import type { Filter } from '@querent/contracts';
import { describeFilter, describeQuery } from '@querent/explain';
import { say } from '@querent/model';
import type { Candidate } from './candidate';
import type { Decision } from './decision';
import { thingName, valueName, type Wording } from '../wording';

/** Asks which rows to show of two things that are requested together: one answer shows rows of one thing. */
export function oneOfTwoKinds(candidates: readonly Candidate[], wording: Wording): Decision | null {
  const { facts, locale } = wording;
  const two = candidates.filter(({ reading }) => reading.item.meaning.cat === 'two_sets');
  const [best] = candidates;
  const meaning = best?.reading.item.meaning;
  if (meaning?.cat !== 'two_sets' || two.length < 2) return null;
  const things = meaning.sets.map(({ thing }) => thing);
  // The thing with conditions is preferred; then the order of the words decides.
  const order = ({ query }: Candidate): number => things.indexOf(query.subject.name) - 2 * query.filters.length;
  const named = new Map(two.map((one) => [describeQuery(one.query, { model: facts.model, locale }), one]));
  return {
    trigger: 'ambiguous_term',
    key: `kinds:${things.join('|')}`,
    question: say(
      locale,
      '一次只能列出一种数据，您想先看哪一种？',
      'A list can show only one kind of data. Which one do you want first?',
    ),
    ways: [...named]
      .sort(([, one], [, other]) => order(one) - order(other))
      .map(([label, one]) => ({
        label,
        value: label,
        aliases: [thingName(wording, one.query.subject.name)],
        leads: [one],
      })),
  };
}

/** Asks whether a condition behind several values applies to all of them, or to the last alone. */
export function ofAllOrLast(candidates: readonly Candidate[], wording: Wording): Decision | null {
  const { facts, locale } = wording;
  const ofLast = candidates.flatMap((candidate) => {
    const split = splitOf(candidate.query.filters);
    return split ? [{ candidate, split }] : [];
  });
  const [first] = ofLast;
  // Rows are listed rather than counted or added up.
  const ofAll = candidates.filter(({ query }) => splitOf(query.filters) === null && query.measures.length === 0);
  if (!first || ofAll.length === 0) return null;
  const { listed, restriction } = first.split;
  const names = listed.values.map((value) => valueName(wording, listed.column, value));
  const [before, last] = [names.slice(0, -1).join(say(locale, '、', ', ')), names.at(-1) ?? ''];
  const condition = describeFilter(restriction, { model: facts.model, locale });
  const words = restriction.span?.text ?? condition;
  return {
    trigger: 'ambiguous_term',
    key: `said:${words}`,
    question: say(
      locale,
      `“${condition}”说的是全部，还是只有${last}？`,
      `Does “${condition}” apply to all of them, or only to ${last}?`,
    ),
    ways: [
      {
        label: say(locale, `${before}和${last}，都要${condition}`, `${before} and ${last}, all where ${condition}`),
        value: 'all',
        aliases: ['都', '全部', '两者', 'all', 'both'],
        leads: ofAll,
      },
      {
        label: say(
          locale,
          `全部${before}，以及${condition}的${last}`,
          `all ${before}, and ${last} only where ${condition}`,
        ),
        value: 'last',
        aliases: ['只有最后一个', '最后', last, 'last', 'only the last'],
        leads: ofLast.map(({ candidate }) => candidate),
      },
    ],
  };
}

type Listed = Extract<Filter, { kind: 'in' }>;

/** Several values, and a condition that applies only to rows of the last value. */
function splitOf(filters: readonly Filter[]): { listed: Listed; restriction: Filter } | null {
  for (const one of filters) {
    const [before, restriction, ...more] = one.kind === 'or' ? one.filters : [];
    if (before?.kind !== 'in' || !restriction || more.length > 0) continue;
    const listed = filters.find(
      (other): other is Listed =>
        other.kind === 'in' &&
        other.column.table === before.column.table &&
        other.column.column === before.column.column &&
        other.values.length === before.values.length + 1,
    );
    if (listed) return { listed, restriction };
  }
  return null;
}
