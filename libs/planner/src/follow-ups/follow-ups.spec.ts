import { detectLocale } from '@querent/language';
import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { type SemanticModel, signatureOf } from '@querent/model';
import { HOSPITAL, LIBRARY, SCHOOLS, shapeOf, SHOP, SIGHTS } from '@querent/model/fixture';
import { BIKES } from '../fixture/bikes';
import { planQuestion } from '../plan-question';

/** A question, the turn that continues it, and the question that both express together, or its shape. */
type Case = [before: string, turn: string, together: string];

const TIME: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['fines by branch this year', 'what about last year', 'fines by branch last year'],
        ['fines this year', "break this year's down by branch", 'fines by branch this year'],
        ['fines by branch', 'as a share of the total', 'share of fines by branch'],
        ['fines by branch', 'as a percentage of the whole', 'share of fines by branch'],
        ['top 5 branches by fines', 'the top 3 will do', 'top 3 branches by fines'],
        ['罚款总额最高的5个分馆', '前三名就行', '罚款总额最高的3个分馆'],
        ['各类别图书的平均价格', '页数分别是多少', '各类别图书的平均页数'],
        ['fines by branch last year', 'since March', 'fines by branch since March'],
        ['number of loans last month', 'and in Q2?', 'number of loans in Q2'],
        ['average price by genre', 'what about pages', 'average pages by genre'],
        ['各类别图书的平均价格', '那页数呢', '各类别图书的平均页数'],
        ['number of loans in Q1 2025', 'and Q3?', 'number of loans in Q3 2025'],
        ['number of loans in 2025', 'and 2024?', 'number of loans in 2024'],
        ['fines by branch', 'for last year', 'fines by branch last year'],
        ['fines by branch last year', 'all time', 'fines by branch'],
        ['今年的借阅数', '那去年呢', '去年的借阅数'],
        ['去年的借阅数', '上个月呢？', '上个月的借阅数'],
        ['上个月的借阅数', '换成今年', '今年的借阅数'],
        ['今年的借阅数', '不限时间', '借阅数'],
        ['各分馆的借阅数', '最近30天的', '最近30天各分馆的借阅数'],
        ['members with no loans', 'since 2025', 'members with no loans since 2025'],
        ['members without loans in 2025', 'and 2024?', 'members without loans in 2024'],
        ['how many members had no loan last year', 'and this year?', 'how many members had no loan this year'],
        ['罚款总额同比', '那上个月呢', 'loans | fines | compare 2025-10-01..2025-11-01 2026-10-01..2026-11-01'],
        ['number of loans in 2024 or 2025', 'what about 2023', 'number of loans in 2023'],
        ['去年的借阅数', '2024和2025年的', '2024和2025年的借阅数'],
      ],
    ],
    [
      SCHOOLS,
      [
        ['2024年各区带宽', '那2025年呢', '2025年各区带宽'],
        ['各区带宽', '去年的呢', '去年各区的带宽'],
        [
          '去年各区的带宽',
          '改成今年',
          'assessments | bandwidth | by districts.name | where assessments.year=2026 | order measure 0 desc',
        ],
      ],
    ],
    [
      HOSPITAL,
      [
        ['total cost of admissions in 2025', 'and in 2024?', 'total cost of admissions in 2024'],
        ['how many admissions were there last week', 'this week?', 'how many admissions were there this week'],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const VALUES: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['how many loans in York', 'what about Leeds', 'how many loans in Leeds'],
        ['how many loans in York', 'same for Leeds', 'how many loans in Leeds'],
        ['how many loans in York', 'all cities', 'loans | count(loans)'],
        ['how many loans in Leeds', 'except York', 'loans | count(loans) | where branches.city!=York'],
        ['how many loans in Leeds', 'also York', 'loans | count(loans) | where branches.city in Leeds/York'],
        ['list all books', 'only fiction', 'fiction books'],
        ['fiction books', 'history', 'history books'],
        ['fiction books', 'not fiction', 'books detail | where books.genre!=fiction'],
        ['list all books', 'fiction ones', 'fiction books'],
        ['members who borrowed fiction', 'and history?', 'members who borrowed history books'],
        ['学生占比', '儿童呢', 'members | count(members) share of filtered [members.kind=child]'],
        ['读者有多少', '那学生呢', 'members | count(members) | where members.kind=student'],
        ['读者有多少', '成人和学生的', '成人或学生读者的数量'],
        ['成人或学生读者的数量', '不要学生', 'members | count(members) | where members.kind=adult'],
        [
          'how many members are there',
          'only students in York',
          'members | count(members) | where members.kind=student, branches.city=York',
        ],
        ['long loans this year', 'in Leeds', 'long loans this year in Leeds'],
        [
          'loans this year by genre',
          'only long loans',
          'loans | count(loans) | by books.genre | where loans.lent_on in 2026-01-01..2026-11-22, term long_loan | order measure 0 desc',
        ],
      ],
    ],
    [
      SHOP,
      [
        ['今年的订单金额', '上海呢', '今年上海的订单金额'],
        ['今年上海的订单金额', '杭州和上海的', '今年杭州和上海的订单金额'],
        [
          '今年上海的订单金额',
          '不要北京的',
          'orders | order_amount | where orders.ordered_at in 2026-01-01..2026-11-22, clients.city!=北京市',
        ],
        ['今年上海的订单金额', '不限城市', '今年的订单金额'],
        ['今年上海的订单金额', '所有城市', '今年的订单金额'],
        ['今年的订单金额', '那贵宾客户呢', '今年贵宾客户的订单金额'],
        ['今年贵宾客户的订单金额', '去掉贵宾条件', '今年的订单金额'],
        [
          '今年上海的订单金额',
          '也要杭州的',
          'orders | order_amount | where orders.ordered_at in 2026-01-01..2026-11-22, clients.city in 上海市/杭州市',
        ],
        ['今年的订单金额', '去年上海的呢', '去年上海的订单金额'],
        ['order amount this year', 'only VIP', 'order amount of VIP clients this year'],
        [
          'order amount this year',
          'Hangzhou only',
          'orders | order_amount | where orders.ordered_at in 2026-01-01..2026-11-22, clients.city=杭州市',
        ],
      ],
    ],
    [
      SIGHTS,
      [
        ['浙江有多少5A景区', '上海呢', '上海有多少5A景区'],
        ['查询浙江省所有5A景区', '只看4A的', '查询浙江省所有4A景区'],
        [
          '查询浙江省所有5A景区',
          '免费的呢',
          'scenic_spot coverage | where scenic_spot.province=浙江省, scenic_spot.level=5A, term 免费',
        ],
        ['杭州西湖附近5公里的景区', '10公里内呢', '杭州西湖附近10公里的景区'],
        ['杭州西湖附近5公里的景区', '雷峰塔周边呢', 'scenic_spot spatial | near 雷峰塔景区 5000 | order distance asc'],
      ],
    ],
    [
      HOSPITAL,
      [
        ['how many female patients', 'male?', 'how many male patients'],
        ['patients in Porto', 'and Braga?', 'patients in Braga'],
        ['number of open admissions per doctor', 'closed ones', 'number of closed admissions per doctor'],
        [
          'average salary of doctors',
          'only Surgery',
          'doctors | avg(doctors.salary) | where departments.department_name=Surgery',
        ],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const NUMBERS: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['list all books', 'pages at least 300', 'books detail | where books.pages>=300'],
        ['books with more than 300 pages', 'under 900 pages', 'books detail | where books.pages>300, books.pages<900'],
        ['books with more than 300 pages', 'over 500 pages', 'books with more than 500 pages'],
        ['books with more than 300 pages', 'only those above 500', 'books with more than 500 pages'],
        ['20元以上的书', '低于50的', 'books detail | where books.price>=20, books.price<50'],
        ['fines by branch last year', 'only those above 1000', 'branches with fines over 1000 last year'],
        ['去年各分馆的罚款总额', '超过1000的', '去年罚款总额超过1000的分馆'],
        ['去年各分馆的罚款总额', '罚款总额大于1000的', '去年罚款总额超过1000的分馆'],
        ['列出所有图书', '价格在10到20之间的', '价格在10到20之间的图书'],
        ['fiction books', 'price above average', 'books detail | where books.genre=fiction, books.price>avg'],
      ],
    ],
    [
      SIGHTS,
      [
        ['评分大于4.5的景区', '至少4.8分', 'scenic_spot coverage | where scenic_spot.rating>=4.8'],
        [
          '评分大于4.5的景区',
          '门票低于50元',
          'scenic_spot coverage | where scenic_spot.rating>4.5, scenic_spot.ticket<50',
        ],
        [
          'list all 5A scenic spots in Zhejiang',
          'rating at least 4',
          'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.province=浙江省, scenic_spot.rating>=4',
        ],
      ],
    ],
    [
      SHOP,
      [
        [
          '各客户的订单金额',
          '金额大于100的',
          'orders | order_amount | by clients.name | having order_amount > 100 | order measure 0 desc',
        ],
        [
          '各客户的订单金额',
          '只看10000以上的',
          'orders | order_amount | by clients.name | having order_amount >= 10000 | order measure 0 desc',
        ],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const GROUPS: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['number of loans this year', 'by branch', 'number of loans by branch this year'],
        ['number of loans this year', 'per month', 'number of loans by month this year'],
        ['fines by branch this year', 'by genre', 'fines by genre this year'],
        ['fines by branch this year', 'also by genre', 'fines by branch and genre this year'],
        ['fines by branch this year', 'by genre instead', 'fines by genre this year'],
        ['fines by branch this year', 'overall', 'fines this year'],
        ['fines by branch this year', 'break it down by genre', 'fines by branch and genre this year'],
        ['今年的借阅数', '按类别拆开', '今年各类别的借阅数'],
        ['今年各类别的借阅数', '按月呢', '今年每个月的借阅数'],
        ['今年各类别的借阅数', '再按月细分', '今年各类别每个月的借阅数'],
        ['今年各类别的借阅数', '不分组', '今年的借阅数'],
        ['今年各类别的借阅数', '总的呢', '今年的借阅数'],
        ['今年的借阅数', '分城市看', '今年各城市的借阅数'],
        ['今年的借阅数', '每个分馆呢', '今年各分馆的借阅数'],
        [
          'fiction books',
          'by genre',
          'books | count(books) | by books.genre | where books.genre=fiction | order measure 0 desc',
        ],
        ['fines this year', 'by month last year', 'fines by month last year'],
      ],
    ],
    [
      SHOP,
      [
        ['今年的订单金额', '按渠道', '今年各渠道的订单金额'],
        ['今年各渠道的订单金额', '改成按城市', '今年各城市的订单金额'],
        ['今年各渠道的订单金额', '也按城市', '今年各渠道各城市的订单金额'],
        ['今年的订单金额', '按客户', '今年各客户的订单金额'],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const FIGURES: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['fines by branch last year', 'what about the number of loans', 'number of loans by branch last year'],
        ['fines by branch last year', 'and the average?', 'average fine by branch last year'],
        [
          'fines by branch last year',
          'also show the number of loans',
          'loans | fines, count(loans) | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01 | order measure 0 desc',
        ],
        ['number of loans by branch last year', 'fines instead', 'fines by branch last year'],
        ['number of loans by branch last year', 'and the fines instead of the count', 'fines by branch last year'],
        ['number of loans by branch last year', 'fines, not the number', 'fines by branch last year'],
        ['去年各分馆的借阅数', '那罚款总额呢', '去年各分馆的罚款总额'],
        [
          '去年各分馆的罚款总额',
          '平均呢',
          'loans | avg(loans.fine) | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01 | order measure 0 desc',
        ],
        ['average price of books', 'and the maximum?', 'books | max(books.price)'],
        ['loans by genre', 'and the share?', 'share of loans by genre'],
      ],
    ],
    [
      SHOP,
      [
        ['今年上海的订单金额', '那订单数呢', '今年上海的订单数'],
        ['今年上海的订单金额', '那退款金额呢', '今年上海的退款金额'],
        ['今年的订单金额', '那销量呢', '今年的销量'],
        ['今年的订单数', '那退款呢', 'refunds | count(refunds) | where refunds.refunded_at in 2026-01-01..2026-11-22'],
        ['今年各渠道的订单金额', '换成订单数', '今年各渠道的订单数'],
        ['今年各渠道的订单金额', '订单数也显示', '今年各渠道的订单金额和订单数'],
        ['今年的订单金额', '平均呢', 'orders | avg(orders.amount) | where orders.ordered_at in 2026-01-01..2026-11-22'],
      ],
    ],
    [
      SCHOOLS,
      [
        ['去年各区的带宽', '无线呢', '去年各区的无线'],
        ['去年各区的带宽', '网络综合评分呢', '去年各区的网络综合评分'],
        ['去年各区的带宽', '那网络呢', 'ask ambiguous_metric metric:network'],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const RANKING: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['fines by branch last year', 'and the top 3?', 'top 3 branches by fines last year'],
        [
          'top 3 books by number of loans',
          'the worst 3',
          'loans | count(loans) | by books.title | order measure 0 asc | limit 3',
        ],
        ['top 3 books by number of loans', 'top 5', 'top 5 books by number of loans'],
        ['top 3 books by number of loans', 'only the first ten', 'top 10 books by number of loans'],
        ['top 3 books by number of loans', 'by fines', 'top 3 books by fines'],
        ['top 3 books by number of loans', 'in York', 'top 3 books by number of loans in York'],
        [
          'fines by branch',
          'top 3 in York',
          'loans | fines | by branches.name | where branches.city=York | order measure 0 desc | limit 3',
        ],
        ['list all books', 'the cheapest', 'books detail | select title, price | order price asc | limit 1'],
        ['list all books', 'sorted by price', 'books sorted by price'],
        ['books sorted by price', 'reverse the order', 'books sorted by price descending'],
        ['the 5 most expensive books', 'only 3', 'the 3 most expensive books'],
        ['罚款总额最高的3个分馆', '最低的呢', '罚款总额最低的3个分馆'],
        ['罚款总额最高的3个分馆', '倒序', '罚款总额最低的3个分馆'],
        ['各分馆的罚款总额', '前2名', '罚款总额最高的2个分馆'],
        [
          '今年每个月的借阅数',
          '倒序',
          'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2026-01-01..2026-11-22 | order dimension 0 desc',
        ],
        [
          '今年每个月的借阅数',
          '最多的3个',
          'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2026-01-01..2026-11-22 | order measure 0 desc | limit 3',
        ],
        ['罚款总额最高的3个分馆', '列出全部', 'loans | fines | by branches.name | order measure 0 desc'],
      ],
    ],
    [
      SIGHTS,
      [
        ['评分最高的10个景区', '最低的呢', 'scenic_spot detail | order rating asc | limit 10'],
        ['评分最高的10个景区', '前3个', '评分最高的3个景区'],
        [
          '查询浙江省所有5A景区',
          '按门票从低到高',
          'scenic_spot detail | where scenic_spot.province=浙江省, scenic_spot.level=5A | order ticket asc',
        ],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const COMPARISONS: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        ['今年的罚款总额', '和去年比呢', '今年和去年的罚款总额对比'],
        ['今年的罚款总额', '同比', '罚款总额同比'],
        [
          'fines since March',
          'compared with last year',
          'loans | fines | compare 2025-03-01..2025-11-22 2026-03-01..2026-11-22',
        ],
        ['fines this year', 'compared with last year', 'fines this year compared with last year'],
        ['2025年的借阅数', '和2024年比', '2024和2025年借阅数对比'],
        [
          'fines by branch this year',
          'vs last year',
          'loans | fines | by branches.name | compare 2025-01-01..2026-01-01 2026-01-01..2026-11-22',
        ],
        ['上个月的借阅数', '环比', 'loans | count(loans) | compare 2026-09-01..2026-10-01 2026-10-01..2026-11-01'],
        [
          '罚款总额同比',
          '按分馆',
          'loans | fines | by branches.name | compare 2025-01-01..2025-11-22 2026-01-01..2026-11-22',
        ],
        ['罚款总额同比', '不用对比了', '今年的罚款总额'],
      ],
    ],
    [
      SCHOOLS,
      [
        [
          '各区带宽',
          '和去年比呢',
          'assessments | bandwidth | by districts.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01',
        ],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

const LISTS: [SemanticModel, Case][] = (
  [
    [
      LIBRARY,
      [
        [
          'how many members joined last month',
          'show them',
          'members detail | where members.joined_on in 2026-10-01..2026-11-01',
        ],
        ['how many students joined last month', 'list them', 'list students who joined last month'],
        ['members in Leeds', 'how many are there?', 'members | count(members) | where branches.city=Leeds'],
        [
          'members in Leeds',
          'how many of them are students',
          'members | count(members) | where branches.city=Leeds, members.kind=student',
        ],
        [
          'members in Leeds',
          'how many are students?',
          'members | count(members) | where branches.city=Leeds, members.kind=student',
        ],
        ['history books', 'their prices?', 'books detail | select title, price | where books.genre=history'],
        [
          'titles of history books',
          'also show the price',
          'books detail | select title, price | where books.genre=history',
        ],
        ['distinct genres of books', 'how many are there?', 'books | count_distinct(books.genre)'],
        [
          '上个月入会的学生有多少',
          '列出来',
          'members detail | where members.kind=student, members.joined_on in 2026-10-01..2026-11-01',
        ],
        [
          '列出2025年入会的读者',
          '一共多少个',
          'members | count(members) | where members.joined_on in 2025-01-01..2026-01-01',
        ],
        [
          '列出2025年入会的读者',
          '其中学生有多少',
          'members | count(members) | where members.joined_on in 2025-01-01..2026-01-01, members.kind=student',
        ],
        [
          '列出2025年入会的读者',
          '他们的城市呢',
          'members detail | select name, city | where members.joined_on in 2025-01-01..2026-01-01',
        ],
        [
          '列出2025年入会的读者',
          '学生的有多少',
          'members | count(members) | where members.joined_on in 2025-01-01..2026-01-01, members.kind=student',
        ],
        [
          'how many loans in York',
          'those in 2025',
          'loans | count(loans) | where branches.city=York, loans.lent_on in 2025-01-01..2026-01-01',
        ],
      ],
    ],
    [
      SIGHTS,
      [
        [
          '浙江有多少5A景区',
          '有哪些',
          'scenic_spot coverage | where scenic_spot.province=浙江省, scenic_spot.level=5A',
        ],
        [
          '浙江有多少5A景区',
          '评分最高的3个',
          'scenic_spot detail | where scenic_spot.province=浙江省, scenic_spot.level=5A | order rating desc | limit 3',
        ],
      ],
    ],
  ] as [SemanticModel, Case[]][]
).flatMap(([model, cases]) => cases.map((one): [SemanticModel, Case] => [model, one]));

function plan(model: SemanticModel, question: string, context: SemanticQuery | null = null): PlanResult {
  return planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
    context,
  });
}

