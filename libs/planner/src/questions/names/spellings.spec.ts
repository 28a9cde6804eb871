import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SHOP, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

function plan(model: SemanticModel, question: string): PlanResult {
  return planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
  });
}

describe('another spelling of a question', () => {
  it.each<[SemanticModel, string, string]>([
    [LIBRARY, 'number of borowings by gnere', 'number of borrowings by genre'],
    [LIBRARY, 'number of borrowwimgs by genre', 'number of borrowings by genre'],
    [LIBRARY, 'average loandays by genre', 'average loan days by genre'],
    [LIBRARY, 'number of borrow ings by  genre', 'number of borrowings by genre'],
    [LIBRARY, 'borrowing by genres', 'borrowings by genre'],
    [LIBRARY, '２０２５年的借閱數', '2025年的借阅数'],
    [LIBRARY, '今 年 的 借 阅 数', '今年的借阅数'],
    [LIBRARY, '最近 30 天的借阅数', '最近30天的借阅数'],
    [LIBRARY, '今年罚宽总额', '今年罚款总额'],
    [SCHOOLS, '各区的學生人數超過2000的學校', '各区的学生人数超过2000的学校'],
    [SHOP, '各品类的订单数', '各 品 类 的订单数'],
  ])('another spelling is read the same (%#)', (model, written, plain) => {
    expect(shapeOf(plan(model, written))).toBe(shapeOf(plan(model, plain)));
    expect(plan(model, plain).kind).not.toBe('unsupported');
  });

  it.each<[SemanticModel, string, string]>([
    [LIBRARY, '今年罚宽总额', '罚宽总额'],
    [LIBRARY, 'number of borrowwimgs', 'borrowwimgs'],
  ])('a corrected word is disclosed (%#)', (model, question, word) => {
    const found = plan(model, question);
    expect(found.kind === 'planned' && found.disclosures.some((text) => text.includes(word))).toBe(true);
    expect(found.understood.confidence).toBeLessThan(1);
  });
});

describe('a word that resembles a name', () => {
  it.each<[SemanticModel, string]>([
    [LIBRARY, 'average prince of books'],
    [LIBRARY, 'how many boots'],
    [LIBRARY, 'number of lands'],
    [LIBRARY, '今年罚款余额'],
    [SHOP, '北海市的客户数'],
    [SHOP, 'average amount of borders'],
    [LIBRARY, 'members in York named Adam'],
  ])('another word is never corrected to a name of the model (%#)', (model, question) => {
    expect(plan(model, question).kind).not.toBe('planned');
  });

  it.each<[SemanticModel, string, string]>([[SHOP, '杭洲的客户数', 'value:clients.city=杭州市']])(
    'a name with a similar spelling is the first option (%#)',
    (model, question, value) => {
      const found = plan(model, question);
      expect(found.kind === 'ambiguous' && [found.ambiguity.trigger, found.ambiguity.options[0]?.value]).toEqual([
        'unknown_term',
        value,
      ]);
    },
  );
});

describe('an adjective of degree without a bound', () => {
  it.each<[SemanticModel, string, string]>([
    [LIBRARY, 'cheap books', 'ask unknown_term unknown:cheap'],
    [LIBRARY, '便宜的图书', 'ask unknown_term unknown:便宜'],
    [LIBRARY, 'recent loans', 'ask unknown_term unknown:recent'],
    [LIBRARY, '最近的3笔借阅', 'loans detail | select id, lent_on | order lent_on desc | limit 3'],
    [LIBRARY, 'new members this year', 'members detail | where members.joined_on in 2026-01-01..2026-11-22'],
    [LIBRARY, 'cheapest book', 'books detail | select title, price | order price asc | limit 1'],
    [LIBRARY, 'long loans', 'loans detail | where term long_loan'],
  ])('(%#) an adjective of degree is asked about, unless the question states a figure', (model, question, shape) => {
    expect(shapeOf(plan(model, question))).toBe(shape);
  });
});

describe('colloquial questions', () => {
  it.each<[SemanticModel, string, string]>([
    [LIBRARY, 'books over 20 yuan, how many?', 'books | count(books) | where books.price>20'],
    [LIBRARY, 'Q2 vs Q1 loans', 'loans | count(loans) | compare 2026-01-01..2026-04-01 2026-04-01..2026-07-01'],
    [LIBRARY, 'how many loans within 30 days', 'loans | count(loans) | where loans.lent_on in 2026-10-23..2026-11-22'],
    [
      LIBRARY,
      'genres with more than 20 books',
      'books | count(books) | by books.genre | having count(books) > 20 | order measure 0 desc',
    ],
    [
      LIBRARY,
      '图书超过20的类别有哪些',
      'books | count(books) | by books.genre | having count(books) > 20 | order measure 0 desc',
    ],
    [LIBRARY, 'neither adult nor student members', 'members detail | where members.kind not in adult/student'],
    [SHOP, '住在杭州的客户有多少', 'clients | client_count | where clients.city=杭州市'],
  ])('(%#) a colloquial question is read', (model, question, shape) => {
    expect(shapeOf(plan(model, question)).replace('count(clients)', 'client_count')).toBe(shape);
  });
});
