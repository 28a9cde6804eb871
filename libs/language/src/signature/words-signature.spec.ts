import { wordsSignature } from './words-signature';

const today = '2026-11-21';
const signature = (question: string, day = today): string | null => wordsSignature(question, { today: day });

it.each([
  ['Sales in the last 7 days', 'Sales in the last seven days'],
  ['orders on 2024-03-01', 'Orders on March 1, 2024?'],
  ['金额超过1000元的订单', '金额超过一千元的订单'],
  ['金额超过1万元的订单', '金额超过10000元的订单'],
  ['最近7天的订单数', '最近７天的订单数？'],
  ['退货率 去年', '退货率 2025年'],
  ['churn in last year', 'churn in 2025'],
  ['平均工資', '平均工资'],
  ['discount of 5%', 'a discount of 5 percent'],
  ['average margin by city', 'Hi, can you give me the average margin by city? Thanks'],
  ['unpaid invoices', 'find unpaid invoices please'],
  ['未付款的发票', '麻烦列出未付款的发票'],
  ['How many suppliers do we have?', 'Could you tell me how many suppliers we have?'],
  ['suppliers with at least 5 parts', 'suppliers with 5 or more parts'],
  ['parts below 100 dollars', 'parts under 100 dollars'],
  ['去年的退货率', '去年退货率'],
  ['最便宜的零件', '价格最低的零件'],
  ['SHOW MARGIN BY CITY', 'Show margin by city'],
  ['The margin of the shops', 'margin of shops'],
  ['零件有哪些呢', '零件有哪些'],
  ['各店有多少台机器', '各店有多少个机器'],
])('%s has the signature of %s', (a, b) => {
  expect(signature(a)).not.toBeNull();
  expect(signature(a)).toBe(signature(b));
});

it.each([
  ['margin over 5', 'margin over 6'],
  ['margin over 5万', 'margin over 5千'],
  ['parts within 5 km', 'parts within 5 m'],
  ['revenue over 5M', 'revenue over 5m'],
  ['people taller than 100', 'people heavier than 100'],
  ['parts with labels', 'parts without labels'],
  ['flights from Oslo to Rome', 'flights from Rome to Oslo'],
  ['rooms from 10 to 20', 'rooms from 20 to 10'],
  ['red and blue parts', 'red or blue parts'],
  ['the most common part', 'the most part'],
  ['the tallest tower', 'the longest tower'],
  ['return rate by month', 'rate by month'],
  ['list price of parts', 'price of parts'],
  ['查询次数', '次数'],
  ['请假的员工', '假的员工'],
  ['可以退货的零件', '退货的零件'],
  ['公司的客户', '公司客户'],
  ['what do customers buy', 'what customers buy'],
  ['grade a in math', 'grade in math'],
  ['tickets of IT', 'tickets of it'],
  ['films called “Rome”', 'films called “rome”'],
  ['the cheapest part', 'the cheapest parts'],
  ['the average score over 3 games', 'the average score above 3 games'],
  ['parts above -5 degrees', 'parts above 5 degrees'],
  ['sales at 10 am', 'sales at 10 pm'],
  ['fiscal year 2023', 'calendar year 2023'],
  ['due 03/04/2025', 'due 2025-03-04'],
  ['各区的酒吧', '各区的酒'],
  ['花呢', '花'],
  ['最贵的零件是什么', '最贵的零件是多少'],
  ['Hello Kitty margin', 'Kitty margin'],
  ['你好李焕英的票房', '李焕英的票房'],
  ['albums of The Band', 'albums of Band'],
  ['各店有多少名', '各店有多少台'],
  ['需要了解零件的客户', '零件的客户'],
])('%s has another signature than %s', (a, b) => {
  expect(signature(a)).not.toBe(signature(b));
});

it('compares relative times by their dates', () => {
  expect(signature('churn last year', '2026-12-31')).not.toBe(signature('churn last year', '2027-01-01'));
  expect(signature('churn in 2025', '2026-12-31')).toBe(signature('churn in 2025', '2027-01-01'));
});

it('gives no signature if folding would change a value or nothing is asked', () => {
  expect([signature('more than 10⁵ parts'), signature('?!')]).toEqual([null, null]);
});

it('compares names by their canonical form', () => {
  const named = (text: string) =>
    ['clients', 'customers'].flatMap((word) =>
      text.includes(word)
        ? [{ start: text.indexOf(word), end: text.indexOf(word) + word.length, id: 'thing:customers' }]
        : [],
    );
  expect(wordsSignature('churn of clients', { today, named })).toBe(
    wordsSignature('churn of customers', { today, named }),
  );
  expect(wordsSignature('churn of agents', { today, named })).not.toBe(
    wordsSignature('churn of customers', { today, named }),
  );
});
