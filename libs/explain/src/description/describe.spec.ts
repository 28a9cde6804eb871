import { statementFacts } from '@querent/lint';
import { guardCatalogueOf, SHOP } from '@querent/model/fixture';
import { describeConditions } from './describe-conditions';
import { describeOutputs } from './describe-outputs';

const catalogue = guardCatalogueOf(SHOP);
const labels = async (sql: string, locale: 'zh' | 'en') =>
  describeOutputs(await statementFacts(sql, catalogue), SHOP, locale).map(({ label }) => label);
const conditions = async (sql: string, locale: 'zh' | 'en') =>
  describeConditions(await statementFacts(sql, catalogue), SHOP, locale);

describe("The output columns of a language model's statement", () => {
  it.each([
    [
      `SELECT c.kind, count(*) AS n, sum(o.amount) AS total_amount FROM clients c JOIN orders o ON o.client_id = c.id GROUP BY c.kind`,
      ['客户类型', '订单数量', '订单金额'],
      ['client kind', 'number of orders', 'order amount'],
    ],
    [`SELECT count(DISTINCT client_id) FROM orders`, ['客户数量'], ['number of clients']],
    [
      `SELECT count(DISTINCT channel), avg(amount), max(ordered_at) FROM orders`,
      ['不同渠道数', '平均金额', '最晚下单日期'],
      ['number of distinct channels', 'average amount', 'latest order date'],
    ],
    [`SELECT round(avg(amount), 2) AS "客单价" FROM orders`, ['客单价'], ['average amount']],
    [
      `SELECT date_trunc('month', ordered_at) m, sum(amount) / count(*) FROM orders GROUP BY 1`,
      ['月份', '结果2'],
      ['month', 'result 2'],
    ],
    [`SELECT c.name, g.name FROM clients c, goods g`, ['客户名称', '产品名称'], ['client name', 'product name']],
    [`SELECT a.amount, b.amount FROM orders a, refunds b`, ['金额', '单笔退款'], ['amount', 'amount of the refund']],
    [`SELECT amount AS client_id, amount * 2 AS client_id FROM orders`, ['金额', '结果2'], ['amount', 'result 2']],
    [
      `SELECT count(*) AS orders FROM clients c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.client_id = c.id)`,
      ['客户数量'],
      ['number of clients'],
    ],
    [`SELECT count(*) AS n FROM (SELECT client_id FROM orders GROUP BY 1 HAVING count(*) > 3) t`, ['n'], ['n']],
    [`SELECT count(*) FROM (SELECT client_id FROM orders WHERE amount > 3) t`, ['订单数量'], ['number of orders']],
    [`SELECT x.s FROM (SELECT client_id, sum(amount) AS s FROM orders GROUP BY 1) x`, ['订单金额'], ['order amount']],
    [
      `SELECT sum(amount) * 2 AS revenue, sum(amount) / 2 AS units_sold FROM orders`,
      ['销售额', '销量'],
      ['revenue', 'units sold'],
    ],
    [
      `SELECT sum(amount) / 2 AS "销售额", sum(amount) * 3 AS refund_amount, sum(amount) / 7 AS improvement FROM orders`,
      ['销售额', '退款金额', '提升'],
      ['revenue', 'refund amount', 'improvement'],
    ],
    [`WITH t AS (SELECT name AS n FROM clients) SELECT n FROM t`, ['客户名称'], ['client name']],
  ])('are labelled in business words: %s', async (sql, zh, en) => {
    expect(await labels(sql, 'zh')).toEqual(zh);
    expect(await labels(sql, 'en')).toEqual(en);
  });

  it('have the roles, grains and formats that the compiler would give them', async () => {
    const facts = await statementFacts(
      `SELECT date_trunc('month', ordered_at) AS m, status, sum(amount), count(*), sum(amount) * 1.0 / count(*) AS share FROM orders GROUP BY 1, 2`,
      catalogue,
    );
    expect(describeOutputs(facts, SHOP, 'zh')).toEqual([
      { key: 'c1', label: '月份', role: 'time', grain: 'month', format: 'date' },
      { key: 'c2', label: '状态', role: 'dimension', format: 'text', valueLabels: { done: '已完成', dropped: '取消' } },
      { key: 'c3', label: '订单金额', role: 'measure', unit: '元', format: 'currency' },
      { key: 'c4', label: '订单数量', role: 'measure', format: 'integer' },
      { key: 'c5', label: '占比', role: 'share', format: 'percent' },
    ]);
  });

  it('distinguish dimensions from measures, and growth from shares', async () => {
    const facts = await statementFacts(
      `SELECT split_part(name, ' ', 1) AS family, to_char(min(ordered_at), 'Day') AS weekday, (sum(amount) - 10) / nullif(sum(amount), 0) AS growth_rate, sum(amount) / nullif(sum(amount), 0) AS rate FROM orders o JOIN clients c ON c.id = o.client_id GROUP BY 1`,
      catalogue,
    );
    expect(describeOutputs(facts, SHOP, 'en').map(({ label, role, format }) => [label, role, format])).toEqual([
      ['family', 'name', undefined],
      ['weekday', 'measure', 'number'],
      ['growth rate', 'measure', 'percent'],
      ['rate', 'share', 'percent'],
    ]);
    const kinds = await statementFacts(`SELECT upper(status) AS state, count(*) FROM orders GROUP BY 1`, catalogue);
    expect(describeOutputs(kinds, SHOP, 'en').map(({ label, role }) => [label, role])).toEqual([
      ['state', 'dimension'],
      ['number of orders', 'measure'],
    ]);
    expect(describeOutputs(kinds, SHOP, 'zh')[0]).toMatchObject({ label: '状态', role: 'dimension' });
  });

  it('never have a name of the database or code as a label', async () => {
    for (const alias of ['unit_price', 'client_id', 'drop table clients;', 'total unit_price', 'x'.repeat(80)]) {
      expect(await labels(`SELECT amount + 1 AS "${alias}" FROM orders`, 'en')).toEqual(['result 1']);
    }
  });
});

