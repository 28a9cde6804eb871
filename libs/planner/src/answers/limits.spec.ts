import type { SemanticModel } from '@querent/model';
import { SCHOOLS, SHOP, SIGHTS } from '@querent/model/fixture';
import { itReads, type Reading } from '../fixture/it-reads';

/** A question that was once answered with a simpler figure, and its correct reading. */
const SHOP_CASES: Reading[] = [
  [
    'how many completed app orders over 500 yuan',
    'orders | order_count | where orders.amount>500, orders.channel=app, orders.status=done',
  ],
  ['number of orders over 500 yuan by corporate clients last year', 'unsupported'],
  ['今年按月累计销售额', 'unsupported'],
  ['cumulative order amount by quarter', 'unsupported'],
  ['累计订单金额', 'orders | order_amount'],
  [
    '去年卖出过的图书有多少种',
    'goods | count(goods) | where goods.category=books, some lines(orders.ordered_at in 2025-01-01..2026-01-01)',
  ],
  ['去年卖出过多少种产品', 'goods | count(goods) | where some lines(orders.ordered_at in 2025-01-01..2026-01-01)'],
  [
    'how many different products were sold last month',
    'goods | count(goods) | where some lines(orders.ordered_at in 2026-10-01..2026-11-01)',
  ],
  ['今年没卖出过的产品', 'goods detail | where no lines(orders.ordered_at in 2026-01-01..2026-11-22)'],
  ['products that were never sold', 'goods detail | where no lines()'],
  [
    '贵宾客户今年买了多少件玩具',
    'lines | units | where clients.kind=vip, goods.category=toys, orders.ordered_at in 2026-01-01..2026-11-22',
  ],
  ['how many products did corporate clients buy', 'goods | count(goods) | where some lines(clients.kind=firm)'],
  [
    '去年已完成订单的金额',
    'orders | order_amount | where orders.ordered_at in 2025-01-01..2026-01-01, orders.status=done',
  ],
  [
    'total amount of orders in 2025',
    'orders | sum(orders.amount) | where orders.ordered_at in 2025-01-01..2026-01-01',
    'orders | order_amount | where orders.ordered_at in 2025-01-01..2026-01-01',
  ],
  ['每个客户平均订单金额', 'unsupported', 'clients | order_amount per count(clients)'],
  ['平均每天的订单数', 'unsupported', 'orders | order_count avg over orders.ordered_at:day'],
  ['average revenue per client', 'unsupported', 'clients | revenue per count(clients)'],
  ['月均销售额', 'lines | revenue avg over orders.ordered_at:month'],
  ['average price by category', 'goods | avg(goods.price) | by goods.category | order measure 0 desc'],
  ['average selling price per piece by category', 'unsupported'],
  [
    '订单金额最高的客户在哪个城市',
    'unsupported',
    'orders | order_amount | by clients.city, clients.name | order measure 0 desc | limit 1',
  ],
  ['which city is the client with the highest order amount from', 'unsupported'],
  ['哪个城市的订单金额最高', 'orders | order_amount | by clients.city | order measure 0 desc | limit 1'],
  [
    '每个月销售额最高的品类',
    'lines | revenue | by goods.category, orders.ordered_at:month | order measure 0 desc | limit 1 per 1',
  ],
  [
    'top 2 categories by revenue in each quarter',
    'lines | revenue | by goods.category, orders.ordered_at:quarter | order measure 0 desc | limit 2 per 1',
  ],
  ['每个城市销售额占比最高的品类', 'unsupported'],
  [
    '杭州和北京的订单数分别是多少',
    'orders | order_count | by clients.city | where clients.city in 杭州市/北京市 | order measure 0 desc',
  ],
  [
    'order amount of VIP and corporate clients respectively',
    'orders | order_amount | by clients.kind | where clients.kind in vip/firm | order measure 0 desc',
  ],
  ['贵宾客户的订单数分别是多少', 'unsupported'],
  ['最贵的三种产品和它们的价格', 'goods detail | select name, price | order price desc | limit 3'],
  [
    'the 3 most expensive products and their launch dates',
    'goods detail | select name, launched_at | order price desc | limit 3',
  ],
  [
    'the newest product launched',
    'goods detail | order launched_at desc | limit 1',
    'goods detail | select name, launched_at | order launched_at desc | limit 1',
  ],
  ['有哪些退款原因', 'refunds detail | distinct reason'],
  ['订单有哪些渠道', 'orders detail | distinct channel'],
  ['电子书的销售额', 'unsupported'],
  ['90后客户的销售额', 'unsupported'],
  ['后3名品类的销售额', 'lines | revenue | by goods.category | order measure 0 asc | limit 3'],
  ['贵宾客户买了什么', 'unsupported'],
  ['what did Ann buy', 'unsupported'],
  ['去年订单金额和退款金额', 'unsupported'],
  ['monthly revenue and refund amount', 'unsupported'],
  [
    'revenue and order amount in 2025',
    'lines | revenue, order_amount | where orders.ordered_at in 2025-01-01..2026-01-01',
  ],
  ['订单金额超过3万的客户有多少', 'unsupported', 'clients | count(clients) | where clients with order_amount>30000'],
  [
    'how many clients have order amount over 30000',
    'unsupported',
    'clients | count(clients) | where clients with order_amount>30000',
  ],
  [
    'number of orders by month and client',
    'orders | order_count | by clients.name, orders.ordered_at:month | order dimension 1 asc',
    'orders | order_count | by orders.ordered_at:month, clients.name | order dimension 0 asc',
  ],
  ['cities with order amount over 100 in every month', 'unsupported'],
  ['电子产品销售额占总销售额的比例', 'lines | revenue share of filtered [goods.category=digital]'],
];

