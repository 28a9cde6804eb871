import { demoModel } from '../prompts/fixture/demo-model';
import { promptTexts } from '../prompts/prompt-texts';
import { askable } from './askable';

const MODEL = demoModel('commerce');
const ask = (question: string, options: string[] = [], known: string[] = []) =>
  askable({ kind: 'clarification', question, options }, { model: MODEL, locale: 'zh', known });

describe('askable', () => {
  it.each([
    ['您指的是订单数还是销售额？', '您指的是订单数还是销售额？'],
    ['Which year do you mean?', 'Which year do you mean?'],
    ['**请问**您要看 `2024` 年的吗？', '请问您要看 2024 年的吗？'],
    ['# 请选择\n- 哪一年？', '请选择 哪一年？'],
    ['哪一年\u0007？\u202e', '哪一年 ？'],
    ['Do you mean the type of customer?', 'Do you mean the type of customer?'],
    ['是按5%还是按10%？', '是按5%还是按10%？'],
    ['请选择客户类型：VIP、Enterprise 还是 Normal？', '请选择客户类型：VIP、Enterprise 还是 Normal？'],
  ])('shows %j', (question, shown) => {
    expect(ask(question)).toEqual({ question: shown, options: [] });
  });

  it.each([
    ['SQL', '要执行 SELECT * FROM customers 吗？'],
    ['a part of a statement', '按 COUNT(*) 还是 SUM(amount) 统计？'],
    ['a name that the model hides', '要看 id_card_no 吗？'],
    ['a name of another database', '要看 public.secret_table 吗？'],
    ['a name with humps', '要看 userPassHash 吗？'],
    ['an address', '请打开 https://evil.example/x 确认？'],
    ['a bare address', '请打开 evil.com 确认？'],
    ['markup', '<img src=x onerror=alert(1)>哪一年？'],
    ['entities', '哪一年&lt;b&gt;？'],
    ['an object', '{"kind":"sql"} 哪一年？'],
    ['our prompts', promptTexts.generate.text.slice(20, 200)],
    ['a phrase of a driver', 'column "x" does not exist. Which one?'],
    ['a password', '请输入您的密码？'],
    ['a key', 'Please tell me your API key?'],
    ['nothing', ' ?! '],
    ['a long text without a question', '说明。'.repeat(150)],
  ])('does not show %s', (_what, question) => {
    expect(ask(question)).toBeNull();
  });

  it('does not show our prompts in pieces', () => {
    const words = promptTexts.generate.text.split(' ');
    expect(
      ask(
        '哪一句？',
        [0, 6, 12, 18].map((at) => words.slice(at, at + 6).join(' ')),
      ),
    ).toBeNull();
  });

  it('replaces names of the database by labels', () => {
    const shown = ask('您要看 order_items 还是 customers.type？');
    expect(shown?.question).not.toMatch(/order_items|customers|type/);
  });

  it('repeats names that the user typed', () => {
    expect(ask('您说的 t_big_deal 是哪一类？', [], ['t_big_deal 有多少'])?.question).toBe(
      '您说的 t_big_deal 是哪一类？',
    );
  });

  it('shortens a long question to its asking sentences', () => {
    expect(ask(`${'说明一下。'.repeat(80)}您要看哪一年？`)?.question).toBe('您要看哪一年？');
  });

  it('shows two to four different options, each short and clean', () => {
    expect(ask('哪一个？', ['A', 'a', 'B'])?.options).toEqual(['A', 'B']);
    expect(ask('哪一个？', ['A'])?.options).toEqual([]);
    expect(ask('哪一个？', ['A', 'B', 'C', 'D', 'E'])?.options).toEqual(['A', 'B', 'C', 'D']);
    expect(ask('哪一个？', ['A', 'SELECT 1 FROM t', 'x'.repeat(81), '**C**'])?.options).toEqual(['A', 'C']);
    expect(ask('哪一个？', ['订单', 'cust_secret_id'])?.options).toEqual([]);
  });

  it('returns null for other replies', () => {
    expect(askable({ kind: 'sql', sql: 'SELECT 1' }, { model: MODEL, locale: 'en', known: [] })).toBeNull();
  });
});
