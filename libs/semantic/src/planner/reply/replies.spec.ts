import { detectLocale } from '@querent/language';
import type { Choice } from '@querent/contracts';
import type { SemanticModel } from '../../model/semantic-model';
import { LIBRARY } from '../fixture/library';
import { SCHOOLS } from '../fixture/schools';
import { SIGHTS } from '../fixture/sights';
import { planQuestion } from '../plan-question';
import { interpretReply } from './interpret-reply';

type Row = [question: string, reply: string, read: string];

const SCHOOLS_ROWS: Row[] = [
  ['基础设施', '综合评分', 'composite'], ['基础设施', '就看综合评分吧', 'composite'], ['基础设施', '2', 'children'], ['基础设施', '２', 'children'], ['基础设施', '二', 'children'], ['基础设施', '选2', 'children'], ['基础设施', 'B', 'children'],
  ['基础设施', '第三个', 'network'], ['基础设施', '倒数第二个', 'network'], ['基础设施', '后者', 'terminal'], ['基础设施', '最后一个', 'terminal'], ['基础设施', '前两个', 'composite+children'], ['基础设施', '1和3', 'composite+network'], ['基础设施', '3、4', 'network+terminal'],
  ['基础设施', '都要', 'composite+children'], ['基础设施', '两个都要', 'composite+children'], ['基础设施', 'A、C', 'composite+network'], ['基础设施', '网络和终端', 'network+terminal'], ['基础设施', '综合评分和各项明细', 'composite+children'],
  ['基础设施', '不是第一个，是第二个', 'children'], ['基础设施', '要第二个，不要第一个', 'children'], ['基础设施', '不要综合评分，要明细', 'children'], ['基础设施', '第9个', 'unclear'], ['基础设施', '不是第一个', 'unclear'],
  ['基础设施', '都不是', 'unclear'], ['基础设施', '以上都不是', 'unclear'], ['基础设施', '随便', 'unclear'], ['基础设施', '？', 'unclear'], ['基础设施', '嗯', 'unclear'],
  ['今年的基础设施', '不是，我要去年的', 'amended 去年的基础设施'], ['基础设施', '去年的', 'amended 去年基础设施'], ['西湖区的基础设施', '我说的是滨江区', 'amended 滨江区的基础设施'], ['基础设施', '不是，我要安全', 'amended 安全'],
  ['基础设施', '算了，学校有多少所？', 'new_question 学校有多少所？'], ['基础设施', '学校有多少所？', 'new_question 学校有多少所？'], ['基础设施', '不，列出西湖区的学校', 'new_question 列出西湖区的学校'], ['基础设施', '算了', 'unclear'],
  ['infrastructure', 'both', 'composite+children'], ['infrastructure', 'all of them please', 'composite+children'], ['infrastructure', 'the second one', 'children'], ['infrastructure', 'the first and the third', 'composite+network'], ['infrastructure', '1 and 3', 'composite+network'],
  ['infrastructure', 'the composite score, not the breakdown', 'composite'], ['infrastructure', 'breakdown rather than the composite', 'children'], ['infrastructure', 'not the first', 'unclear'], ['infrastructure', 'not the composite, the breakdown please', 'children'], ['infrastructure', 'I do not want the composite; show the breakdown', 'children'], ['infrastructure', 'not the composite score', 'unclear'], ['基础设施', '我不要综合评分', 'unclear'],
  ['基础设施', '别看综合评分，看明细', 'children'], ["infrastructure", "don't want the breakdown, the composite", 'composite'], ['infrastructure', 'none of these', 'unclear'],
  ['infrastructure', 'forget it, how many schools are there?', 'new_question how many schools are there?'], ['infrastructure', 'never mind', 'unclear'], ['infrastructure this year', 'no, I meant last year', 'amended infrastructure last year'],
  ['好学校有多少', '优秀', 'schools.level=A'], ['好学校有多少', '优秀和良好', 'schools.level=A+schools.level=B'], ['好学校有多少', '前两个都要', 'schools.level=A+schools.level=B'], ['好学校有多少', '除了C', 'schools.level=A+schools.level=B'],
  ['好学校有多少', '良好那个', 'schools.level=B'], ['基础设施', "'; DROP TABLE schools; --", 'unclear'],
  ['安全', '1', '1'], ['安全', '两个都要', '2+1'], ['安全', '第二学期', '2'],
];

const LIBRARY_ROWS: Row[] = [
  ['统计借阅', '数量', 'count'], ['统计借阅', '按月', 'month'], ['统计借阅', '列表', 'list'], ['统计借阅', '数量和罚款总额', 'count+metric:fines'],
  ['loans', 'number of loans', 'count'], ['loans', 'the last one', 'list'], ['loans', 'count and fines', 'count+metric:fines'], ['loans', 'fines', 'metric:fines'], ['loans', 'a list', 'list'],
  ["members whose city is 'Paris'", 'York', 'branches.city=York'], ["members whose city is 'Paris'", 'both', 'branches.city=Leeds+branches.city=York'], ['loans', 'how many books do we have', 'new_question how many books do we have'],
];

const SIGHTS_ROWS: Row[] = [
  ['西湖附近的景区', '第一个', '1st'], ['西湖附近的景区', '都要', 'unclear'], ['西湖附近的景区', '我说的是雷峰塔', 'amended 雷峰塔附近的景区'],
];

describe.each<[string, SemanticModel, Row[]]>([['schools', SCHOOLS, SCHOOLS_ROWS], ['a library', LIBRARY, LIBRARY_ROWS], ['sights', SIGHTS, SIGHTS_ROWS]])('replies about %s', (_name, model, rows) => {
  it.each(rows)('to “%s”, “%s” is %s', (question, text, expected) => {
    const [locale, today] = [detectLocale(question), '2026-11-21'];
    const asked = planQuestion({ question, locale, model, today, timezone: 'Asia/Shanghai', choices: [] });
    if (asked.kind !== 'ambiguous') throw new Error(`${asked.kind}: nothing was asked`);
    const read = interpretReply(asked.ambiguity, { text }, { locale, question, model, today });
    const first = asked.ambiguity.options[0]?.value;
    const told = read.kind === 'choice' ? valuesOf(read.choice) : read.kind === 'amended' ? `amended ${read.question}` : read.kind === 'new_question' ? `new_question ${read.text}` : 'unclear';
    expect(told).toBe(expected === '1st' ? first : expected);
  });
});

function valuesOf({ value, also }: Choice): string {
  return [value, ...(also ?? [])].join('+');
}
