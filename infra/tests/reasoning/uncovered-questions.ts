import type { Locale, SubmitBody } from '@querent/contracts';
import type { LlmRequest, ScriptedReply } from '@querent/testing';

/** A question that the planner does not answer alone: it cannot read it, or would ask for the meaning of a word. */
export interface Uncovered extends Pick<SubmitBody, 'question' | 'connection'> {
  locale: Locale;
}

const questions: Record<string, Record<Locale, string[]>> = {
  crm: {
    zh: ['大客户有多少', '找出忠诚的客户', '客户的粘性怎么样', '客户们的平均回购间隔是多少天', '活跃度最高的客户是谁'],
    en: [
      'how many loyal users bought twice in a row',
      'which users came back within a week of their first purchase',
      'retention of users by cohort',
      'how sticky are the users',
      'how many zorbs are there',
    ],
  },
  commerce: {
    zh: ['连续三个月都下单的客户有几位', '哪些客户第二次购买比第一次贵', '尊享客户有多少', '回头客有多少'],
    en: [
      'customers whose second order was larger than the first',
      'median days between two orders of a customer',
      'which products are often bought together',
      'how many loyal customers',
    ],
  },
};

/** Questions that alternate between both connections and both languages. */
export const uncovered: readonly Uncovered[] = Object.entries(questions)
  .flatMap(([connection, byLocale]) =>
    (['zh', 'en'] as const).flatMap((locale) =>
      byLocale[locale].map((question, at) => ({ at, connection, locale, question })),
    ),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ connection, locale, question }) => ({ connection, locale, question }));

/** Statements of a scripted model by connection, and the value that its sound statement finds. */
const written: Record<string, { sql: string; found: number; exploration: string; broken: string }> = {
  crm: {
    sql: `SELECT count(*) AS n FROM users WHERE type = 'VIP'`,
    found: 42,
    exploration: 'SELECT DISTINCT type FROM users',
    broken: 'SELECT count(*) AS n FORM users',
  },
  commerce: {
    sql: 'SELECT count(DISTINCT category) AS n FROM products',
    found: 8,
    exploration: 'SELECT DISTINCT category FROM products',
    broken: 'SELECT count(*) AS n FROM products WHERE colour = 1',
  },
};

export const foundBy = ({ connection }: Pick<Uncovered, 'connection'>): unknown[][] => [[written[connection]?.found]];

/** Identifies the database of a request by its prompt. */
const about = ({ text }: LlmRequest): (typeof written)[string] | undefined =>
  written[text.includes('full_name') ? 'crm' : 'commerce'];

const reply = (kind: 'sql' | 'intermediate_sql', sql: string | undefined): ScriptedReply => ({
  text: JSON.stringify({ kind, sql, question: null, options: null }),
});

/** The reply of a healthy model. */
export const healthyReply = (request: LlmRequest): ScriptedReply => reply('sql', about(request)?.sql);

/** The first reply of an exchange with several calls: an exploration, or a statement that needs a repair. */
export const firstReply = (request: LlmRequest): ScriptedReply =>
  request.run.charCodeAt(request.run.length - 1) % 2 === 0
    ? reply('intermediate_sql', about(request)?.exploration)
    : reply('sql', about(request)?.broken);

/** Questions that the planner answers, with the expected rows of the database of `crm`. */
export const planned: readonly (Pick<SubmitBody, 'question' | 'connection'> & { rows: unknown[][] })[] = [
  { connection: 'crm', question: '客户数量', rows: [[200]] },
  {
    connection: 'crm',
    question: 'number of purchases by city',
    rows: [
      ['Lyon', 201],
      ['杭州市', 201],
      ['上海市', 198],
    ],
  },
  { connection: 'crm', question: '订单金额合计', rows: [['270450.00']] },
  { connection: 'crm', question: 'how many users are there', rows: [[200]] },
];
