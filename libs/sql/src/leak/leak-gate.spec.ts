import { errorTable } from '@querent/contracts';
import { ERROR_CLASSES } from '../errors/error-classes';
import { genericTexts, type TextKind } from './generic-texts';
import { leakGate, type GateContext, type LeakReason } from './leak-gate';
import type { PhysicalNames } from './physical-names';

const names: PhysicalNames = {
  names: [
    { name: 'ods_v2', label: null },
    { name: 't_ord_hdr_x1', label: { zh: '订单', en: 'order' } },
    { name: 'ord_amt_9', label: { zh: '订单金额', en: 'order amount' } },
    { name: 'hdr', label: { zh: '抬头', en: 'heading' } },
    { name: '客户_编号2', label: { zh: '客户编号', en: 'customer number' } },
    { name: '客户', label: { zh: '客户', en: 'customer' } },
    { name: '毛利', label: { zh: '利润', en: 'profit' } },
    { name: 'orderTotal', label: { en: 'total of the order' } },
    { name: 'status', label: { zh: '状态', en: 'state' } },
    { name: 'name', label: { zh: '名称', en: 'school name' } },
    { name: 'level', label: { zh: '等级', en: 'level' } },
    { name: 'orders', label: { zh: '订单', en: 'order' } },
    { name: 'co2', label: { zh: '二氧化碳', en: 'CO2 emissions' } },
    { name: 'id_card', label: null },
    { name: 'salary', label: null },
    { name: 'order-items', label: { zh: '明细', en: 'item' } },
  ],
  vocabulary: [
    '订单',
    'order',
    '订单金额',
    'order amount',
    '抬头',
    'heading',
    '客户编号',
    'customer number',
    '客户',
    'customer',
    '利润',
    'profit',
    '状态',
    'state',
    '名称',
    'school name',
    '等级',
    'level',
    'total of the order',
    'CO2 emissions',
    '明细',
    'item',
  ],
};
const gate = leakGate(names);
const stops: [TextKind, LeakReason][] = [];
const context = (over: Partial<GateContext> = {}): GateContext => ({
  locale: 'zh',
  stopped: (...stop) => stops.push(stop),
  ...over,
});
const text = (value: string, over: Partial<GateContext> = {}): string => gate.text(value, 'answer', context(over));

