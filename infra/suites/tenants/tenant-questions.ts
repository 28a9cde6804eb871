import type { SubmitBody } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { Random } from '../../demo/data/random.mjs';
import { questionAbout } from '../leak/ugly-questions';
import { tenants } from './tenant-marks';

export type Asked = Pick<SubmitBody, 'question' | 'locale' | 'mode'>;

/** Questions that continue a conversation. */
const followUps: readonly Asked[] = [
  { question: 'and by region?', locale: 'en' },
  { question: 'only Harbour', locale: 'en' },
  { question: 'what about Lamp', locale: 'en' },
  { question: 'how many of them are there', locale: 'en' },
  { question: 'show them as a table', locale: 'en' },
  { question: '按地区分呢', locale: 'zh' },
  { question: '那东城呢', locale: 'zh' },
  { question: '只看线上的', locale: 'zh' },
  { question: '总金额是多少', locale: 'zh' },
  { question: '列出明细', locale: 'zh' },
];

/** Questions that the planner understands. Each could hit the other tenant's value index, cache or samples. */
export const certainQuestions: readonly Asked[] = [
  { question: 'how many customers are there', locale: 'en' },
  { question: 'total amount of orders', locale: 'en' },
  { question: 'how many customers in Harbour', locale: 'en' },
  { question: 'list all customers', locale: 'en' },
  { question: 'top 5 customers by credit', locale: 'en' },
  { question: 'number of orders by product', locale: 'en' },
  { question: 'total pieces of stock', locale: 'en' },
  { question: 'sales per month', locale: 'en' },
  { question: 'total weight of notes by author', locale: 'en' },
  { question: 'orders for Lamp', locale: 'en' },
  { question: '有多少客户', locale: 'zh' },
  { question: '各城市的客户数量', locale: 'zh' },
  { question: '东城的客户有多少', locale: 'zh' },
  { question: '订单的金额总和', locale: 'zh' },
  { question: '列出所有订单', locale: 'zh' },
  { question: '每个月的销售额', locale: 'zh' },
  { question: '额度最高的5个客户', locale: 'zh' },
  { question: '各渠道的订单金额', locale: 'zh' },
  { question: '库存有多少件', locale: 'zh' },
  { question: '邮箱最多的客户', locale: 'zh' },
];

/** The simplest of the certain questions. */
export const plainQuestion: Asked = { question: 'how many customers are there', locale: 'en' };

/** A random question for both tenants. Marks are removed from its values, so that both tenants have the value. */
export function wordsFor(model: SemanticModel, random: Random): Asked {
  if (random.chance(0.45)) return random.pick(certainQuestions);
  const asked = questionAbout(model, random);
  return {
    ...asked,
    question: tenants.reduce(
      (text, { latin, han }) => text.replace(new RegExp(`\\s*${latin}\\d*|${han}`, 'gi'), ''),
      asked.question,
    ),
  };
}

export const followUp = (random: Random): Asked => random.pick(followUps);

/** Statements with which a model might explore stored values. */
export const explorations: readonly string[] = [
  'SELECT DISTINCT region FROM customer',
  'SELECT DISTINCT city FROM customer ORDER BY 1',
  'SELECT DISTINCT product FROM purchase',
  'SELECT DISTINCT name FROM customer LIMIT 40',
  'SELECT DISTINCT author FROM note',
  'SELECT max(credit), min(joined) FROM customer',
  'SELECT DISTINCT email FROM customer',
  'SELECT DISTINCT article FROM stock',
  'SELECT DISTINCT product FROM purchase_open',
  `SELECT DISTINCT region FROM customer WHERE region ILIKE '%harbour%'`,
  'SELECT DISTINCT product FROM purchase_sums',
  'SELECT DISTINCT name FROM customer_register',
  'SELECT DISTINCT city FROM customer_extract',
  'SELECT DISTINCT name FROM name_list',
  'SELECT DISTINCT title FROM event_rest',
  'SELECT DISTINCT title FROM event',
];
