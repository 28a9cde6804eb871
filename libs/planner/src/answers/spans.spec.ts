import type { Locale, SemanticQuery, Span } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, SHOP, SIGHTS } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

function spansOf(model: SemanticModel, question: string, context: SemanticQuery | null = null): Record<string, string> {
  const locale: Locale = /\p{Script=Han}/u.test(question) ? 'zh' : 'en';
  const plan = planQuestion({ question, locale, model, today: '2026-11-21', timezone: 'UTC', choices: [], context });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  const { subject, measures, dimensions, filters, having, order } = plan.query;
  const parts: Record<string, readonly { span?: Span }[]> = { measures, dimensions, filters, having, order };
  const texts = Object.entries({ subject: [subject], ...parts }).map(([name, list]) => {
    for (const { span } of list) if (span) expect(question.toLowerCase().slice(span.start, span.end)).toBe(span.text);
    return [name, list.flatMap(({ span }) => span?.text ?? []).join(' | ')];
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

describe('the words that the parts of a query came from', () => {
  it.each([
    [SHOP, 'clients in Hangzhou or Shanghai', { subject: 'clients', filters: 'hangzhou or shanghai' }],
    [SHOP, 'clients with more than 3 orders', { subject: 'clients', filters: 'with more than 3 orders' }],
    [SHOP, 'revenue by channel this year', { measures: 'revenue', dimensions: 'channel', filters: 'this year' }],
    [SHOP, '今年每个月的销售额', { measures: '销售额', dimensions: '每个月', filters: '今年' }],
    [SHOP, '去年下过单的客户有多少', { subject: '客户', measures: '客户', filters: '去年下过单的' }],
    [SIGHTS, '评分最高的10个景区', { subject: '景区', order: '最高的10个' }],
    [
      LIBRARY,
      'average price of books over 300 pages',
      { measures: 'average price of books over 300 pages', filters: 'over 300 pages' },
    ],
  ] as const)('each part of a query has the span of its words: %#', (model, question, spans) => {
    expect(spansOf(model, question)).toMatchObject(spans);
  });
});
