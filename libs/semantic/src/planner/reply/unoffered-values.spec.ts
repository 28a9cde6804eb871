import { modelOf } from '../fixture/model-of';
import { planQuestion } from '../plan-question';
import { interpretReply } from './interpret-reply';

const MODEL = modelOf(
  { parties: 'id integer, name text = Ann|Bo, kind text = VIP|Normal|Enterprise' },
  {
    defaultLocale: 'zh',
    tables: { parties: { label: { zh: '客户' }, columns: { name: { role: 'name' }, kind: { role: 'dimension', label: { zh: '类型' }, values: { Normal: { zh: ['普通客户'] } } } } } },
    terms: { 大客户: { candidates: ['parties.kind'] } },
  },
);

describe('a reply to a question about a term', () => {
  it.each([
    ['VIP', 'VIP'],
    ['普通客户', 'Normal'],
    ['normal', 'Normal'],
    ['除了普通客户', 'VIP+Enterprise'],
    ['都要', 'VIP+Enterprise'],
  ])('may name a value that was not offered: “%s” is %s', (text, expected) => {
    const question = '大客户有多少';
    const plan = planQuestion({ question, locale: 'zh', model: MODEL, today: '2026-11-21', timezone: 'Asia/Shanghai', choices: [] });
    if (plan.kind !== 'ambiguous') throw new Error(plan.kind);
    expect(plan.ambiguity.options).toHaveLength(2);
    const read = interpretReply(plan.ambiguity, { text }, { locale: 'zh', question, model: MODEL, today: '2026-11-21' });
    const taken = read.kind === 'choice' ? [read.choice.value, ...(read.choice.also ?? [])].map((value) => value.split('=')[1]).join('+') : read.kind;
    expect(taken).toBe(expected);
  });
});
