import type { Doubt, DoubtSign, ResultRef, SemanticQuery } from '@querent/contracts';
import { doubtSentences } from '../doubts/doubt-sentences';
import { categoryAxes, valuesOf } from '../drawing/chart-type';
import { distinctCount, type ResultShape } from '../reading/result-shape';
import { askedTopic } from './asked-topic';
import { comparedGroupsSentences, comparedTotalSentences, unequalPeriods } from './comparison-sentences';
import { groupSentences, rankingSentences, shareSentences } from './group-sentences';
import { listSentences } from './list-sentences';
import { firstOfAllSentences, numberSentences, valuesOfOneSentences } from './one-row-sentences';
import { phrase, sentences, sentenceStart } from './phrases';
import { disclosureSentences } from './disclosure-sentences';
import type { SentenceInput } from './sentence-input';
import { partPeriods, trendSentences } from './trend-sentences';

export type AnswerForm =
  | 'nothing'
  | 'number'
  | 'compared_total'
  | 'values_of_one'
  | 'first_of_all'
  | 'compared_groups'
  | 'trend'
  | 'shares'
  | 'ranking'
  | 'groups'
  | 'list';

interface FormRow {
  form: AnswerForm;
  holds: (shape: ResultShape, query: SemanticQuery | null) => boolean;
  write: (input: SentenceInput) => string[];
  /** Sentences that qualify the answer and are never left out. */
  qualify?: (input: SentenceInput) => string[];
  /** Signs of doubt that its sentences already mention. */
  mentions?: readonly DoubtSign[];
}

const isOneRow = (shape: ResultShape): boolean => shape.rows.length === 1 && shape.rowCount === 1;
const isUnnamed = (shape: ResultShape): boolean => shape.labels.length === 0 && shape.time === null;

/** Forms of an answer in order of precedence: the first one that holds is used. */
export const answerForms: readonly FormRow[] = [
  {
    form: 'nothing',
    holds: (shape) => shape.rows.length === 0,
    write: ({ shape, topic }) => [phrase('nothing', shape.locale, { topic })],
    mentions: ['empty_result'],
  },
  {
    form: 'number',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && valuesOf(shape).length === 1,
    write: numberSentences,
    mentions: ['all_null_column'],
  },
  {
    form: 'compared_total',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && shape.pairs.length > 0,
    write: comparedTotalSentences,
    qualify: unequalPeriods,
  },
  {
    form: 'values_of_one',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && valuesOf(shape).length > 1,
    write: valuesOfOneSentences,
  },
  { form: 'first_of_all', holds: isOneRow, write: firstOfAllSentences },
  {
    form: 'compared_groups',
    holds: (shape) => shape.pairs.length > 0,
    write: comparedGroupsSentences,
    qualify: unequalPeriods,
  },
  {
    form: 'trend',
    holds: (shape) =>
      shape.grouped && shape.time !== null && valuesOf(shape).length > 0 && distinctCount(shape, shape.time) > 1,
    write: trendSentences,
    qualify: partPeriods,
  },
  { form: 'shares', holds: (shape) => shape.grouped && shape.shares.length > 0, write: shareSentences },
  {
    form: 'ranking',
    holds: (shape, query) =>
      shape.grouped && query?.limit != null && query.order.length > 0 && valuesOf(shape).length > 0,
    write: rankingSentences,
  },
  {
    form: 'groups',
    holds: (shape) => shape.grouped && valuesOf(shape).length > 0 && categoryAxes(shape).length > 0,
    write: groupSentences,
  },
  { form: 'list', holds: () => true, write: listSentences },
];

/** The form of the answer to a result. */
export function answerForm(shape: ResultShape, query: SemanticQuery | null): FormRow {
  return answerForms.find((row) => row.holds(shape, query)) ?? listForm;
}

const listForm: FormRow = { form: 'list', holds: () => true, write: listSentences };

export interface AnswerMaterial {
  shape: ResultShape;
  query: SemanticQuery | null;
  result: Pick<ResultRef, 'skipped' | 'truncated' | 'rowCount'>;
  refinedQuestion: string | null;
  question: string;
  disclosures: readonly string[];
  doubts?: readonly Doubt[];
  today: string;
  isAdditive: (index: number) => boolean;
  /** Limit of sentences, qualifying ones included; at least one sentence states the answer. Null: no limit. */
  maxSentences?: number | null;
  /** The answer as worded by a language model; replaces the template's sentences. */
  phrased?: string | null;
}

/** The answer in the asker's language: the findings with labels and units, then all qualifying sentences. */
export function answerText(material: AnswerMaterial): string {
  const { shape, query, result } = material;
  const input: SentenceInput = {
    shape,
    query,
    topic: topicOf(material),
    today: material.today,
    isAdditive: material.isAdditive,
  };
  const { form, write, qualify, mentions = [] } = answerForm(shape, query);
  const qualified = [
    ...(qualify?.(input) ?? []),
    ...doubtSentences(material.doubts ?? [], typeof material.phrased === 'string' ? [] : mentions, shape.locale),
    ...disclosureSentences(shape, result, material.disclosures, form === 'list'),
  ];
  const findings =
    typeof material.phrased === 'string'
      ? [material.phrased]
      : firstOf(write(input), material.maxSentences ?? null, qualified.length);
  return sentences([...findings, ...qualified], shape.locale);
}

/** The first sentences up to the limit; at least one. */
function firstOf(all: string[], most: number | null, qualifying: number): string[] {
  return most === null ? all : all.slice(0, Math.max(1, most - qualifying));
}

function topicOf({ refinedQuestion, question, shape, query }: AnswerMaterial): string {
  const text = (refinedQuestion ?? question).trim().replace(/[\s。．.？?！!，,；;：:]+$/u, '');
  if (text === '') return phrase('untitled', shape.locale);
  return sentenceStart(query === null ? askedTopic(text, shape.locale) : text);
}