/**
 * Questions that were once declined although a query can express them, beside similar ones that no query can express.
 */
const READABLE: Reading[] = [
  [
    '各品类的订单数',
    'orders | count(orders) | by goods.category | order measure 0 desc',
    'orders | order_count | by goods.category | where some lines() | order measure 0 desc',
  ],
  [
    'number of orders by category in 2025',
    'orders | count(orders) | by goods.category | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
    'orders | order_count | by goods.category | where orders.ordered_at in 2025-01-01..2026-01-01, some lines() | order measure 0 desc',
  ],
  ['图书和玩具的订单数对比', 'unsupported'],
  [
    '订单金额超过100的城市',
    'orders | order_amount | by clients.city | having order_amount > 100 | order measure 0 desc',
  ],
  [
    '客户数超过20的城市有哪些',
    'clients | count(clients) | by clients.city | having count(clients) > 20 | order measure 0 desc',
  ],
  [
    '去年卖得最多的品类',
    'lines | units | by goods.category | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc | limit 1',
  ],
  ['北京以外的客户', 'clients detail | where clients.city!=北京市'],
  ['北京和上海以外的客户数', 'clients | count(clients) | where clients.city not in 北京市/上海市'],
  [
    '贵宾客户去年下了多少单',
    'orders | order_count | where clients.kind=vip, orders.ordered_at in 2025-01-01..2026-01-01',
  ],
  ['上周一共下了几单', 'orders | order_count | where orders.ordered_at in 2026-11-09..2026-11-16'],
  [
    'number of orders by refund reason',
    'orders | count(orders) | by refunds.reason | order measure 0 desc',
    'orders | order_count | by refunds.reason | where some refunds() | order measure 0 desc',
  ],
  ['最后一次下单在2025年以前的客户有多少', 'unsupported'],
];

const SCHOOLS_CASES: Reading[] = [
  [
    '带宽按年份和区县',
    'assessments | bandwidth | by districts.name, assessments.year | order dimension 1 asc',
    'assessments | bandwidth | by assessments.year, districts.name | order dimension 0 asc',
  ],
  [
    'bandwidth by year and school',
    'assessments | bandwidth | by schools.name, assessments.year | order dimension 1 asc',
    'assessments | bandwidth | by assessments.year, schools.name | order dimension 0 asc',
  ],
  ['share of bandwidth by district', 'unsupported'],
  ['每年带宽都高于80的学校', 'unsupported'],
];

const SIGHTS_CASES: Reading[] = [
  ['离外滩最近的景点是哪个', 'scenic_spot spatial | near 外滩 nearest | order distance asc | limit 1'],
  ['the nearest attraction to 外滩', 'scenic_spot spatial | near 外滩 nearest | order distance asc | limit 1'],
  ['离外滩最近的景区有哪些', 'scenic_spot spatial | near 外滩 nearest | order distance asc'],
  [
    '外滩和雷峰塔附近的景区',
    'unsupported',
    'ask ambiguous_value value:scenic_spot.name=外滩|scenic_spot.name=雷峰塔景区',
  ],
  ['within 2 km of both 外滩 and 雷峰塔景区', 'unsupported'],
  ['西湖的门票', 'ask ambiguous_value value:西湖'],
];

const DOMAINS: [string, SemanticModel, Reading[]][] = [
  ['over a shop', SHOP, SHOP_CASES],
  ['formerly declined', SHOP, READABLE],
  ['over schools', SCHOOLS, SCHOOLS_CASES],
  ['over sights', SIGHTS, SIGHTS_CASES],
];

describe.each(DOMAINS)('questions that no simpler figure answers, %s', (_name, model, cases) => itReads(model, cases));
