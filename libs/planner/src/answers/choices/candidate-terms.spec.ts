import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

/** The result of a term over a column's stored values: the values assumed, or `ask` and the values offered. */
function outcome(
  question: string,
  term: string,
  column: string,
  options: {
    values: string;
    label?: { zh: string; en: string };
    synonyms?: { zh?: string[]; en?: string[] };
    named?: Record<string, { zh?: string[]; en?: string[] }>;
    thing?: { zh: string; en: string };
  },
): string {
  const model = modelOf(
    { parties: `id integer, name text = Ann|Bo, ${column} text = ${options.values}` },
    {
      defaultLocale: 'zh',
      tables: {
        parties: {
          label: options.thing ?? { zh: '客户', en: 'customer' },
          columns: {
            name: { role: 'name' },
            [column]: {
              role: 'dimension',
              label: options.label ?? { zh: '类型', en: 'type' },
              values: options.named ?? {},
            },
          },
        },
      },
      terms: { [term]: { synonyms: options.synonyms ?? {}, candidates: [`parties.${column}`] } },
    },
  );
  const plan = planQuestion({
    question,
    locale: /\p{Script=Han}/u.test(question) ? 'zh' : 'en',
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
  });
  // Among values that only resemble the term, the likeliest is offered first.
  if (plan.kind === 'ambiguous')
    return `ask ${plan.ambiguity.options.map(({ value }) => value.split('=')[1]).join(' ')}`;
  if (plan.kind !== 'planned') return plan.kind;
  const [filter] = plan.query.filters;
  expect(plan.disclosures.join()).toMatch(/理解|was read as/);
  return filter?.kind === 'compare' ? `${filter.op} ${String(filter.value)}` : JSON.stringify(filter);
}

describe('a term over stored values', () => {
  it.each<[string, string, string, Parameters<typeof outcome>[3], string]>([
    ['大客户有多少', '大客户', 'kind', { values: 'VIP|Normal|Enterprise' }, 'ask VIP Enterprise Normal'],
    ['大客户有多少', '大客户', 'kind', { values: 'VIP|Normal' }, 'ask VIP Normal'],
    ['大客户有多少', '大客户', 'kind', { values: 'gold|regular|trial' }, 'ask gold regular trial'],
    [
      '大客户有多少',
      '大客户',
      'kind',
      { values: '1|2|3', named: { 1: { zh: ['重点客户'] }, 2: { zh: ['普通客户'] }, 3: { zh: ['散户'] } } },
      'ask 1 2 3',
    ],
    ['大客户有多少', '大客户', 'kind', { values: 'a|b|c' }, 'ask a b c'],
    ['大客户有多少', '大客户', 'kind', { values: '重点客户|潜在大客户|个人' }, 'ask 重点客户 潜在大客户 个人'],
    ['大客户有多少', '大客户', 'kind', { values: '中小企业|集团|个人' }, 'ask 集团 中小企业 个人'],
    ['大客户有多少', '大客户', 'kind', { values: '非重点|重点' }, 'ask 重点 非重点'],
    ['大客户有多少', '大客户', 'kind', { values: '大客户|VIP|普通' }, '= 大客户'],
    ['how many key accounts are there', 'key accounts', 'kind', { values: 'Premium|Standard' }, 'ask Premium Standard'],
    ['how many key accounts are there', 'key accounts', 'kind', { values: 'non-VIP|VIP' }, 'ask VIP non-VIP'],
    ['老客户有多少', '老客户', 'kind', { values: 'new|returning' }, 'ask returning new'],
    ['老客户有多少', '老客户', 'kind', { values: '新客户|老客户' }, '= 老客户'],
    ['新客户有多少', '新客户', 'kind', { values: 'new|loyal|returning' }, 'ask new loyal returning'],
    ['活跃会员有多少', '活跃会员', 'kind', { values: '活跃|不活跃', thing: { zh: '会员', en: 'member' } }, '= 活跃'],
    [
      'how many dormant members are there',
      'dormant members',
      'kind',
      { values: 'active|inactive', thing: { zh: '会员', en: 'member' } },
      'ask inactive active',
    ],
    [
      '优质学校有多少',
      '优质学校',
      'level',
      {
        values: 'A|B|C',
        named: { A: { zh: ['优秀'] }, B: { zh: ['良好'] }, C: { zh: ['合格'] } },
        thing: { zh: '学校', en: 'school' },
      },
      'ask A B C',
    ],
    [
      '优质学校有多少',
      '优质学校',
      'level',
      {
        values: 'A|B|C',
        named: { A: { zh: ['优秀'] }, B: { zh: ['一般'] }, C: { zh: ['较差'] } },
        thing: { zh: '学校', en: 'school' },
      },
      'ask A B C',
    ],
    [
      '高风险供应商有多少',
      '高风险供应商',
      'risk',
      { values: 'low|medium|high', label: { zh: '风险等级', en: 'risk' }, thing: { zh: '供应商', en: 'supplier' } },
      'ask high low medium',
    ],
    [
      'how many high-risk suppliers are there',
      'high-risk suppliers',
      'risk',
      {
        values: 'low|medium|high|critical',
        label: { zh: '风险等级', en: 'risk' },
        thing: { zh: '供应商', en: 'supplier' },
      },
      'ask high critical low medium',
    ],
    [
      '低风险供应商有多少',
      '低风险供应商',
      'risk',
      { values: '高|中|低', label: { zh: '风险', en: 'risk' }, thing: { zh: '供应商', en: 'supplier' } },
      'ask 低 高 中',
    ],
    [
      '民办院校有多少',
      '民办院校',
      'kind',
      { values: 'public|private', thing: { zh: '院校', en: 'school' } },
      'ask private public',
    ],
  ])('reads “%s” (%s over %s of %j) as %s', (question, term, column, options, expected) => {
    expect(outcome(question, term, column, options)).toBe(expected);
  });
});