function queryOf(found: PlanResult, question: string): SemanticQuery {
  if (found.kind !== 'planned') throw new Error(`“${question}” is ${found.kind}, a query was due`);
  return found.query;
}

/** Sorts conditions, as their order has no meaning. */
function sorted(shape: string): string {
  return shape.replace(/(?<=\| where )[^|]*(?= \||$)/, (conditions) => conditions.split(', ').sort().join(', '));
}

describe.each([
  ['time', TIME],
  ['values', VALUES],
  ['numbers', NUMBERS],
  ['groups', GROUPS],
  ['figures', FIGURES],
  ['ranking', RANKING],
  ['comparisons', COMPARISONS],
  ['lists', LISTS],
])('a turn about %s', (_name, cases) => {
  it.each(cases.map(([model, [before, turn, together]]) => [before, turn, together, model] as const))(
    '“%s”, then “%s”, is “%s”',
    (before, turn, together, model) => {
      const first = queryOf(plan(model, before), before);
      const found = plan(model, turn, JSON.parse(JSON.stringify(first)) as SemanticQuery);
      if (/^[a-z_]+ (?:\||detail|coverage|spatial)|^ask /.test(together))
        expect(sorted(shapeOf(found))).toBe(sorted(together));
      else expect(signatureOf(queryOf(found, turn))).toBe(signatureOf(queryOf(plan(model, together), together)));
      if (found.kind !== 'planned') return;
      expect(found.continued).toBe(true);
      expect(
        found.disclosures.some((text) => /^(?:沿用上一个问题，|continues the previous question: )./.test(text)),
      ).toBe(true);
    },
  );
});

