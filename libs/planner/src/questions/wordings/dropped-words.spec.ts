import type { SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SHOP, SIGHTS, modelOf } from '@querent/model/fixture';
import { itReads, type Reading } from '../../fixture/it-reads';

/** A question of which a word or its effect was once dropped, and the correct plan or refusal. */
const PERIODS: Reading[] = [
  ['本月销售额比上月增长多少', 'lines | revenue | compare 2026-10-01..2026-11-01 2026-11-01..2026-11-22'],
  ['this month vs last month revenue', 'lines | revenue | compare 2026-10-01..2026-11-01 2026-11-01..2026-11-22'],
  ['本季度订单数环比', 'orders | order_count | compare 2026-07-01..2026-08-22 2026-10-01..2026-11-22'],
  ['上月销售额环比', 'lines | revenue | compare 2026-09-01..2026-10-01 2026-10-01..2026-11-01'],
  [
    'month over month revenue this year',
    'unsupported',
    'lines | revenue | by orders.ordered_at:month | where orders.ordered_at in 2026-01-01..2026-11-22 | each against previous | order dimension 0 asc',
  ],
  ['今年销售额环比', 'unsupported', 'lines | revenue | compare 2025-01-01..2025-11-22 2026-01-01..2026-11-22'],
];

const GROUPS: Reading[] = [
  ['revenue per client by kind', 'clients | revenue per count(clients) | by clients.kind | order measure 0 desc'],
  [
    'number of orders per client by city',
    'clients | order_count per count(clients) | by clients.city | order measure 0 desc',
  ],
  ['revenue per client', 'lines | revenue | by clients.name | order measure 0 desc'],
  [
    'revenue per category by month',
    'lines | revenue | by goods.category, orders.ordered_at:month | order dimension 1 asc',
  ],
  ['units sold per order amount', 'unsupported', 'ask ambiguous_term group:none|orders.id'],
  ['top 3 per category by revenue', 'unsupported'],
  ['top 3 in each city by order amount', 'unsupported'],
  ['for each category, the top 2 by revenue', 'unsupported'],
  [
    'top 3 products per category by revenue',
    'lines | revenue | by goods.name, goods.category | order measure 0 desc | limit 3 per 1',
  ],
  ['每个品类销售额前3的产品', 'lines | revenue | by goods.name, goods.category | order measure 0 desc | limit 3 per 1'],
  [
    'revenue by product and channel, top 5',
    'lines | revenue | by goods.name, orders.channel | order measure 0 desc | limit 5',
  ],
  [
    '按产品和渠道的销售额前5',
    'lines | revenue | by orders.channel, goods.name | order measure 0 desc | limit 5',
    'lines | revenue | by goods.name, orders.channel | order measure 0 desc | limit 5',
  ],
  [
    'which channels have no cancelled orders',
    'unsupported',
    'orders | order_count of [orders.status=dropped] | by orders.channel | having order_count of [orders.status=dropped] = 0 | order measure 0 desc',
  ],
  [
    '哪个城市没有贵宾客户',
    'unsupported',
    'clients | count(clients) of [clients.kind=vip] | by clients.city | having count(clients) of [clients.kind=vip] = 0 | order measure 0 desc',
  ],
  [
    '没有贵宾客户的城市',
    'unsupported',
    'clients | count(clients) of [clients.kind=vip] | by clients.city | having count(clients) of [clients.kind=vip] = 0 | order measure 0 desc',
  ],
];

const SHARES: Reading[] = [
  [
    '每个渠道取消的订单数和占比',
    'orders | order_count of [orders.status=dropped], order_count share of filtered [orders.status=dropped] | by orders.channel | order measure 0 desc',
  ],
  [
    'number and share of cancelled orders by channel',
    'orders | order_count of [orders.status=dropped], order_count share of filtered [orders.status=dropped] | by orders.channel | order measure 0 desc',
  ],
  ['各城市销售额及占比', 'lines | revenue, revenue share of total | by clients.city | order measure 0 desc'],
  ['各城市销售额占比', 'lines | revenue share of total | by clients.city | order measure 0 desc'],
  [
    '杭州 上海 客户 各多少',
    'clients | count(clients) | by clients.city | where clients.city in 杭州市/上海市 | order measure 0 desc',
  ],
  [
    '贵宾客户和企业客户的订单金额各是多少',
    'orders | order_amount | by clients.kind | where clients.kind in vip/firm | order measure 0 desc',
  ],
  ['杭州的客户各有多少', 'clients | count(clients) | where clients.city=杭州市'],
];

const DENIALS: Reading[] = [
  ['loans that are not long loans', 'loans detail | where loans.days known, not term long_loan'],
  ['长期借阅的数量', 'loans | count(loans) | where term long_loan'],
];

const FREE: Reading[] = [
  ['不是免费的景区', 'scenic_spot coverage | where not term 免费, scenic_spot.ticket known'],
  [
    'attractions in 杭州市 that are not free',
    'scenic_spot coverage | where not term 免费, scenic_spot.city=杭州市, scenic_spot.ticket known',
  ],
  [
    '哪个省没有5A景区',
    'unsupported',
    'scenic_spot | count(scenic_spot) of [scenic_spot.level=5A] | by scenic_spot.province | having count(scenic_spot) of [scenic_spot.level=5A] = 0 | order measure 0 desc',
  ],
  [
    'which provinces have no 4A attractions',
    'unsupported',
    'scenic_spot | count(scenic_spot) of [scenic_spot.level=4A] | by scenic_spot.province | having count(scenic_spot) of [scenic_spot.level=4A] = 0 | order measure 0 desc',
  ],
];

