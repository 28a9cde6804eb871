import type { Doubt, DoubtSign, ResultRef, SemanticQuery } from '@querent/contracts';
import { doubtSentences } from '../doubts/doubt-sentences';
import { categoryAxes, valuesOf } from '../drawing/chart-type';
import { distinctCount, type ResultShape } from '../reading/result-shape';
import { askedTopic } from './asked-topic';
import { comparedGroupsSentences, comparedTotalSentences, unequalPeriods } from './comparison-sentences';
import { groupSentences, rankingSentences, shareSentences } from './group-sentences';
import { listSentences } from './list-sentences';
import { firstOfAllSentences, numberSentences, valuesOfOneSentences } from './one-row-sentences';
import { say, sentences, sentenceStart } from './phrases';
import { disclosureSentences } from './said-with-any-answer';
import type { Telling } from './telling';
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
  tell: (telling: Telling) => string[];
  /** What the told must not be read without. */
  qualify?: (telling: Telling) => string[];
  /** Signs of doubt that its sentences tell of already. */
  tells?: readonly DoubtSign[];
}

const isOneRow = (shape: ResultShape): boolean => shape.rows.length === 1 && shape.rowCount === 1;
const isUnnamed = (shape: ResultShape): boolean => shape.labels.length === 0 && shape.time === null;

/** The first form that holds tells the answer. */
export const answerForms: readonly FormRow[] = [
  {
    form: 'nothing',
    holds: (shape) => shape.rows.length === 0,
    tell: ({ shape, topic }) => [say('nothing', shape.locale, { topic })],
    tells: ['empty_result'],
  },
  {
    form: 'number',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && valuesOf(shape).length === 1,
    tell: numberSentences,
    tells: ['all_null_column'],
  },
  {
    form: 'compared_total',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && shape.pairs.length > 0,
    tell: comparedTotalSentences,
    qualify: unequalPeriods,
  },
  {
    form: 'values_of_one',
    holds: (shape) => isOneRow(shape) && isUnnamed(shape) && valuesOf(shape).length > 1,
    tell: valuesOfOneSentences,
  },
  { form: 'first_of_all', holds: isOneRow, tell: firstOfAllSentences },
  {
    form: 'compared_groups',
    holds: (shape) => shape.pairs.length > 0,
    tell: comparedGroupsSentences,
    qualify: unequalPeriods,
  },
  {
    form: 'trend',
    holds: (shape) =>
      shape.grouped && shape.time !== null && valuesOf(shape).length > 0 && distinctCount(shape, shape.time) > 1,
    tell: trendSentences,
    qualify: partPeriods,
  },
  { form: 'shares', holds: (shape) => shape.grouped && shape.shares.length > 0, tell: shareSentences },
  {
    form: 'ranking',
    holds: (shape, query) =>
      shape.grouped && query?.limit != null && query.order.length > 0 && valuesOf(shape).length > 0,
    tell: rankingSentences,
  },
  {
    form: 'groups',
    holds: (shape) => shape.grouped && valuesOf(shape).length > 0 && categoryAxes(shape).length > 0,
    tell: groupSentences,
  },
  { form: 'list', holds: () => true, tell: listSentences },
];

/** Which form an answer takes. */
export function answerForm(shape: ResultShape, query: SemanticQuery | null): FormRow {
  return answerForms.find((row) => row.holds(shape, query)) ?? listForm;
}

const listForm: FormRow = { form: 'list', holds: () => true, tell: listSentences };

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
  /** The most sentences, where what qualifies the answer leaves room for so few. Null: as many as it takes. */
  maxSentences?: number | null;
  /** What was found, in words that take the place of the template's. */
  told?: string | null;
}

/** The answer in the asker's language: what was found, in labels and units, then everything that qualifies it. */
export function answerText(material: AnswerMaterial): string {
  const { shape, query, result } = material;
  const telling: Telling = {
    shape,
    query,
    topic: topicOf(material),
    today: material.today,
    isAdditive: material.isAdditive,
  };
  const { form, tell, qualify, tells = [] } = answerForm(shape, query);
  const qualified = [
    ...(qualify?.(telling) ?? []),
    ...doubtSentences(material.doubts ?? [], typeof material.told === 'string' ? [] : tells, shape.locale),
    ...disclosureSentences(shape, result, material.disclosures, form === 'list'),
  ];
  const told =
    typeof material.told === 'string'
      ? [material.told]
      : firstOf(tell(telling), material.maxSentences ?? null, qualified.length);
  return sentences([...told, ...qualified], shape.locale);
}

/** Whole sentences, from the first on; the answer itself is always among them. */
function firstOf(told: string[], most: number | null, qualifying: number): string[] {
  return most === null ? told : told.slice(0, Math.max(1, most - qualifying));
}

function topicOf({ refinedQuestion, question, shape, query }: AnswerMaterial): string {
  const text = (refinedQuestion ?? question).trim().replace(/[\s。．.？?！!，,；;：:]+$/u, '');
  if (text === '') return say('untitled', shape.locale);
  return sentenceStart(query === null ? askedTopic(text, shape.locale) : text);
}