/** Complete questions within a conversation about something else. */
const ALONE: [SemanticModel, string, string[]][] = [
  [
    LIBRARY,
    'fines by branch last year',
    [
      'how many members are there',
      'number of books',
      'loans per genre',
      'how many loans does each branch have',
      '各分馆的借阅数',
      '图书的平均价格',
      'average price by genre',
      'what is the highest price',
      'top 3 books by number of loans',
      '借阅最多的读者',
      'list all books',
      'titles of history books',
      'members with no loans',
      'members who borrowed science books',
      'share of loans by genre',
      'fines year over year',
      'how many different cities are there',
      'price of Dune',
      'who are you',
      'hello',
      'delete all loans',
      'forecast loans next month',
      'insurance claims',
      'and how many members are in Leeds',
      '那读者有多少',
      'and which genre has the most books',
    ],
  ],
  [
    SHOP,
    '列出上海的客户',
    [
      '今年的订单金额',
      '各渠道的订单数',
      '退款原因分布',
      '那今年的订单金额是多少',
      '一共有多少个客户',
      '价格最高的产品',
      '客户有多少',
      '销量最高的3个产品',
      '你好',
    ],
  ],
  [
    SIGHTS,
    '浙江有多少5A景区',
    [
      '查询浙江省所有5A景区',
      '评分最高的10个景区',
      '杭州西湖附近5公里的景区',
      '各省景区数量',
      '景区平均门票',
      '河坊街的门票',
      '月球上的景区',
    ],
  ],
  [SCHOOLS, '2024年各区带宽', ['看看基础设施的情况', '优秀学校有多少所', '带宽最高的3所学校', '好学校有多少']],
];

