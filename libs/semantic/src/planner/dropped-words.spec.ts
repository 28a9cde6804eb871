import { detectLocale } from '@querent/language';
import { SCHOOLS } from './fixture/schools';
import { shapeOf } from './fixture/shape-of';
import { SHOP } from './fixture/shop';
import type { SemanticModel } from '../model/semantic-model';
import { planQuestion } from './plan-question';

/** A question of which a word, or what it does to another, was once lost; and the plan or the refusal it must get. */
type Case = [question: string, shape: string];

const PERIODS: Case[] = [
  ['本月销售额比上月增长多少', 'lines | revenue | compare 2026-10-01..2026-10-22 2026-11-01..2026-11-22'],
  ['this month vs last month revenue', 'lines | revenue | compare 2026-10-01..2026-10-22 2026-11-01..2026-11-22'],
  ['本季度订单数环比', 'orders | order_count | compare 2026-07-01..2026-08-22 2026-10-01..2026-11-22'],
  ['上月销售额环比', 'lines | revenue | compare 2026-09-01..2026-10-01 2026-10-01..2026-11-01'],
  ['month over month revenue this year', 'unsupported'],
  ['今年销售额环比', 'unsupported'],
];

const GROUPS: Case[] = [
  ['revenue per client by kind', 'unsupported'],
  ['number of orders per client by city', 'unsupported'],
  ['revenue per client', 'lines | revenue | by clients.name | order measure 0 desc'],
  ['revenue per category by month', 'lines | revenue | by goods.category, orders.ordered_at:month | order dimension 1 asc'],
  ['units sold per order amount', 'unsupported'],
  ['top 3 per category by revenue', 'unsupported'],
  ['top 3 in each city by order amount', 'unsupported'],
  ['for each category, the top 2 by revenue', 'unsupported'],
  ['top 3 products per category by revenue', 'lines | revenue | by goods.name, goods.category | order measure 0 desc | limit 3 per 1'],
  ['每个品类销售额前3的产品', 'lines | revenue | by goods.name, goods.category | order measure 0 desc | limit 3 per 1'],
  ['revenue by product and channel, top 5', 'lines | revenue | by orders.channel, goods.name | order measure 0 desc | limit 5'],
  ['按产品和渠道的销售额前5', 'lines | revenue | by orders.channel, goods.name | order measure 0 desc | limit 5'],
  ['which channels have no cancelled orders', 'unsupported'],
  ['哪个城市没有贵宾客户', 'unsupported'],
  ['没有贵宾客户的城市', 'unsupported'],
];

const SHARES: Case[] = [
  ['每个渠道取消的订单数和占比', 'orders | order_count, order_count share of filtered [orders.status=dropped] | by orders.channel | order measure 0 desc'],
  ['number and share of cancelled orders by channel', 'orders | order_count, order_count share of filtered [orders.status=dropped] | by orders.channel | order measure 0 desc'],
  ['各城市销售额及占比', 'lines | revenue, revenue share of total | by clients.city | order measure 0 desc'],
  ['各城市销售额占比', 'lines | revenue share of total | by clients.city | order measure 0 desc'],
  ['杭州 上海 客户 各多少', 'clients | count(clients) | by clients.city | where clients.city in 杭州市/上海市 | order measure 0 desc'],
  ['贵宾客户和企业客户的订单金额各是多少', 'orders | order_amount | by clients.kind | where clients.kind in vip/firm | order measure 0 desc'],
  ['杭州的客户各有多少', 'unsupported'],
];

const YEARS: Case[] = [
  ['今年比去年带宽提升最多的10所学校', 'assessments | bandwidth | by schools.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01 | order change 0 desc | limit 10'],
  ['今年各区带宽同比', 'assessments | bandwidth | by districts.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01'],
  ['今年上半年比去年带宽', 'unsupported'],
];

const DOMAINS: [string, SemanticModel, Case[]][] = [
  ['periods of a shop', SHOP, PERIODS],
  ['groups of a shop', SHOP, GROUPS],
  ['shares and enumerations of a shop', SHOP, SHARES],
  ['years of schools', SCHOOLS, YEARS],
];

describe.each(DOMAINS)('no word is lost: %s', (_name, model, cases) => {
  it.each(cases)('“%s” is read as %s', (question, shape) => {
    const plan = planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-21', timezone: 'Asia/Shanghai', choices: [] });
    expect(shapeOf(plan)).toBe(shape);
  });
});
