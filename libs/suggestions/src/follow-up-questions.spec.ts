import type { Choice, Locale, SemanticQuery } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { signatureOf, type SemanticModel } from '@querent/model';
import { column, modelOf, plannedQuery, shop, table } from './fixture/shop';
import { followUps, type FollowUp, type FollowUpInput } from './follow-up-questions';
import type { LeadName } from './leads/leads-by-answer';

const today = '2026-11-21';
const timezone = 'Asia/Shanghai';

const after = (question: string, locale: Locale, more: Partial<FollowUpInput> = {}): FollowUp[] =>
  followUps({ question, locale, today, timezone, model: shop, query: plannedQuery(question, locale), ...more });
const ledBy = (lead: LeadName, found: readonly FollowUp[]): string | undefined =>
  found.find((one) => one.lead === lead)?.question;

describe('follow-up questions', () => {
  it.each<[string, Locale, LeadName, string]>([
    ['今年的订单金额', 'zh', 'byOtherGroups', '今年各渠道的订单金额'],
    ['今年的订单金额', 'zh', 'besideLastPeriod', '今年和去年的订单金额对比'],
    ['今年的订单金额', 'zh', 'overTime', '今年每个月的订单金额趋势'],
    ['上个月的订单金额', 'zh', 'besideLastPeriod', '2026年10月和2026年9月的订单金额对比'],
    ['上周的订单数', 'zh', 'besideLastPeriod', '本周和上周的订单数对比'],
    ['order amount last month', 'en', 'byOtherGroups', 'order amount by channel last month'],
    ['order amount last month', 'en', 'besideLastPeriod', 'compare order amount in October 2026 with September 2026'],
    ['order amount last month', 'en', 'overTime', 'daily order amount last month'],
    ['number of orders', 'en', 'overTime', 'monthly number of orders this year'],
    ['去年各渠道的订单金额', 'zh', 'asShares', '去年各渠道的订单金额占比'],
    ['去年每个月的订单金额', 'zh', 'anotherPeriod', '今年每个月的订单金额趋势'],
    ['去年每个月的订单金额', 'zh', 'inTotal', '去年的订单金额'],
    ['今年和去年的订单金额对比', 'zh', 'byOtherGroups', '今年和去年各渠道的订单金额对比'],
    ['VIP客户有多少', 'zh', 'rowsBehind', 'VIP客户有哪些'],
    ['how many VIP customers are there', 'en', 'rowsBehind', 'list VIP customers'],
    ['杭州市的客户有哪些', 'zh', 'howMany', '杭州市有多少客户'],
    ['杭州市的客户有哪些', 'zh', 'byOtherGroups', '杭州市各客户类型的客户数量'],
    ['订单金额最高的5个客户', 'zh', 'ends', '订单金额最低的5个客户'],
    ['top 5 customers by order amount', 'en', 'ends', '5 customers with the lowest order amount'],
    ['各渠道订单数占比', 'zh', 'asNumbers', '各渠道的订单数'],
    ['服务综合得分', 'zh', 'drillDown', '服务各项明细'],
    ['服务各项明细', 'zh', 'drillDown', '服务综合得分是多少'],
    ['speed by channel', 'en', 'drillDown', 'breakdown of service by channel'],
    ['去年下过单的客户有多少', 'zh', 'rowsBehind', '去年下过单的客户有哪些'],
  ])('to %s (%s): %s leads to %s', (question, locale, lead, expected) => {
    expect(ledBy(lead, after(question, locale))).toBe(expected);
  });

  it.each<[string, Locale]>([
    ['今年的订单金额', 'zh'],
    ['各渠道的订单数', 'zh'],
    ['order amount by channel this year', 'en'],
    ['杭州市有多少客户', 'zh'],
    ['客户列表', 'zh'],
    ['monthly order amount this year', 'en'],
    ['服务综合得分', 'zh'],
    ['top 5 customers by order amount', 'en'],
    ['今年和去年各渠道的订单数对比', 'zh'],
  ])('to %s (%s) are at most three, differ in meaning, and are planned without asking', (question, locale) => {
    const found = after(question, locale).map((one) => one.question);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(3);
    expect(new Set([question, ...found].map((one) => signatureOf(plannedQuery(one, locale)))).size).toBe(
      found.length + 1,
    );
  });

  it.each<[string, Locale]>([
    ['今年的订单金额', 'zh'],
    ['去年各渠道的订单金额', 'zh'],
    ['how many VIP customers are there', 'en'],
    ['monthly order amount this year', 'en'],
  ])('to %s (%s) are of three different kinds', (question, locale) => {
    expect(new Set(after(question, locale).map(({ lead }) => lead)).size).toBe(3);
  });

  it('add no period to things: customers "this year" would be only the new ones', () => {
    const leads = after('客户数量', 'zh').map(({ lead }) => lead);
    expect(leads).not.toContain('besideLastPeriod');
    expect(leads).not.toContain('overTime');
  });

  it('never group by a column that the question fixes', () => {
    for (const { question } of after('VIP客户有多少', 'zh')) expect(question).not.toContain('客户类型');
    for (const { question } of after('各渠道的订单数', 'zh').filter(({ lead }) => lead === 'byOtherGroups'))
      expect(question).not.toContain('渠道');
  });

  it('are empty without a query or a model', () => {
    expect(after('今年的订单金额', 'zh', { query: null })).toEqual([]);
    expect(after('今年的订单金额', 'zh', { model: null })).toEqual([]);
  });

  it('reuse words of the continued question', () => {
    const context = plannedQuery('杭州市有多少客户', 'zh');
    const found = followUps({
      question: '有哪些',
      continued: '杭州市有多少客户',
      locale: 'zh',
      today,
      timezone,
      model: shop,
      query: { ...context, measures: [], strategy: 'detail' },
    });
    expect(ledBy('byOtherGroups', found)).toBe('杭州市各客户类型的客户数量');
  });

  it('use the model’s names of values if the asker resolved an ambiguity', () => {
    const query: SemanticQuery = { ...plannedQuery('VIP客户有多少', 'zh') };
    const found = followUps({
      question: '贵客有多少',
      decided: true,
      locale: 'zh',
      today,
      timezone,
      model: shop,
      query,
    });
    expect(ledBy('byOtherGroups', found)).toBe('各城市的VIP客户数量');
  });

  it('are read with the default conditions of the agent, which they do not repeat', () => {
    const defaults = [
      { kind: 'compare' as const, column: { table: 'orders', column: 'channel' }, op: '=' as const, value: 'app' },
    ];
    const plan = planQuestion({
      question: '今年的订单金额',
      locale: 'zh',
      model: shop,
      today,
      timezone,
      choices: [],
      defaults,
    });
    const query = plan.kind === 'planned' ? plan.query : null;
    const found = followUps({
      question: '今年的订单金额',
      locale: 'zh',
      today,
      timezone,
      model: shop,
      query,
      defaults,
    });
    expect(ledBy('byOtherGroups', found)).toBe('今年各客户类型的订单金额');
    expect(found.some(({ question }) => question.includes('渠道'))).toBe(false);
  });

  it('never show the name of a column without a label', () => {
    const orders = shop.tables['orders'];
    const channel = orders?.columns['channel'];
    if (!orders || !channel) throw new Error('The shop has channels');
    const model: SemanticModel = {
      ...shop,
      tables: {
        ...shop.tables,
        orders: {
          ...orders,
          columns: { ...orders.columns, channel: { ...channel, label: { zh: 'chn_cd', en: 'chn_cd' } } },
        },
      },
    };
    const found = followUps({
      question: '今年的订单金额',
      locale: 'zh',
      today,
      timezone,
      model,
      query: plannedQuery('今年的订单金额', 'zh'),
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { question } of found) expect(question).not.toContain('chn_cd');
  });

  it('compare whole years where a column has years instead of dates', () => {
    const model = surveys();
    const question = 'survey score in 2026';
    const plan = planQuestion({ question, locale: 'en', model, today, timezone, choices: [] });
    if (plan.kind !== 'planned') throw new Error(JSON.stringify(plan));
    const found = followUps({ question, locale: 'en', today, timezone, model, query: plan.query });
    expect(ledBy('besideLastPeriod', found)).toBe('compare survey score this year with last year');
  });

  it('need no choices that the asker has taken', () => {
    const choices: Choice[] = [];
    for (const { question } of after('服务综合得分', 'zh')) {
      expect(planQuestion({ question, locale: 'zh', model: shop, today, timezone, choices }).kind).toBe('planned');
    }
  });
});

/** Surveys by year, which is a text. */
const surveys = (): SemanticModel =>
  modelOf(
    [
      table('surveys', [
        column('year', 'text', 'text', { values: ['2024', '2025', '2026'], valuesComplete: true }),
        column('score', 'numeric', 'numeric'),
      ]),
    ],
    {
      timezone,
      tables: { surveys: { label: { en: 'survey' }, columns: { year: { label: { en: 'year' }, role: 'dimension' } } } },
      metrics: { score: { label: { en: 'survey score' }, expression: 'avg(surveys.score)' } },
    },
  );