describe('a complete question within a conversation', () => {
  it.each(
    ALONE.flatMap(([model, before, questions]) => questions.map((question) => [question, before, model] as const)),
  )('“%s” is read without the previous question', (question, before, model) => {
    const context = queryOf(plan(model, before), before);
    expect(plan(model, question, context)).toEqual(plan(model, question));
  });

  it.each([
    [HOSPITAL, 'how many patients are there', 'what about the weather'],
    [LIBRARY, 'list all books', 'and the top 3?'],
    [LIBRARY, 'number of books', 'by fines'],
    [LIBRARY, 'fines by branch last year', 'next year?'],
    [LIBRARY, 'top 3 books by number of loans', 'also by month'],
    [SHOP, '产品有多少', '上海呢？按渠道'],
  ])('a turn that does not apply to the previous query changes nothing (%#)', (model, before, turn) => {
    const context = queryOf(plan(model, before), before);
    const found = plan(model, turn, context);
    expect(found.kind === 'planned' && found.continued).toBe(false);
    expect(shapeOf(found)).toBe(shapeOf(plan(model, turn)));
  });
});

describe('a conversation', () => {
  it('continues from the last answer, however it was produced', () => {
    const turns: [string, string][] = [
      [
        'fines by branch this year',
        'loans | fines | by branches.name | where loans.lent_on in 2026-01-01..2026-11-22 | order measure 0 desc',
      ],
      [
        'what about last year',
        'loans | fines | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01 | order measure 0 desc',
      ],
      [
        'top 2',
        'loans | fines | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01 | order measure 0 desc | limit 2',
      ],
      [
        'only students',
        'loans | fines | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01, members.kind=student | order measure 0 desc | limit 2',
      ],
      [
        'number of loans instead',
        'loans | count(loans) | by branches.name | where loans.lent_on in 2025-01-01..2026-01-01, members.kind=student | order measure 0 desc | limit 2',
      ],
      ['overall', 'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01, members.kind=student'],
      ['那今年呢', 'loans | count(loans) | where loans.lent_on in 2026-01-01..2026-11-22, members.kind=student'],
      [
        'compared with last year',
        'loans | count(loans) | where members.kind=student | compare 2025-01-01..2026-01-01 2026-01-01..2026-11-22',
      ],
      ['number of books', 'books | count(books)'],
      ['only science', 'books | count(books) | where books.genre=science'],
    ];
    let context: SemanticQuery | null = null;
    for (const [turn, shape] of turns) {
      const found = plan(LIBRARY, turn, context);
      expect(shapeOf(found)).toBe(shape);
      context = queryOf(found, turn);
    }
  });

  it('asks which column stores a value, and prefers the column that the previous question restricts', () => {
    const twice = queryOf(plan(SIGHTS, '上海的5A景区'), '上海的5A景区');
    expect(shapeOf(plan(SIGHTS, '那浙江呢', twice))).toBe(
      'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.province=浙江省',
    );
  });

  it('applies earlier choices to what a turn leaves open', () => {
    const before = queryOf(plan(SCHOOLS, '去年各区的带宽'), '去年各区的带宽');
    const asked = plan(SCHOOLS, '那网络呢', before);
    if (asked.kind !== 'ambiguous') throw new Error('should ask');
    const found = planQuestion({
      question: '那网络呢',
      locale: 'zh',
      model: SCHOOLS,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      context: before,
      choices: [{ key: asked.ambiguity.key, value: 'composite' }],
    });
    expect(shapeOf(found)).toBe(
      'assessments | network* | by districts.name | where assessments.year=2025 | order measure 0 desc',
    );
  });

  it('discloses in business words that the previous question was continued, and the change', () => {
    const before = queryOf(plan(SHOP, '今年上海的订单金额'), '今年上海的订单金额');
    const found = plan(SHOP, '去年杭州的呢', before);
    expect(found.kind === 'planned' && found.disclosures).toContain(
      '沿用上一个问题，改为城市为杭州市、下单日期在2025年（2025-01-01 至 2025-12-31）的订单金额',
    );
  });

  it('refuses a year without records', () => {
    const before = queryOf(plan(SCHOOLS, '2024年各区带宽'), '2024年各区带宽');
    const found = plan(SCHOOLS, '那2019年呢', before);
    expect(found.kind === 'unsupported' && found.reason).toBe('数据中没有2019年的记录。');
  });

  it.each([
    [SHOP, '列出上海的客户', '他们的渠道'],
    [LIBRARY, 'top 3 books by number of loans', 'how many of them are history'],
    [LIBRARY, 'members in Leeds', 'what did they pay'],
  ])('refuses a turn that refers to the previous rows but does not apply to them (%#)', (model, before, turn) => {
    expect(plan(model, turn, queryOf(plan(model, before), before)).kind).toBe('unsupported');
  });

  it('uses the time of the new rows, but keeps the period of the rows that they belong to', () => {
    const joined = queryOf(plan(SHOP, '今年有多少新客户'), '今年有多少新客户');
    expect(shapeOf(plan(SHOP, '那订单数呢', joined))).toBe(
      'orders | order_count | where orders.ordered_at in 2026-01-01..2026-11-22',
    );
    const theirs = queryOf(plan(SHOP, '他们的订单金额', joined), '他们的订单金额');
    expect(shapeOf(plan(SHOP, '他们的订单金额', joined))).toBe(
      'orders | order_amount | where clients.joined_at in 2026-01-01..2026-11-22',
    );
    expect(shapeOf(plan(SHOP, '他们去年的', theirs))).toBe(
      'orders | order_amount | where clients.joined_at in 2026-01-01..2026-11-22, orders.ordered_at in 2025-01-01..2026-01-01',
    );
  });

  it('compares a value with the value of the previous question', () => {
    const before = queryOf(plan(SHOP, '今年上海的订单金额'), '今年上海的订单金额');
    expect(shapeOf(plan(SHOP, '和杭州比呢', before))).toBe(
      'orders | order_amount | by clients.city | where clients.city in 上海市/杭州市, orders.ordered_at in 2026-01-01..2026-11-22 | order measure 0 desc',
    );
    const plain = queryOf(plan(SHOP, '今年的订单金额'), '今年的订单金额');
    expect(plan(SHOP, '和杭州比呢', plain).kind).toBe('unsupported');
  });

  it.each([
    [
      '只看上海，不要贵宾',
      'orders | order_amount | where clients.city=上海市, clients.kind!=vip, orders.ordered_at in 2026-01-01..2026-11-22',
    ],
    [
      '不要贵宾，只看上海的',
      'orders | order_amount | where clients.city=上海市, clients.kind!=vip, orders.ordered_at in 2026-01-01..2026-11-22',
    ],
    [
      '也要企业客户，按渠道',
      'orders | order_amount | by orders.channel | where clients.kind in firm/vip, orders.ordered_at in 2026-01-01..2026-11-22 | order measure 0 desc',
    ],
  ])('“%s” applies the words of each clause to that clause', (turn, shape) => {
    const before = queryOf(plan(SHOP, '今年贵宾客户的订单金额'), '今年贵宾客户的订单金额');
    expect(sorted(shapeOf(plan(SHOP, turn, before))).replace('vip/firm', 'firm/vip')).toBe(shape);
  });

  it('does not modify the previous query', () => {
    const before = queryOf(plan(LIBRARY, 'members who borrowed fiction'), 'members who borrowed fiction');
    const copy = JSON.stringify(before);
    for (const turn of ['and history?', 'only students', 'how many of them are in York', 'by branch', 'since 2025'])
      plan(LIBRARY, turn, before);
    expect(JSON.stringify(before)).toBe(copy);
  });
});