/** Hotels in two tables, of which only one stores the province. */
const HOTELS = modelOf(
  {
    ours: 'id integer, name text = A, province text = 上海市|浙江省, city text = 上海市|杭州市',
    theirs: 'id integer, name text = A, city text = 上海市|杭州市',
  },
  {
    defaultLocale: 'zh',
    entities: {
      hotel: {
        label: { zh: '酒店', en: 'hotel' },
        sources: ['ours', 'theirs'],
        match: 'theirs.name = ours.name',
        fields: { name: ['ours.name', 'theirs.name'], province: 'ours.province', city: ['ours.city', 'theirs.city'] },
      },
    },
    tables: {
      ours: {
        columns: {
          name: { role: 'name', label: { zh: '名称', en: 'name' } },
          province: { role: 'dimension', label: { zh: '省份', en: 'province' } },
          city: { role: 'dimension', label: { zh: '城市', en: 'city' } },
        },
      },
      theirs: {
        columns: {
          name: { role: 'name', label: { zh: '名称', en: 'name' } },
          city: { role: 'dimension', label: { zh: '城市', en: 'city' } },
        },
      },
    },
  },
);

const PLACES: Reading[] = [
  ['上海有多少酒店', 'hotel | count(hotel) | where hotel.city=上海市'],
  ['how many hotels are there in 上海', 'hotel | count(hotel) | where hotel.city=上海市'],
  ['浙江有多少酒店', 'hotel | count(hotel) | where hotel.province=浙江省'],
];

const RANKS: Reading[] = [
  ['订单最多的客户的销售额', 'lines | revenue, order_count | by clients.name | order measure 1 desc | limit 1'],
  [
    'order amount of the client with the most orders',
    'orders | order_amount, order_count | by clients.name | order measure 1 desc | limit 1',
  ],
  [
    '订单最多的3个城市的订单金额',
    'orders | order_amount, order_count | by clients.city | order measure 1 desc | limit 3',
  ],
  ['销售额最高的品类前三', 'lines | revenue | by goods.category | order measure 0 desc | limit 3'],
  ['订单数最多的前2个城市', 'orders | order_count | by clients.city | order measure 0 desc | limit 2'],
  [
    '最贵的前3个产品',
    'goods detail | order price desc | limit 3',
    'goods detail | select name, price | order price desc | limit 3',
  ],
  ['销售额最高的品类后三', 'unsupported'],
  [
    '贵宾客户最多的城市',
    'clients | count(clients) | by clients.city | where clients.kind=vip | order measure 0 desc | limit 1',
  ],
  ['订单金额最多的客户', 'orders | order_amount | by clients.name | order measure 0 desc | limit 1'],
  ['which client has the most orders', 'orders | order_count | by clients.name | order measure 0 desc | limit 1'],
];

const QUALITIES: Reading[] = [
  ['schools with good wifi', 'unsupported'],
  ['districts with excellent bandwidth', 'unsupported'],
  ['带宽优秀的学校', 'unsupported'],
  ['2024年优秀学校的带宽', 'assessments | bandwidth | where assessments.year=2024, schools.level=A'],
];

const LISTS: Reading[] = [
  [
    '每个城市的贵宾客户名单',
    'clients detail | where clients.kind=vip | order city asc',
    'clients detail | select name, city | where clients.kind=vip | order city asc',
  ],
  [
    'list the VIP clients in each city',
    'clients detail | where clients.kind=vip | order city asc',
    'clients detail | select name, city | where clients.kind=vip | order city asc',
  ],
  ['各客户的订单清单', 'orders detail | order name asc', 'orders detail | select id, name | order name asc'],
  ['各城市的贵宾客户', 'clients | count(clients) | by clients.city | where clients.kind=vip | order measure 0 desc'],
  ['各城市的客户数列表', 'clients | count(clients) | by clients.city | order measure 0 desc'],
];

const NEVER: Reading[] = [
  ['没有购买过的客户', 'clients detail | where no orders()'],
  ['没有被退款的产品', 'goods detail | where no refunds()'],
  ['products that were never refunded', 'goods detail | where no refunds()'],
];

const UNKNOWN_KINDS: Reading[] = [
  ['revenue in tier-1 cities', 'ask unknown_term unknown:tier-1'],
  ['核心城市的订单数', 'ask unknown_term unknown:核心'],
];

const YEARS: Reading[] = [
  [
    '今年比去年带宽提升最多的10所学校',
    'assessments | bandwidth | by schools.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01 | order change 0 desc | limit 10',
  ],
  [
    '今年各区带宽同比',
    'assessments | bandwidth | by districts.name | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01',
  ],
  ['今年上半年比去年带宽', 'unsupported'],
];

const DOMAINS: [string, SemanticModel, Reading[]][] = [
  ['periods of a shop', SHOP, PERIODS],
  ['groups of a shop', SHOP, GROUPS],
  ['shares and enumerations of a shop', SHOP, SHARES],
  ['unknown figures of a library', LIBRARY, DENIALS],
  ['unknown figures of sights', SIGHTS, FREE],
  ['places at two levels', HOTELS, PLACES],
  ['rankings by one figure for another', SHOP, RANKS],
  ['adjectives of metrics', SCHOOLS, QUALITIES],
  ['lists by groups', SHOP, LISTS],
  ['events that never happened', SHOP, NEVER],
  ['unknown categories', SHOP, UNKNOWN_KINDS],
  ['years of schools', SCHOOLS, YEARS],
];

describe.each(DOMAINS)('words that must not be dropped: %s', (_name, model, cases) => itReads(model, cases));