describe('the gate', () => {
  it.each([
    ['按t_ord_hdr_x1统计', '按订单统计', '按order统计'],
    ['Sum of ORD_AMT_9 by hdr', 'Sum of 订单金额 by 抬头', 'Sum of order amount by heading'],
    ['各客户_编号2的数量', '各客户编号的数量', '各customer number的数量'],
    ['the order-items of ordertotal', 'the 明细 of total of the order', 'the item of total of the order'],
    ['最大的毛利与字段"毛利"', '最大的毛利与字段"利润"', '最大的毛利与字段"profit"'],
    [
      'the column status, the `status` and t1.status',
      'the column 状态, the `状态` and t1.状态',
      'the column state, the `state` and t1.state',
    ],
    ['sum_t_ord_hdr_x1_ord_amt_9', '订单', 'order'],
    [
      'the total sum_客户_编号2 by "客户_编号2_pkey"',
      'the total sum_客户编号 by "客户编号_pkey"',
      'the total sum_customer number by "customer number_pkey"',
    ],
  ])('replaces names in %s by labels', (value, zh, en) => {
    expect([text(value), text(value, { locale: 'en' })]).toEqual([zh, en]);
  });

  it.each(['最近的 id_card 有三个', 'The column salary is hidden', 'salary.id_card', 'ods_v2.status'])(
    'replaces texts with unlabelled names: %s',
    (value) => {
      expect([text(value), text(value, { locale: 'en' })]).toEqual(['结果如下。', 'Here is the result.']);
    },
  );

  it.each([
    'A list of orders by name and level, with their status',
    '各等级的学校名称',
    'Which "level" do you mean?',
    '客户的毛利，按状态',
    'a high salary and CO2',
    'Level A, name B.',
    'Select one from the list',
    'Please select a year, month or day from those below',
    'orders grouped by month and ordered by date',
    'customers with the most orders and on average $12.50 each',
    'in that case when it rains',
    'between $10 and $20, or less than $5',
    'Join us on Monday',
    'where the rating is over 4',
    'the total (in $1 million)',
    '42,703 orders',
    '42703 orders',
    '错误的订单有 3 个',
    '提示：可以缩小范围',
    '第 3 行是北京',
    '西湖或附近的酒店',
    '状态为“完成”的订单不存在',
    '没有状态为“x”的订单',
    'There is no table tennis on that day',
    'an order table: see the website',
    'Time: 12:30, ratio 3:5432, 2.5:1',
    'e.g. the level, i.e. the grade',
    '列表客户',
    '代表客户',
    '无法识别这个问题',
    'Trains that connect Europe',
    'The operator you asked for does not exist',
    'The operator “China Mobile” is ambiguous',
    'There is an entry for each customer',
    'an item is of type A but new',
    'No procedure of that kind was done',
    '违反合同约束的订单',
    '报表“月报”不存在',
    '由于用户请求增多',
    '目标未实现的客户',
    'the price is over $1',
    'The calculation divided by zero: some groups have nothing to divide by.',
    '计算中出现了除以零',
    'duplicate orders and unique customers',
    'update of the prices set in May',
    'the best of the group by far',
    'The union of all shops',
    'Not null points',
  ])('passes a harmless text: %s', (value) => {
    expect([text(value), text(value, { locale: 'en' })]).toEqual([value, value]);
  });

  it('passes every text of the product', () => {
    const texts = [
      ...Object.values(errorTable).flatMap(({ title, detail, actions }) =>
        [title, detail].flatMap(({ zh, en }) => [zh, en]).concat(actions.zh, actions.en),
      ),
      ...Object.values(ERROR_CLASSES).flatMap(({ text: { zh, en } }) => [zh, en]),
      ...Object.values(genericTexts).flatMap(({ zh, en }) => [zh, en]),
    ];
    expect(texts.filter((value) => text(value) !== value)).toEqual([]);
  });

  it.each([
    'relation "a" does not exist',
    'column a.b does not exist',
    'column "x" of relation "y" does not exist',
    'ERROR:  syntax error at or near "FROM"',
    'syntax error at end of input',
    'permission denied for table x',
    'canceling statement due to statement timeout',
    'insert or update on table "x" violates foreign key constraint "y"',
    'duplicate key value violates unique constraint "a_pkey"',
    'the result is a duplicate\nkey of a value',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'getaddrinfo ENOTFOUND db.internal',
    '42P01',
    'error 42703',
    '42703: no such thing',
    'see pg_stat_activity',
    'HINT:  Perhaps you meant',
    'LINE 1: x',
    'DETAIL: Key (a)=(b)',
    'column "a.b" must appear in the GROUP BY clause',
    'operator does not exist: text = integer',
    'function sum(character varying) does not exist',
    'invalid input syntax for type integer: "x"',
    'division by zero',
    'could not resize shared memory segment',
    'remaining connection slots are reserved',
    'password authentication failed for user "u"',
    'database "d" does not exist',
    'role "r" does not exist',
    'column reference "id" is ambiguous',
    'missing FROM-clause entry for table "t0"',
    'Connection terminated unexpectedly',
    'cannot execute INSERT in a read-only transaction',
    'postgres://u:p@db:5432/x',
    'at db.example.com:6432',
    'TypeError: x is undefined\n    at f (/a/b.js:1:2)',
    'numeric field overflow',
    'value too long for type character varying(3)',
    'out of shared memory',
    'invalid reference to FROM-clause entry for table "x"',
    '错误:  关系 "x" 不存在',
    '关系 "x" 不存在',
    '字段 "x" 不存在',
    '字段 t0.客户_x 不存在',
    '列“x”不存在',
    '语法错误 在 "FROM" 或附近的',
    '语法错误在输入的末尾',
    '对表 x 权限不够',
    '由于语句执行超时，正在取消查询命令',
    '重复键违反唯一约束"x"',
    '在字段 "x" 中空值违反了非空约束',
    '字段关联 "x" 是不明确的',
    '字段 "x.y" 必须出现在 GROUP BY 子句中或者在聚合函数中使用',
    '操作符不存在: text = integer',
    '无效的类型 integer 输入语法: "x"',
    '内存用尽',
    '用户 "x" Password 认证失败',
    '函数 sum(text) 不存在',
    '缺少 FROM 子句的项',
    '数据库 "x" 不存在',
    '第1行SELECT a',
    '对于可变字符类型来说，值太长了(3)',
    '表名 "x" 指定多次',
    '无法打开关系 16385',
  ])('stops a driver phrase: %s', (value) => {
    expect(text(value)).toBe('结果如下。');
  });

  it.each([
    'SELECT a FROM b',
    'select a, b from c',
    'select count(*) from x',
    'SELECT DISTINCT x',
    'with x as (select 1)',
    'JOIN b ON a.x = b.x',
    'left join b',
    'GROUP BY a',
    'order by t0.x',
    'a::text',
    'x = ANY($1)',
    't0.a = $1',
    '"a"."b"',
    't0."b"',
    'CASE WHEN a THEN b END',
    'case when a > 1 then 2 else 3 end',
    'information_schema.tables',
    '```sql\nx\n```',
    'WHERE x = 1',
    "where a_b in ('x')",
    'count(*)',
    'SUM(x)',
    "date_trunc('month', x)",
    'x IS NOT NULL',
    'INSERT INTO x',
    'drop table x',
    'LIMIT 10',
    'union all',
    "DATE '2024-01-01'",
    'ST_DWithin(a, b)',
    '用 SELECT 名称 FROM 学校 查询',
    'NULLS LAST',
    'a ILIKE b',
    'round(avg(x), 2)::numeric',
  ])('stops SQL: %s', (value) => {
    expect(text(value)).toBe('结果如下。');
  });

  it('allows quotes of texts that the reader already has, and only those', () => {
    const known = (): string[] => ['show T_ORD_HDR_X1 where relation "a" does not exist'];
    expect(text('No t_ord_hdr_x1 is known, as relation "a" does not exist', { known })).toBe(
      'No t_ord_hdr_x1 is known, as relation "a" does not exist',
    );
    expect(text('t_ord_hdr_x1 and 客户_编号2', { known })).toBe('t_ord_hdr_x1 and 客户编号');
  });

  it('gates every text of a view except data, drops empty results, and reports stopped texts', () => {
    const view = {
      id: 'x',
      rows: [['t_ord_hdr_x1', 'select a from b']],
      answer: { text: 'ok', suggestions: ['id_card?', '按客户统计'] },
      later: { deep: ['hdr', 1, null] },
      columns: [{ label: 'hdr' }],
    };
    stops.length = 0;
    const gated = gate.json(
      view,
      { rows: 'untouched', answer: { text: 'answer', suggestions: 'suggestion' }, columns: { label: 'label' } },
      context(),
    );
    expect(gated).toEqual({
      ...view,
      answer: { text: 'ok', suggestions: ['按客户统计'] },
      later: { deep: ['抬头', 1, null] },
      columns: [{ label: '抬头' }],
    });
    expect(stops).toEqual([
      ['suggestion', 'name'],
      ['text', 'name'],
      ['label', 'name'],
    ]);
    const fine = { answer: { text: 'ok' } };
    expect(gate.json(fine, {}, context())).toBe(fine);
  });

  it('finds the one name among 10,000', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      name: i % 2 === 0 ? `t_tab${i}_col_${i % 97}` : `客户_表${i}`,
      label: { zh: `标签${i}` },
    }));
    const big = leakGate({ names: many, vocabulary: [] });
    expect(big.text('华东地区第 3 季度的销售额为 12,345.67 元', 'answer', { locale: 'zh' })).toBe(
      '华东地区第 3 季度的销售额为 12,345.67 元',
    );
    expect(big.text('请看客户_表9991与 T_TAB9990_col_96', 'answer', { locale: 'zh' })).toBe('请看标签9991与 标签9990');
  });
});