describe('an amount without a subject after a question about rows', () => {
  it.each([
    ['how many loans were there in 2025', 'what were the total days?'],
    ['how many loans were there in 2025', 'and the average days?'],
    ['2025年的借阅数', '总天数是多少'],
  ])('after “%s”, “%s” is the amount of the previous rows', (before, turn) => {
    const found = plan(LIBRARY, turn, queryOf(plan(LIBRARY, before), before));
    expect(found).toMatchObject({ kind: 'planned', continued: true });
    expect(shapeOf(found)).toContain('2025-01-01..2026-01-01');
  });
});

describe('a value that several columns store', () => {
  it.each([
    ['number of rides by rider city', 'just Tarn', 'riders.city', 'Tarn'],
    ['number of rides by station city', 'only Tarn', 'stations.city', 'Tarn'],
    ['各站点城市的骑行次数', '只看江城市', 'stations.city', '江城市'],
    ['各骑手城市的骑行次数', '只要江城市的', 'riders.city', '江城市'],
  ])('after “%s”, “%s” is a value of the column that was shown', (before, turn, column, value) => {
    expect(shapeOf(plan(BIKES, turn, queryOf(plan(BIKES, before), before)))).toBe(
      `rides | count(rides) | by ${column} | where ${column}=${value} | order measure 0 desc`,
    );
  });

  it('a value of several columns, none of them shown, is asked about', () => {
    const before = queryOf(plan(BIKES, 'how many rides'), 'how many rides');
    expect(plan(BIKES, 'just Tarn', before).kind).toBe('ambiguous');
  });
});

describe('conditions on the rows that a shown figure counts', () => {
  it.each([
    [SHOP, 'top 5 clients by number of orders', 'only the ones bought completed', 'orders.status=done'],
    [BIKES, 'top 3 stations by number of rides', 'only the ones sold broken off', 'rides.status=broken_off'],
    [BIKES, 'top 3 stations by number of rides', 'only the ones with broken off rides', 'rides.status=broken_off'],
  ])('a condition on counted rows narrows the figure: %#', (model, before, turn, condition) => {
    const found = shapeOf(plan(model, turn, queryOf(plan(model, before), before)));
    expect(found).toContain(`| where ${condition} |`);
    expect(found).not.toContain('having');
  });
});
