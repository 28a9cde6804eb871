import { type Conversation, followUp, newTopic } from './conversation';

const ORDERS = 'commerce.orders o JOIN commerce.customers c ON c.id = o.customer_id';
const LAST_YEAR = "o.ordered_at >= '2025-01-01' AND o.ordered_at < '2026-01-01'";
const DEVICES =
  'education.devices v JOIN education.schools s ON s.id = v.school_id JOIN education.districts d ON d.id = s.district_id';
const THIS_YEAR = "v.purchased_at >= '2026-01-01' AND v.purchased_at <= '2026-11-21'";
const RATED = `CASE WHEN t."评分" ~ '^[0-9]+(\\.[0-9]+)?$' THEN t."评分"::numeric END`;
const SPOTS = "tourism.a_sight a JOIN tourism.tourist_spot t ON t.name LIKE a.name || '%'";

export const ENGLISH: readonly Conversation[] = [
  {
    name: 'orders by channel: time, figure, groups, rank, customers, comparison, then products',
    locale: 'en',
    connection: 'commerce',
    turns: [
      newTopic(
        'order amount by channel this year',
        'orders | order_amount | by orders.channel | where orders.ordered_at in 2026-01-01..2026-11-22 | order measure 0 desc',
      ),
      followUp(
        'what about last year',
        'orders | order_amount | by orders.channel | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
        { sql: `SELECT o.channel, sum(o.amount) FROM ${ORDERS} WHERE ${LAST_YEAR} GROUP BY o.channel` },
      ),
      followUp(
        'and the order count?',
        'orders | order_count | by orders.channel | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
        { sql: `SELECT o.channel, count(*) FROM ${ORDERS} WHERE ${LAST_YEAR} GROUP BY o.channel` },
      ),
      followUp(
        'also by customer type',
        'orders | order_count | by orders.channel, customers.type | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
        { sql: `SELECT o.channel, c.type, count(*) FROM ${ORDERS} WHERE ${LAST_YEAR} GROUP BY 1, 2` },
      ),
      followUp(
        'by channel instead',
        'orders | order_count | by orders.channel | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc',
      ),
      followUp(
        'and the top 2?',
        'orders | order_count | by orders.channel | where orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc | limit 2',
        {
          sql: `SELECT o.channel, count(*) FROM ${ORDERS} WHERE ${LAST_YEAR} GROUP BY 1 ORDER BY 2 DESC LIMIT 2`,
          ordered: true,
        },
      ),
      followUp(
        'only VIP',
        'orders | order_count | by orders.channel | where customers.type=VIP, orders.ordered_at in 2025-01-01..2026-01-01 | order measure 0 desc | limit 2',
      ),
      followUp(
        'since March',
        'orders | order_count | by orders.channel | where customers.type=VIP, orders.ordered_at in 2026-03-01.. | order measure 0 desc | limit 2',
        {
          sql: `SELECT o.channel, count(*) FROM ${ORDERS} WHERE o.ordered_at >= '2026-03-01' AND c.type = 'VIP' GROUP BY 1 ORDER BY 2 DESC LIMIT 2`,
          ordered: true,
        },
      ),
      followUp(
        'without the grouping',
        'orders | order_count | where customers.type=VIP, orders.ordered_at in 2026-03-01..',
      ),
      followUp(
        'compared with last year',
        'orders | order_count | where customers.type=VIP | compare 2025-03-01..2025-11-22 2026-03-01..2026-11-22',
        {
          sql: `SELECT count(*) FILTER (WHERE o.ordered_at >= '2025-03-01' AND o.ordered_at < '2025-11-22'), count(*) FILTER (WHERE o.ordered_at >= '2026-03-01' AND o.ordered_at < '2026-11-22') FROM ${ORDERS} WHERE c.type = 'VIP'`,
        },
      ),
      newTopic('how many products do we have', 'products | product_count'),
      followUp('only electronics', 'products | product_count | where products.category=Electronics', {
        sql: "SELECT count(*) FROM commerce.products WHERE category = 'Electronics'",
      }),
      followUp(
        'cheaper than 500',
        'products | product_count | where products.category=Electronics, products.price<500',
        {
          sql: "SELECT count(*) FROM commerce.products WHERE category = 'Electronics' AND price < 500",
        },
      ),
      followUp('show them', 'products detail | where products.category=Electronics, products.price<500', {
        sql: "SELECT name, price FROM commerce.products WHERE category = 'Electronics' AND price < 500",
      }),
    ],
  },
  {
    name: 'customers: cities, exceptions, counts, groups, lists and columns',
    locale: 'en',
    connection: 'commerce',
    turns: [
      newTopic('list VIP customers in Hangzhou', 'customers detail | where customers.city=杭州市, customers.type=VIP'),
      followUp('what about Shanghai', 'customers detail | where customers.city=上海市, customers.type=VIP', {
        sql: "SELECT name FROM commerce.customers WHERE type = 'VIP' AND city = '上海市'",
      }),
      followUp('also Beijing', 'customers detail | where customers.city in 上海市/北京市, customers.type=VIP', {
        sql: "SELECT name FROM commerce.customers WHERE type = 'VIP' AND city IN ('上海市', '北京市')",
      }),
      followUp('except Beijing', 'customers detail | where customers.city=上海市, customers.type=VIP'),
      followUp('how many are there?', 'customers | customer_count | where customers.city=上海市, customers.type=VIP', {
        sql: "SELECT count(*) FROM commerce.customers WHERE type = 'VIP' AND city = '上海市'",
      }),
      followUp('all cities', 'customers | customer_count | where customers.type=VIP', {
        sql: "SELECT count(*) FROM commerce.customers WHERE type = 'VIP'",
      }),
      followUp(
        'by city',
        'customers | customer_count | by customers.city | where customers.type=VIP | order measure 0 desc',
        { sql: "SELECT city, count(*) FROM commerce.customers WHERE type = 'VIP' GROUP BY city" },
      ),
      followUp(
        'only those above 10',
        'customers | customer_count | by customers.city | where customers.type=VIP | having customer_count > 10 | order measure 0 desc',
        { sql: "SELECT city, count(*) FROM commerce.customers WHERE type = 'VIP' GROUP BY city HAVING count(*) > 10" },
      ),
      newTopic(
        'how many customers bought electronics in 2025',
        'customers | customer_count | where some order_items(orders.ordered_at in 2025-01-01..2026-01-01, products.category=Electronics)',
      ),
      followUp(
        'and in 2024?',
        'customers | customer_count | where some order_items(orders.ordered_at in 2024-01-01..2025-01-01, products.category=Electronics)',
        {
          sql: "SELECT count(DISTINCT o.customer_id) FROM commerce.orders o JOIN commerce.order_items i ON i.order_id = o.id JOIN commerce.products p ON p.id = i.product_id WHERE p.category = 'Electronics' AND o.ordered_at >= '2024-01-01' AND o.ordered_at < '2025-01-01'",
        },
      ),
      followUp(
        'what about books',
        'customers | customer_count | where some order_items(orders.ordered_at in 2024-01-01..2025-01-01, products.category=Books)',
        {
          sql: "SELECT count(DISTINCT o.customer_id) FROM commerce.orders o JOIN commerce.order_items i ON i.order_id = o.id JOIN commerce.products p ON p.id = i.product_id WHERE p.category = 'Books' AND o.ordered_at >= '2024-01-01' AND o.ordered_at < '2025-01-01'",
        },
      ),
      followUp(
        'how many of them are VIP',
        'customers | customer_count | where customers.type=VIP, some order_items(orders.ordered_at in 2024-01-01..2025-01-01, products.category=Books)',
      ),
      followUp(
        'list them',
        'customers detail | where customers.type=VIP, some order_items(orders.ordered_at in 2024-01-01..2025-01-01, products.category=Books)',
      ),
      followUp(
        'their cities?',
        'customers detail | select name, city | where customers.type=VIP, some order_items(orders.ordered_at in 2024-01-01..2025-01-01, products.category=Books)',
      ),
    ],
  },
  {
    name: 'schools and devices: kinds, ranks, figures, years',
    locale: 'en',
    connection: 'education',
    turns: [
      newTopic('number of schools by district', 'schools | school_count | by districts.name | order measure 0 desc'),
      followUp(
        'only primary schools',
        'schools | school_count | by districts.name | where schools.type=小学 | order measure 0 desc',
        {
          sql: "SELECT d.name, count(*) FROM education.schools s JOIN education.districts d ON d.id = s.district_id WHERE s.type = '小学' GROUP BY d.name",
        },
      ),
      followUp(
        'by school type instead',
        'schools | school_count | by schools.type | where schools.type=小学 | order measure 0 desc',
      ),
      followUp('all school types', 'schools | school_count | by schools.type | order measure 0 desc', {
        sql: 'SELECT type, count(*) FROM education.schools GROUP BY type',
      }),
      followUp(
        'only public',
        'schools | school_count | by schools.type | where schools.ownership=public | order measure 0 desc',
        { sql: "SELECT type, count(*) FROM education.schools WHERE ownership = 'public' GROUP BY type" },
      ),
      followUp(
        'and the number of students?',
        'schools | student_count | by schools.type | where schools.ownership=public | order measure 0 desc',
        { sql: "SELECT type, sum(students) FROM education.schools WHERE ownership = 'public' GROUP BY type" },
      ),
      followUp(
        'average?',
        'schools | avg(schools.students) | by schools.type | where schools.ownership=public | order measure 0 desc',
        { sql: "SELECT type, avg(students) FROM education.schools WHERE ownership = 'public' GROUP BY type" },
      ),
      newTopic(
        'how many tablets were bought last year',
        'devices | device_count | where devices.kind=tablet, devices.purchased_at in 2025-01-01..2026-01-01',
      ),
      followUp(
        'and this year?',
        'devices | device_count | where devices.kind=tablet, devices.purchased_at in 2026-01-01..2026-11-22',
        { sql: `SELECT sum(v.quantity) FROM ${DEVICES} WHERE v.kind = 'tablet' AND ${THIS_YEAR}` },
      ),
      followUp(
        'by district',
        'devices | device_count | by districts.name | where devices.kind=tablet, devices.purchased_at in 2026-01-01..2026-11-22 | order measure 0 desc',
        {
          sql: `SELECT d.name, sum(v.quantity) FROM ${DEVICES} WHERE v.kind = 'tablet' AND ${THIS_YEAR} GROUP BY d.name`,
        },
      ),
      followUp(
        'what about projectors',
        'devices | device_count | by districts.name | where devices.kind=projector, devices.purchased_at in 2026-01-01..2026-11-22 | order measure 0 desc',
        {
          sql: `SELECT d.name, sum(v.quantity) FROM ${DEVICES} WHERE v.kind = 'projector' AND ${THIS_YEAR} GROUP BY d.name`,
        },
      ),
      followUp(
        'overall',
        'devices | device_count | where devices.kind=projector, devices.purchased_at in 2026-01-01..2026-11-22',
        { sql: `SELECT sum(v.quantity) FROM ${DEVICES} WHERE v.kind = 'projector' AND ${THIS_YEAR}` },
      ),
    ],
  },
  {
    name: 'scenic spots: ranks, levels, places, tickets, provinces',
    locale: 'en',
    connection: 'tourism',
    turns: [
      newTopic('top 10 scenic spots by rating', 'scenic_spot detail | order rating desc | limit 10'),
      followUp('only 5A', 'scenic_spot detail | where scenic_spot.level=5A | order rating desc | limit 10', {
        sql: `SELECT ${RATED} FROM ${SPOTS} WHERE a.level = '5A' ORDER BY 1 DESC NULLS LAST LIMIT 10`,
        ordered: true,
      }),
      followUp(
        'in Zhejiang',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.province=浙江省 | order rating desc | limit 10',
        {
          sql: `SELECT ${RATED} FROM ${SPOTS} WHERE a.level = '5A' AND a."所属省份" = '浙江省' ORDER BY 1 DESC NULLS LAST LIMIT 10`,
          ordered: true,
        },
      ),
      followUp(
        'just 3',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.province=浙江省 | order rating desc | limit 3',
      ),
      followUp(
        'the worst 3',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.province=浙江省 | order rating asc | limit 3',
        {
          sql: `SELECT ${RATED} FROM ${SPOTS} WHERE a.level = '5A' AND a."所属省份" = '浙江省' ORDER BY 1 NULLS LAST LIMIT 3`,
          ordered: true,
        },
      ),
      followUp(
        'rating at least 4',
        'scenic_spot detail | where scenic_spot.level=5A, scenic_spot.province=浙江省, scenic_spot.rating>=4 | order rating asc | limit 3',
      ),
      newTopic(
        'number of 5A scenic spots by province',
        'scenic_spot | count(scenic_spot) | by scenic_spot.province | where scenic_spot.level=5A | order measure 0 desc',
      ),
      followUp(
        'and 4A?',
        'scenic_spot | count(scenic_spot) | by scenic_spot.province | where scenic_spot.level=4A | order measure 0 desc',
      ),
      followUp(
        'the top 5',
        'scenic_spot | count(scenic_spot) | by scenic_spot.province | where scenic_spot.level=4A | order measure 0 desc | limit 5',
      ),
      followUp(
        'only those above 2',
        'scenic_spot | count(scenic_spot) | by scenic_spot.province | where scenic_spot.level=4A | having count(scenic_spot) > 2 | order measure 0 desc | limit 5',
      ),
      newTopic(
        'scenic spots within 5 km of West Lake',
        'scenic_spot spatial | near 杭州西湖风景名胜区 5000 | order distance asc',
      ),
      followUp('how many are there?', 'scenic_spot | count(scenic_spot) | near 杭州西湖风景名胜区 5000'),
      followUp(
        'by level',
        'scenic_spot | count(scenic_spot) | by scenic_spot.level | near 杭州西湖风景名胜区 5000 | order measure 0 desc',
      ),
    ],
  },
];
