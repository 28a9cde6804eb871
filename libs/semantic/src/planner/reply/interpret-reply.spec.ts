import type { Ambiguity } from '@querent/contracts';
import { SCHOOLS } from '../fixture/schools';
import { interpretReply } from './interpret-reply';

const ABOUT = { locale: 'zh' as const, question: '看看基础设施的情况', model: SCHOOLS, today: '2026-11-21' };

const FORM: Ambiguity = {
  trigger: 'ambiguous_metric',
  key: 'metric:infrastructure',
  question: '想看综合评分还是各项明细？',
  allowText: true,
  options: [
    { id: '1', label: '综合评分', value: 'composite', aliases: ['综合', '总分', 'overall', 'composite'] },
    { id: '2', label: '各项明细', value: 'children', aliases: ['明细', '各项', 'breakdown'] },
    { id: '3', label: '只看网络', value: 'network', aliases: ['网络', 'network'] },
  ],
};
const VALUE: Ambiguity = {
  trigger: 'ambiguous_term',
  key: 'term:大客户',
  question: '大客户指哪一类？',
  allowText: true,
  options: [
    { id: '1', label: '客户类型：VIP客户', value: 'customers.type=VIP', aliases: ['VIP', '贵宾'] },
    { id: '2', label: '客户类型：企业客户', value: 'customers.type=Enterprise', aliases: ['Enterprise', '企业'] },
  ],
};

describe('a reply to a clarifying question', () => {
  it.each<[string, string]>([
    ['综合评分', 'composite'], ['就要综合评分', 'composite'], ['总分吧', 'composite'], ['the composite one please', 'composite'], ['1', 'composite'], ['第一个', 'composite'], ['第二个', 'children'],
    ['the second one', 'children'], ['明细', 'children'], ['我想看各项明细', 'children'], ['都要', 'children'], ['all of them', 'children'], ['网络', 'network'], ['选3', 'network'], ['最后一个', 'network'], ['只看网络', 'network'], ['option 2', 'children'],
  ])('“%s” picks %s', (text, value) => {
    expect(interpretReply(FORM, { text }, ABOUT)).toEqual({ kind: 'choice', choice: { key: 'metric:infrastructure', value } });
  });

  it.each<[string, string]>([
    ['VIP', 'customers.type=VIP'], ['vip', 'customers.type=VIP'], ['企业客户', 'customers.type=Enterprise'], ['我指的是企业', 'customers.type=Enterprise'], ['Enterprise', 'customers.type=Enterprise'], ['2', 'customers.type=Enterprise'],
  ])('“%s” means %s', (text, value) => {
    expect(interpretReply(VALUE, { text }, ABOUT)).toEqual({ kind: 'choice', choice: { key: 'term:大客户', value } });
  });

  it('takes an option by its id and knows no other', () => {
    expect(interpretReply(FORM, { optionId: '2' }, ABOUT)).toEqual({ kind: 'choice', choice: { key: FORM.key, value: 'children' } });
    expect(interpretReply(FORM, { optionId: '9' }, ABOUT)).toEqual({ kind: 'unclear' });
  });

  it.each(['今年有多少个订单', 'how many customers are there', '各城市的客户数量是多少'])('“%s” is a new question', (text) => {
    expect(interpretReply(FORM, { text }, ABOUT)).toEqual({ kind: 'new_question', text });
  });

  it.each(['嗯', 'maybe', '随便', '7', '???'])('“%s” is unclear', (text) => {
    expect(interpretReply(FORM, { text }, ABOUT)).toEqual({ kind: 'unclear' });
  });
});
