import { type Conversation, followUp, newTopic } from './conversation';

const ORDERS = 'commerce.orders o JOIN commerce.customers c ON c.id = o.customer_id';
const LAST_YEAR = "o.ordered_at >= '2025-01-01' AND o.ordered_at < '2026-01-01'";
const OCTOBER = "o.ordered_at >= '2026-10-01' AND o.ordered_at < '2026-11-01'";
const ASSESSED =
  'education.assessments a JOIN education.schools s ON s.id = a.school_id JOIN education.districts d ON d.id = s.district_id';
const SPOTS = `(SELECT a.name, a.level, a."所属城市" AS city, NULL::text AS rating, NULL::numeric AS ticket FROM tourism.a_sight a WHERE NOT EXISTS (SELECT 1 FROM tourism.tourist_spot t WHERE t.name LIKE a.name || '%')
  UNION ALL SELECT a.name, a.level, a."所属城市", t."评分", t."门票" FROM tourism.a_sight a JOIN tourism.tourist_spot t ON t.name LIKE a.name || '%') x`;
const RATED = "CASE WHEN rating ~ '^[0-9]+(\\.[0-9]+)?$' THEN rating::numeric END > 4.5";

export const CHINESE: readonly Conversation[] = [
  {
    name: '订单金额：时间、客户、排名、指标、分组、对比，再换话题',
    locale: 'zh',
    connection: 'commerce',
    turns: [
      newTopic(
        '今年各城市的订单金额',
        'orders | order_amount | by customers.city | where orders.ordered_at in 2026-01-01..2026-11-22 | order measure 0 desc',
      ),
      followUp(
        '那去年呢',
        'orders | order_amount | by customers.city | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
        { sql: `SELECT c.city, sum(o.amount) FROM ${ORDERS} WHERE ${LAST_YEAR} GROUP BY c.city` },
      ),
      followUp(
        '只看VIP',
        'orders | order_amount | by customers.city | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
        { sql: `SELECT c.city, sum(o.amount) FROM ${ORDERS} WHERE ${LAST_YEAR} AND c.type = 'VIP' GROUP BY c.city` },
      ),
      followUp(
        '前5名',
        'orders | order_amount | by customers.city | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc | limit 5',
        {
          sql: `SELECT c.city, sum(o.amount) FROM ${ORDERS} WHERE ${LAST_YEAR} AND c.type = 'VIP' GROUP BY c.city ORDER BY 2 DESC LIMIT 5`,
          ordered: true,
        },
      ),
      followUp(
        '最低的呢',
        'orders | order_amount | by customers.city | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 asc | limit 5',
        {
          sql: `SELECT c.city, coalesce(sum(o.amount) FILTER (WHERE ${LAST_YEAR}), 0) FROM commerce.customers c LEFT JOIN commerce.orders o ON o.customer_id = c.id WHERE c.type = 'VIP' GROUP BY c.city ORDER BY 2 LIMIT 5`,
          ordered: true,
        },
      ),
      followUp(
        '换成订单数',
        'orders | order_count | by customers.city | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 asc | limit 5',
      ),
      followUp(
        '按渠道',
        'orders | order_count | by orders.channel | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 asc | limit 5',
        { sql: `SELECT o.channel, count(*) FROM ${ORDERS} WHERE ${LAST_YEAR} AND c.type = 'VIP' GROUP BY o.channel` },
      ),
      followUp(
        '总的呢',
        'orders | order_count | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01',
        {
          sql: `SELECT count(*) FROM ${ORDERS} WHERE ${LAST_YEAR} AND c.type = 'VIP'`,
        },
      ),
      followUp(
        '和前年比呢',
        'orders | order_count | where customers.type=VIP | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01',
        {
          sql: `SELECT count(*) FILTER (WHERE o.ordered_at < '2025-01-01' AND o.ordered_at >= '2024-01-01'), count(*) FILTER (WHERE ${LAST_YEAR}) FROM ${ORDERS} WHERE c.type = 'VIP'`,
        },
      ),
      newTopic('列出厦门的企业客户', 'customers detail | where customers.city=厦门市, customers.type=Enterprise', {
        sql: "SELECT name FROM commerce.customers WHERE city = '厦门市' AND type = 'Enterprise'",
      }),
      followUp(
        '他们的邮箱呢',
        'customers detail | select name, email | where customers.city=厦门市, customers.type=Enterprise',
        { sql: "SELECT name, email FROM commerce.customers WHERE city = '厦门市' AND type = 'Enterprise'" },
      ),
    ],
  },
  {
    name: '订单数：月份、状态、排除、按月、不限时间、客单价',
    locale: 'zh',
    connection: 'commerce',
    turns: [
      newTopic('今年有多少订单', 'orders | order_count | where orders.ordered_at in 2026-01-01..2026-11-22'),
      followUp('上个月呢？', 'orders | order_count | where orders.ordered_at in 2026-10-01..2026-11-01', {
        sql: `SELECT count(*) FROM ${ORDERS} WHERE ${OCTOBER}`,
      }),
      followUp(
        '已取消的呢',
        'orders | order_count | where orders.ordered_at in 2026-10-01..2026-11-01, orders.status=cancelled',
        { sql: `SELECT count(*) FROM ${ORDERS} WHERE ${OCTOBER} AND o.status = 'cancelled'` },
      ),
      followUp(
        '不要已取消的',
        'orders | order_count | where orders.ordered_at in 2026-10-01..2026-11-01, orders.status!=cancelled',
        { sql: `SELECT count(*) FROM ${ORDERS} WHERE ${OCTOBER} AND o.status <> 'cancelled'` },
      ),
      followUp(
        '按月看',
        'orders | order_count | by orders.ordered_at:month | where orders.ordered_at in 2026-10-01..2026-11-01, orders.status!=cancelled | order dimension 0 asc',
      ),
      followUp(
        '不限时间',
        'orders | order_count | by orders.ordered_at:month | where orders.status!=cancelled | order dimension 0 asc',
        {
          sql: `SELECT count(*) FROM ${ORDERS} WHERE o.status <> 'cancelled' GROUP BY date_trunc('month', o.ordered_at) ORDER BY date_trunc('month', o.ordered_at)`,
          ordered: true,
        },
      ),
      followUp(
        '最多的3个',
        'orders | order_count | by orders.ordered_at:month | where orders.status!=cancelled | order measure 0 desc | limit 3',
        {
          sql: `SELECT count(*) FROM ${ORDERS} WHERE o.status <> 'cancelled' GROUP BY date_trunc('month', o.ordered_at) ORDER BY 1 DESC LIMIT 3`,
          ordered: true,
        },
      ),
      followUp('不分组', 'orders | order_count | where orders.status!=cancelled'),
      followUp('那客单价呢', 'orders | average_order_value | where orders.status!=cancelled', {
        sql: "SELECT avg(amount) FROM commerce.orders WHERE status <> 'cancelled'",
      }),
      followUp(
        '杭州和上海的',
        'orders | average_order_value | where customers.city in 杭州市/上海市, orders.status!=cancelled',
        { sql: `SELECT avg(o.amount) FROM ${ORDERS} WHERE o.status <> 'cancelled' AND c.city IN ('杭州市', '上海市')` },
      ),
      newTopic('一共有多少个产品', 'products | product_count'),
      followUp('家电的呢', 'products | product_count | where products.category=Appliances', {
        sql: "SELECT count(*) FROM commerce.products WHERE category = 'Appliances'",
      }),
      followUp('价格低于500的', 'products | product_count | where products.category=Appliances, products.price<500', {
        sql: "SELECT count(*) FROM commerce.products WHERE category = 'Appliances' AND price < 500",
      }),
    ],
  },
  {
    name: '带宽得分：年份、指标、类型、学校、区、对比，再问学校',
    locale: 'zh',
    connection: 'education',
    turns: [
      newTopic(
        '去年各区的带宽得分',
        'assessments | bandwidth | by districts.name | where assessments.year=2025 | order measure 0 desc',
      ),
      followUp(
        '那今年呢',
        'assessments | bandwidth | by districts.name | where assessments.year=2026 | order measure 0 desc',
        { sql: `SELECT d.name, avg(a.bandwidth_score) FROM ${ASSESSED} WHERE a.year = 2026 GROUP BY d.name` },
      ),
      followUp(
        '无线覆盖呢',
        'assessments | wifi | by districts.name | where assessments.year=2026 | order measure 0 desc',
        { sql: `SELECT d.name, avg(a.wifi_score) FROM ${ASSESSED} WHERE a.year = 2026 GROUP BY d.name` },
      ),
      followUp(
        '只看小学',
        'assessments | wifi | by districts.name | where assessments.year=2026, schools.type=小学 | order measure 0 desc',
        {
          sql: `SELECT d.name, avg(a.wifi_score) FROM ${ASSESSED} WHERE a.year = 2026 AND s.type = '小学' GROUP BY d.name`,
        },
      ),
      followUp(
        '按学校',
        'assessments | wifi | by schools.name | where assessments.year=2026, schools.type=小学 | order measure 0 desc',
      ),
      followUp(
        '最低的3个',
        'assessments | wifi | by schools.name | where assessments.year=2026, schools.type=小学 | order measure 0 asc | limit 3',
        {
          sql: `SELECT s.name, avg(a.wifi_score) FROM ${ASSESSED} WHERE a.year = 2026 AND s.type = '小学' GROUP BY s.name ORDER BY 2, 1 LIMIT 3`,
        },
      ),
      followUp(
        '西湖区的呢',
        'assessments | wifi | by schools.name | where assessments.year=2026, districts.name=西湖区, schools.type=小学 | order measure 0 asc | limit 3',
      ),
      followUp('总体', 'assessments | wifi | where assessments.year=2026, districts.name=西湖区, schools.type=小学', {
        sql: `SELECT avg(a.wifi_score) FROM ${ASSESSED} WHERE a.year = 2026 AND s.type = '小学' AND d.name = '西湖区'`,
      }),
      followUp(
        '和去年比呢',
        'assessments | wifi | where districts.name=西湖区, schools.type=小学 | compare 2025-01-01..2026-01-01 2026-01-01..2027-01-01',
        {
          sql: `SELECT avg(a.wifi_score) FILTER (WHERE a.year = 2025), avg(a.wifi_score) FILTER (WHERE a.year = 2026) FROM ${ASSESSED} WHERE s.type = '小学' AND d.name = '西湖区'`,
        },
      ),
      newTopic('一共有多少所学校', 'schools | school_count'),
      followUp('民办的有多少', 'schools | school_count | where schools.ownership=private', {
        sql: "SELECT count(*) FROM education.schools WHERE ownership = 'private'",
      }),
      followUp('列出来', 'schools detail | where schools.ownership=private', {
        sql: "SELECT name FROM education.schools WHERE ownership = 'private'",
      }),
      followUp('它们的在校生人数', 'schools detail | select name, students | where schools.ownership=private', {
        sql: "SELECT name, students FROM education.schools WHERE ownership = 'private'",
      }),
    ],
  },
  {
    name: '景区：省市、列表、评分和门票、排序，再看周边',
    locale: 'zh',
    connection: 'tourism',
    turns: [
      newTopic(
        '浙江有多少5A景区',
        'scenic_spot | count(scenic_spot) | where scenic_spot.level=5A, scenic_spot.province=浙江省',
      ),
      followUp('上海呢', 'scenic_spot | count(scenic_spot) | where scenic_spot.level=5A, scenic_spot.province=上海市'),
      followUp('那苏州呢', 'scenic_spot | count(scenic_spot) | where scenic_spot.city=苏州市, scenic_spot.level=5A', {
        sql: `SELECT count(*) FROM ${SPOTS} WHERE level = '5A' AND city = '苏州市'`,
      }),
      followUp('所有城市', 'scenic_spot | count(scenic_spot) | where scenic_spot.level=5A', {
        sql: `SELECT count(*) FROM ${SPOTS} WHERE level = '5A'`,
      }),
      followUp('列出来', 'scenic_spot coverage | where scenic_spot.level=5A', {
        sql: `SELECT name FROM ${SPOTS} WHERE level = '5A'`,
      }),
      followUp('评分大于4.5的', 'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.rating>4.5', {
        sql: `SELECT name FROM ${SPOTS} WHERE level = '5A' AND ${RATED}`,
      }),
      followUp(
        '门票低于100元的',
        'scenic_spot coverage | where scenic_spot.level=5A, scenic_spot.rating>4.5, scenic_spot.ticket<100',
        { sql: `SELECT name FROM ${SPOTS} WHERE level = '5A' AND ${RATED} AND ticket < 100` },
      ),
      followUp(
        '按门票从低到高',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.rating>4.5, scenic_spot.ticket<100 | order ticket asc',
        {
          sql: `SELECT ticket FROM ${SPOTS} WHERE level = '5A' AND ${RATED} AND ticket < 100 ORDER BY 1`,
          ordered: true,
        },
      ),
      followUp(
        '只要5个',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.rating>4.5, scenic_spot.ticket<100 | order ticket asc | limit 5',
      ),
      followUp(
        '倒序',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.rating>4.5, scenic_spot.ticket<100 | order ticket desc | limit 5',
        {
          sql: `SELECT ticket FROM ${SPOTS} WHERE level = '5A' AND ${RATED} AND ticket < 100 ORDER BY 1 DESC LIMIT 5`,
          ordered: true,
        },
      ),
      newTopic('杭州西湖附近5公里的景区', 'scenic_spot spatial | near 杭州西湖风景名胜区 5000 | order distance asc'),
      followUp('10公里内呢', 'scenic_spot spatial | near 杭州西湖风景名胜区 10000 | order distance asc'),
      followUp(
        '4A的',
        'scenic_spot spatial | where scenic_spot.level=4A | near 杭州西湖风景名胜区 10000 | order distance asc',
        {
          sql: "SELECT a.name FROM tourism.a_sight a, (SELECT geom FROM tourism.a_sight WHERE name = '杭州西湖风景名胜区') w WHERE ST_DWithin(a.geom::geography, w.geom::geography, 10000) AND a.level = '4A' ORDER BY ST_Distance(a.geom::geography, w.geom::geography)",
          ordered: true,
        },
      ),
    ],
  },
];
