import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { drillDown } from './drill-down';
import { ends } from './ends';
import { asNumbers, asShares, averages, byOtherGroups, inTotal, otherMeasure } from './groups';
import { anotherPeriod, besideLastPeriod, overTime } from './periods';
import { howMany, otherFacts, rowsBehind, widerCircle, withoutOne } from './rows';

/**
 * Generates follow-up queries of one kind from an answered question, best first; lazily, because trying each one costs
 * a plan.
 */
type Lead = (asked: Asked) => Generator<SemanticQuery>;

/** Kinds of follow-up queries. Suggestions are of different kinds if there are enough. */
const leads = {
  drillDown,
  besideLastPeriod,
  anotherPeriod,
  overTime,
  byOtherGroups,
  asShares,
  asNumbers,
  averages,
  ends,
  inTotal,
  otherMeasure,
  rowsBehind,
  howMany,
  withoutOne,
  otherFacts,
  widerCircle,
} satisfies Record<string, Lead>;
export type LeadName = keyof typeof leads;

interface Row {
  answer: string;
  holds: (query: SemanticQuery) => boolean;
  leads: readonly LeadName[];
}

/** Kinds of follow-ups for each kind of answer, most likely first; the first row that holds is used. */
const leadsByAnswer: readonly Row[] = [
  {
    answer: 'things near a place',
    holds: ({ near }) => near !== null,
    leads: ['howMany', 'rowsBehind', 'widerCircle', 'byOtherGroups', 'withoutOne'],
  },
  {
    answer: 'facts about things',
    holds: ({ measures, select, filters }) => measures.length === 0 && select.length > 0 && filters.length > 0,
    leads: ['otherFacts', 'howMany', 'ends', 'byOtherGroups', 'withoutOne'],
  },
  {
    answer: 'the first of a list',
    holds: ({ measures, limit }) => measures.length === 0 && limit !== null,
    leads: ['ends', 'averages', 'withoutOne', 'anotherPeriod', 'byOtherGroups'],
  },
  {
    answer: 'a list',
    holds: ({ measures }) => measures.length === 0,
    leads: ['howMany', 'byOtherGroups', 'ends', 'averages', 'withoutOne', 'anotherPeriod'],
  },
  {
    answer: 'two periods',
    holds: ({ compare }) => compare !== null,
    leads: ['byOtherGroups', 'drillDown', 'inTotal', 'withoutOne', 'otherMeasure'],
  },
  {
    answer: 'a ranking',
    holds: ({ limit }) => limit !== null,
    leads: ['ends', 'anotherPeriod', 'inTotal', 'withoutOne', 'byOtherGroups'],
  },
  {
    answer: 'a trend',
    holds: ({ dimensions }) => dimensions.some(({ grain }) => grain !== undefined),
    leads: ['byOtherGroups', 'anotherPeriod', 'inTotal', 'drillDown', 'withoutOne', 'otherMeasure'],
  },
  {
    answer: 'shares',
    holds: ({ measures }) => measures.some(({ share }) => share),
    leads: ['asNumbers', 'byOtherGroups', 'asShares', 'anotherPeriod', 'withoutOne'],
  },
  {
    answer: 'groups',
    holds: ({ dimensions }) => dimensions.length > 0,
    leads: [
      'drillDown',
      'besideLastPeriod',
      'ends',
      'overTime',
      'asShares',
      'byOtherGroups',
      'anotherPeriod',
      'withoutOne',
      'otherMeasure',
      'inTotal',
    ],
  },
  {
    answer: 'a total',
    holds: () => true,
    leads: [
      'drillDown',
      'byOtherGroups',
      'besideLastPeriod',
      'rowsBehind',
      'overTime',
      'ends',
      'anotherPeriod',
      'withoutOne',
      'otherMeasure',
    ],
  },
];

/** Kinds of follow-ups to the answer of `query`, best first. */
export function leadsOf(query: SemanticQuery): { name: LeadName; lead: Lead }[] {
  const row = leadsByAnswer.find(({ holds }) => holds(query));
  return (row?.leads ?? []).map((name) => ({ name, lead: leads[name] }));
}