describe("The conditions of a language model's statement", () => {
  it.each([
    [
      `SELECT 1 FROM clients c JOIN orders o ON o.client_id = c.id WHERE c.kind = 'vip' AND o.ordered_at BETWEEN '2026-01-01' AND '2026-11-21'`,
      ['下单日期在2026-01-01至2026-11-21', '客户类型为贵宾'],
      ['order date from 2026-01-01 to 2026-11-21', 'client kind is VIP'],
    ],
    [
      `SELECT client_id FROM orders GROUP BY 1 HAVING max(ordered_at) < now() - interval '300 days'`,
      ['最晚下单日期早于300天前'],
      ['latest order date before 300 days ago'],
    ],
    [
      `SELECT name FROM clients ORDER BY name LIMIT 10`,
      ['按客户名称顺序取前10条'],
      ['at most the first 10 by client name'],
    ],
    [
      `SELECT ordered_at FROM orders ORDER BY ordered_at DESC LIMIT 10`,
      ['按下单日期从晚到早取前10条'],
      ['at most the first 10 by order date, latest first'],
    ],
    [
      `SELECT amount FROM orders ORDER BY amount DESC LIMIT 10`,
      ['按金额从高到低取前10条'],
      ['at most the first 10 by amount'],
    ],
    [
      `SELECT 1 FROM orders WHERE extract(year FROM ordered_at) = 2026 AND status <> 'dropped'`,
      ['下单日期在2026-01-01至2026-12-31', '状态不为取消'],
      ['order date from 2026-01-01 to 2026-12-31', 'status is not cancelled'],
    ],
    [
      `SELECT 1 FROM orders WHERE ordered_at >= current_date - 30`,
      ['下单日期自30天前起'],
      ['order date from 30 days ago on'],
    ],
    [
      `SELECT 1 FROM clients c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.client_id = c.id)`,
      ['没有订单'],
      ['without orders'],
    ],
    [`SELECT client_id FROM orders GROUP BY 1 HAVING count(*) > 5`, ['订单数量大于5'], ['number of orders is over 5']],
    [
      `SELECT 1 FROM goods WHERE price > (SELECT avg(price) FROM goods) AND name LIKE 'A%' AND launched_at IS NOT NULL`,
      ['上架日期不为空', '产品名称开头为“A”', '价格大于平均值'],
      ['launch date is known', 'product name starts with “A”', 'price is over the average'],
    ],
    [
      `SELECT 1 FROM goods WHERE price > 3 AND price * 2 > 4`,
      ['价格大于3', '另有1个条件'],
      ['price is over 3', '1 other condition'],
    ],
    [
      `SELECT count(*) FILTER (WHERE status = 'done') AS "完成数" FROM orders`,
      ['“完成数”只计状态为已完成的'],
      ['“完成数” counts only rows where status is completed'],
    ],
    [
      `SELECT count(*) FILTER (WHERE status = 'done') AS "一", count(*) FILTER (WHERE amount > 9) AS "二" FROM orders`,
      ['“一”只计状态为已完成的', '“二”只计金额大于9的'],
      ['“一” counts only rows where status is completed', '“二” counts only rows where amount is over 9'],
    ],
    [
      `SELECT 1 FROM clients c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.client_id = c.id AND o.ordered_at >= '2026-01-01')`,
      ['没有下单日期自2026-01-01起的订单'],
      ['without orders (order date from 2026-01-01 on)'],
    ],
    [
      `SELECT name FROM goods WHERE price > (SELECT avg(price) FROM goods WHERE category = 'toys')`,
      ['有1个条件'],
      ['1 condition'],
    ],
    [
      `SELECT a.name FROM clients a JOIN clients b ON b.city = a.city WHERE b.name = 'Ann'`,
      ['有1个条件'],
      ['1 condition'],
    ],
    [
      `SELECT 1 FROM orders WHERE ordered_at >= date_trunc('year', now()) - interval '1 year'`,
      ['下单日期自今年年初的1年前起'],
      ['order date from 1 year before the beginning of this year on'],
    ],
    [
      `SELECT name FROM clients WHERE city = '上海市' UNION ALL SELECT name FROM goods WHERE category = 'toys'`,
      ['城市为上海市或品类为玩具'],
      ['city is 上海市 or category is toys'],
    ],
    [
      `SELECT 1 FROM orders WHERE date_trunc('month', ordered_at) = date_trunc('month', now())`,
      ['下单日期在本月'],
      ['order date is this month'],
    ],
    [
      `SELECT 1 FROM orders WHERE date_trunc('week', ordered_at) = date_trunc('week', now() - interval '1 week')`,
      ['下单日期在上周'],
      ['order date is last week'],
    ],
    [
      `SELECT 1 FROM orders WHERE extract(year FROM ordered_at) = extract(year FROM now()) - 1`,
      ['下单日期在去年'],
      ['order date is last year'],
    ],
    [
      `SELECT 1 FROM orders WHERE extract(month FROM ordered_at) = 11 AND extract(dow FROM ordered_at) IN (0, 6)`,
      ['下单日期为星期日或星期六', '下单日期的月份为11'],
      ['order date is Sunday or Saturday', 'month of order date is 11'],
    ],
    [
      `SELECT 1 FROM orders WHERE extract(month FROM ordered_at) = extract(month FROM now())`,
      ['有1个条件'],
      ['1 condition'],
    ],
    [
      `SELECT 1 FROM clients WHERE lower(city) = 'york' AND length(name) > 4 AND coalesce(kind, 'none') = 'vip'`,
      ['客户类型为贵宾', '客户名称的字数大于4', '城市为york'],
      ['client kind is VIP', 'length of client name is over 4', 'city is york'],
    ],
    [
      `SELECT 1 FROM goods WHERE name LIKE 'a%b' AND category NOT LIKE '%x_' AND name ~ '^(a|b)+$'`,
      ['品类不形如“…x?”', '产品名称形如“a…b”', '另有1个条件'],
      ['category does not look like “…x?”', 'product name looks like “a…b”', '1 other condition'],
    ],
    [
      `SELECT 1 FROM goods WHERE name ~* '^air|fan'`,
      ['产品名称开头为“air”或包含“fan”'],
      ['product name starts with “air” or contains “fan”'],
    ],
    [
      `SELECT c.name FROM clients c LEFT JOIN orders o ON o.client_id = c.id AND o.status = 'done' WHERE o.id IS NULL AND c.kind = 'vip'`,
      ['客户类型为贵宾', '没有状态为已完成的订单'],
      ['client kind is VIP', 'without orders (status is completed)'],
    ],
    [
      `SELECT o.id FROM orders o JOIN clients c ON c.id = o.client_id WHERE c.joined_at > o.ordered_at`,
      ['注册日期晚于下单日期'],
      ['joining date after order date'],
    ],
    [
      `SELECT o.id FROM orders o JOIN clients c ON c.id = o.client_id WHERE c.joined_at > o.ordered_at - interval '7 days'`,
      ['有1个条件'],
      ['1 condition'],
    ],
    [
      `SELECT name FROM (SELECT name, row_number() OVER (PARTITION BY category ORDER BY price DESC) r FROM goods) t WHERE r <= 3`,
      ['每个品类取前3条'],
      ['at most the first 3 of each category'],
    ],
    [
      `SELECT avg(amount) FROM (SELECT amount FROM orders ORDER BY ordered_at DESC LIMIT 10) t`,
      ['只看下单日期最晚的10条'],
      ['only the 10 with the latest order date'],
    ],
    [
      `SELECT avg(price) FROM (SELECT price FROM goods ORDER BY price DESC LIMIT 10) t`,
      ['只看价格最高的10条'],
      ['only the 10 with the highest price'],
    ],
    [`SELECT 1 FROM orders`, [], []],
  ])('are described in business words: %s', async (sql, zh, en) => {
    expect(await conditions(sql, 'zh')).toEqual(zh);
    expect(await conditions(sql, 'en')).toEqual(en);
  });

  it('are counted instead of worded if they apply only inside a scalar subquery', async () => {
    expect(
      await conditions(`SELECT (SELECT count(*) FROM clients WHERE kind = 'key') AS a, count(*) FROM clients`, 'en'),
    ).toEqual(['1 condition']);
    expect(
      await conditions(`SELECT count(*) * 1.0 / (SELECT count(*) FROM clients) FROM clients WHERE kind = 'key'`, 'zh'),
    ).toHaveLength(1);
  });

  it('are described without SQL or names of the database, whatever the statement contains', async () => {
    const statements = [
      `SELECT 1 FROM orders WHERE lower(status) ~ '^d.*;' OR client_id = 3 OR amount * 2 > 5`,
      `SELECT 1 FROM lines WHERE unit_price > (SELECT max(unit_price) FROM lines WHERE quantity > 1)`,
      `SELECT x FROM orders LIMIT (SELECT 3)`,
    ];
    for (const sql of statements) {
      for (const text of await conditions(sql, 'en'))
        expect(text).not.toMatch(/select|unit_price|client_id|lower\(|;/i);
    }
  });
});
