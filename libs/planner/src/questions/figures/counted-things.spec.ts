import type { SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SHOP } from '@querent/model/fixture';
import { itReads, type Reading } from '../../fixture/it-reads';

/** A question and the plan with the correct counted rows, or the refusal if the data has none. */
const MONEY: Reading[] = [
  ['今年订单多少钱', 'orders | order_amount | where orders.ordered_at in 2026-01-01..2026-11-22'],
  ['上个月一共下单多少钱', 'orders | order_amount | where orders.ordered_at in 2026-10-01..2026-11-01'],
  ['今年退款多少钱', 'refunds | refund_amount | where refunds.refunded_at in 2026-01-01..2026-11-22'],
  ['杭州的客户一共下单多少钱', 'unsupported', 'orders | order_amount | where clients.city=杭州市'],
  ['今年订单有多少', 'orders | order_count | where orders.ordered_at in 2026-01-01..2026-11-22'],
];

const PEOPLE: Reading[] = [
  ['上周有多少人下单', 'clients | count(clients) | where some orders(orders.ordered_at in 2026-11-09..2026-11-16)'],
  ['有多少人买了图书', 'clients | count(clients) | where some lines(goods.category=books)'],
  ['多少人退过款', 'clients | count(clients) | where some refunds()'],
  [
    'how many people ordered last week',
    'clients | count(clients) | where some orders(orders.ordered_at in 2026-11-09..2026-11-16)',
  ],
  ['how many people bought books', 'clients | count(clients) | where some lines(goods.category=books)'],
  ['杭州客户退了多少件', 'unsupported'],
  ['订单有多少人', 'unsupported'],
];

const ORDERS: Reading[] = [
  ['昨天卖了多少单', 'orders | order_count | where orders.ordered_at in 2026-11-20..2026-11-21'],
  ['杭州客户买了多少单', 'orders | order_count | where clients.city=杭州市'],
  ['下了多少单', 'orders | order_count'],
];

const LISTS: Reading[] = [
  [
    'number of orders and clients per city',
    'orders | order_count, count(clients) | by clients.city | order measure 0 desc',
  ],
  ['how many clients and orders are there', 'clients | count(clients), order_count'],
  ['客户和订单各有多少', 'clients | count(clients), order_count'],
  ['clients, orders and revenue per city', 'unsupported'],
  ['订单、客户和销售额', 'unsupported'],
  [
    'how many orders were completed and how many cancelled',
    'unsupported',
    'orders | order_count | by orders.status | where orders.status in done/dropped | order measure 0 desc',
  ],
  [
    '多少订单已完成，多少订单取消',
    'unsupported',
    'orders | order_count | by orders.status | where orders.status in done/dropped | order measure 0 desc',
  ],
  [
    '上海和杭州的客户分别下了多少单',
    'orders | order_count | by clients.city | where clients.city in 上海市/杭州市 | order measure 0 desc',
  ],
  [
    '贵宾和企业客户分别下了多少单',
    'orders | order_count | by clients.kind | where clients.kind in vip/firm | order measure 0 desc',
  ],
  [
    '杭州和上海各有多少贵宾',
    'clients | count(clients) | by clients.city | where clients.city in 杭州市/上海市, clients.kind=vip | order measure 0 desc',
  ],
  [
    '每个渠道已完成和取消的订单分别是多少',
    'orders | order_count | by orders.channel, orders.status | where orders.status in done/dropped | order measure 0 desc',
  ],
  [
    '每个城市贵宾和企业客户分别有多少',
    'clients | count(clients) | by clients.city, clients.kind | where clients.kind in vip/firm | order measure 0 desc',
  ],
  [
    '每个渠道已完成和取消的订单金额分别是多少',
    'orders | order_amount | by orders.channel, orders.status | where orders.status in done/dropped | order measure 0 desc',
  ],
  [
    'how many completed and cancelled orders per channel respectively',
    'orders | order_count | by orders.channel, orders.status | where orders.status in done/dropped | order measure 0 desc',
  ],
  ['各渠道的订单金额分别是多少', 'orders | order_amount | by orders.channel | order measure 0 desc'],
  ['city with the most refunds per order', 'unsupported'],
  [
    '每月下单的客户数',
    'orders | count_distinct(orders.client_id) | by orders.ordered_at:month | order dimension 0 asc',
  ],
];

const READERS: Reading[] = [
  [
    '今年有多少人借过科学图书',
    'members | count(members) | where some loans(books.genre=science, loans.lent_on in 2026-01-01..2026-11-22)',
  ],
];

const PUPILS: Reading[] = [
  ['优秀学校有多少学生', 'schools | sum(schools.students) | where schools.level=A'],
  ['优秀学校的学生人数', 'schools | sum(schools.students) | where schools.level=A'],
  ['第一小学的学生人数', 'schools detail | select students | where schools.name=第一小学'],
  ['列出优秀学校的学生人数', 'schools detail | select students | where schools.level=A'],
];

const DOMAINS: [string, SemanticModel, Reading[]][] = [
  ['money of a shop', SHOP, MONEY],
  ['people of a shop', SHOP, PEOPLE],
  ['orders of a shop', SHOP, ORDERS],
  ['several things of a shop', SHOP, LISTS],
  ['readers of a library', LIBRARY, READERS],
  ['pupils of schools', SCHOOLS, PUPILS],
];

describe.each(DOMAINS)('the requested things are counted: %s', (_name, model, cases) => itReads(model, cases));
