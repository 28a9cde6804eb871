import { SHOP, SIGHTS } from '@querent/model/fixture';
import { isContinuation } from './continuation';

describe('a turn after a question that a language model answered', () => {
  it.each([
    '那去年呢',
    '只看上海的',
    '按月拆开',
    '不对，我要的是2025年的',
    '那华东呢',
    '换成按类目分',
    '其中手机有多少',
    'and last year?',
    'what about Shanghai',
    'only the VIP ones',
    'break it down by month',
    'no, I meant last year',
    'sorted by revenue',
    'the same for phones',
    'per region',
  ])('“%s” continues the previous question', (turn) => {
    expect(isContinuation(turn, SHOP)).toBe(true);
  });

  it.each([
    '各地区的销售额',
    '有多少客户',
    '最近下单的10个客户是谁',
    '上个月的订单有多少',
    '那么今年有多少客户下过单',
    '订单总额',
    'how many customers are there',
    'revenue by region last year',
    'list the customers from Shanghai',
    'and how many orders were placed in March?',
    'which product sold best',
    'customers who complained about late deliveries',
    'customers in Shanghai who bought something last year and have complained more than once since',
  ])('“%s” is a question by itself', (turn) => {
    expect(isContinuation(turn, SHOP)).toBe(false);
  });

  it.each([
    ['评分最高的10个景区', false],
    ['那附近的呢', true],
    ['浙江的呢', true],
  ])('over a model of sights, “%s” continues the previous question: %s', (turn, isTurn) => {
    expect(isContinuation(turn, SIGHTS)).toBe(isTurn);
  });
});
