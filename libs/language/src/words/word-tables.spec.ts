import { findComparators } from './find-comparators';
import { findFunctionWords, functionWordRole, isFunctionWord } from './find-function-words';
import { findNegations } from './find-negations';
import { findSuperlatives } from './find-superlatives';

describe('findComparators', () => {
  it.each([
    ['金额超过1000元', '超过 > 1000'],
    ['金额大于100', '大于 > 100'],
    ['不低于60分', '不低于 >= 60'],
    ['订单数不少于5', '不少于 >= 5'],
    ['至少有3家', '至少 >= 3'],
    ['最多3家', '最多 <= 3'],
    ['最多有3个订单', '最多有 <= 3'],
    ['最多的3家', ''],
    ['最多买过3张', '最多 <= 3'],
    ['最多买3张', ''],
    ['卖得最多', ''],
    ['至多有3家', '至多 <= 3'],
    ['不超过10', '不超过 <= 10'],
    ['没有超过10', '没有超过 <= 10'],
    ['有超过10名', '有超过 > 10'],
    ['拥有超过10名', '超过 > 10'],
    ['不到20', '不到 < 20'],
    ['18岁以下', '以下 <= 18'],
    ['18岁及以上', '及以上 >= 18'],
    ['一百万以上的合同', '以上 >= 1000000'],
    ['100多个', '多 > 100'],
    ['价格等于10', '等于 = 10'],
    ['价格不等于10', '不等于 != 10'],
    ['高于平均', '高于 > ?'],
    ['在10到20之间', '在10到20之间 between 10..20'],
    ['10-20元', '10-20元 between 10..20'],
    ['介于10和20之间', '介于10和20之间 between 10..20'],
    ['more than 3 orders', 'more than > 3'],
    ['over 100', 'over > 100'],
    ['over the years', ''],
    ['at least two', 'at least >= 2'],
    ['no more than 5', 'no more than <= 5'],
    ['not more than five', 'not more than <= 5'],
    ['less than or equal to 5', 'less than or equal to <= 5'],
    ['under 100 dollars', 'under < 100'],
    ['up to 10', 'up to <= 10'],
    ['5 or more', 'or more >= 5'],
    ['5 or fewer', 'or fewer <= 5'],
    ['exactly 1', 'exactly = 1'],
    ['older than 18', 'older than > 18'],
    ['more than once', 'more than > 1'],
    ['above average', 'above > ?'],
    ['between 10 and 20 dollars', 'between 10 and 20 dollars between 10..20'],
    ['between 20 and 10', 'between 20 and 10 between 10..20'],
    ['price >= 10', '>= >= 10'],
    ['price<>10', '<> != 10'],
    ['≥10', '≥ >= 10'],
    ['名为"罗超"的', ''],
    ['in the past 90 days', ''],
    ['aged 18 to 25', '18 to 25 between 18..25'],
    ['overall moreover', ''],
  ])('%s → %s', (text, expected) => {
    const found = findComparators(text).map((one) => {
      const value = one.numbers ? one.numbers.map(({ value: end }) => end).join('..') : (one.number?.value ?? '?');
      return `${one.text} ${one.operator} ${value}`;
    });
    expect(found.join(' + ')).toBe(expected);
  });
});

describe('findNegations', () => {
  it.each([
    ['不是会员的用户', '不是:not'],
    ['没有订单的客户', '没有:none'],
    ['未参加培训', '未:none'],
    ['没下过单', '没:none'],
    ['除北京以外的销售额', '除:except 以外:except'],
    ['除北京和上海外的客户', '除:except 外:except'],
    ['除了退款', '除了:except'],
    ['不包括退款', '不包括:except'],
    ['非会员', '非:not'],
    ['non-vegan', 'non:not'],
    ['not in Alaska', 'not in:not'],
    ["who don't play", "don't:not"],
    ['placed no order', 'no:none'],
    ['without any concert', 'without any:none'],
    ['other than red', 'other than:except'],
    ['excluding tax', 'excluding:except'],
    ['never flown', 'never:none'],
    ['非常好', ''],
    ['非洲', ''],
    ['是不是会员', ''],
    ['有没有订单', ''],
    ['删除', ''],
    ['性别和级别', ''],
    ['不同的城市', ''],
    ['不超过10', ''],
    ['无锡', ''],
    ['未来7天', ''],
    ['零售', ''],
    ['国外', ''],
    ['no more than 5', ''],
    ['race no. 5', ''],
    ['number of notes in the north', ''],
    ['named "No"', ''],
  ])('%s → %s', (text, expected) => {
    expect(
      findNegations(text)
        .map(({ text: found, kind }) => `${found}:${kind}`)
        .join(' '),
    ).toBe(expected);
  });
});

describe('findSuperlatives', () => {
  it.each([
    ['评分最高的10个景区', '最高的10个:desc high 10'],
    ['销量最低的十个商品', '最低的十个:asc low 10'],
    ['销售额前5名的客户', '前5名:desc 5'],
    ['后10名客户', '后10名:asc 10'],
    ['倒数3名', '倒数3名:asc 3'],
    ['库存最多的前五个商品', '最多的前五个:desc many 5'],
    ['最低的前3个城市', '最低的前3个:asc low 3'],
    ['最高的后3个城市', '最高:desc high + 后3个:asc 3'],
    ['排名前十', '排名前十:desc 10'],
    ['工资第二高的员工', '第二高:desc high rank 2'],
    ['最新的订单', '最新:desc new'],
    ['最早的订单', '最早:asc early'],
    ['最便宜的商品', '最便宜:asc cheap'],
    ['离西湖最近的景点', '最近:asc near'],
    ['最近的订单', ''],
    ['最近7天', ''],
    ['按年龄从大到小列出', '从大到小:desc'],
    ['按销售额降序排列', '降序排列:desc'],
    ['升序', '升序:asc'],
    ['销售额第一的产品', '第一:desc rank 1'],
    ['第一名是谁', '第一名:desc rank 1'],
    ['成绩排名第二的学生', '排名第二:desc rank 2'],
    ['倒数第一', '倒数第一:asc rank 1'],
    ['第一中学', ''],
    ['最多3家', ''],
    ['最后10名', '最后10名:asc 10'],
    ['最后10个订单', '最后10个:desc new 10'],
    ['top 5 products', 'top 5:desc 5'],
    ['bottom 10 products', 'bottom 10:asc 10'],
    ['the 3 youngest winners', '3 youngest:asc young 3'],
    ['three lowest salaries', 'three lowest:asc low 3'],
    ['cheapest 5 hotels', 'cheapest 5:asc cheap 5'],
    ['second highest salary', 'second highest:desc high rank 2'],
    ['the 7th highest', '7th highest:desc high rank 7'],
    ['last 10 orders', 'last 10:desc new 10'],
    ['last 30 days', ''],
    ['first name', ''],
    ['most of the customers', ''],
    ['at most 5', ''],
    ['schools that improved most', 'most:desc many'],
    ['most expensive product', 'most expensive:desc expensive'],
    ['least expensive', 'least expensive:asc cheap'],
    ['from the oldest to the youngest', 'from the oldest to the youngest:desc'],
    ['sorted by age descending', 'sorted by:desc + descending:desc'],
    ['in ascending order', 'in ascending order:asc'],
  ])('%s → %s', (text, expected) => {
    const found = findSuperlatives(text).map(({ text: words, direction, adjective, limit, rank }) =>
      [`${words}:${direction}`, adjective, limit, rank === undefined ? undefined : `rank ${rank}`]
        .filter((part) => part !== undefined)
        .join(' '),
    );
    expect(found.join(' + ')).toBe(expected);
  });
});

describe('function words', () => {
  it('finds the longest function words with their roles', () => {
    const roles = (text: string): string =>
      findFunctionWords(text)
        .map(({ text: found, role }) => `${found}:${role}`)
        .join(' ');
    expect(roles('请帮我看看基础设施的情况')).toBe(
      '请:politeness 帮我:politeness 看看:request 的:particle 情况:question',
    );
    expect(roles('could you please show me the list')).toBe(
      'could you:politeness please:politeness show me:request the:particle list:request',
    );
  });

  it.each(['帮我', '请', '的', '查询', '哪些', '和'])('%s carries no content', (word) => {
    expect(isFunctionWord(word, 'zh')).toBe(true);
  });

  it.each(['或', '订单', '不', '最高', '没有'])('%s may not be ignored', (word) => {
    expect(isFunctionWord(word, 'zh')).toBe(false);
  });

  it('knows the role of "or" and does not ignore it', () => {
    expect(functionWordRole('or', 'en')).toBe('disjunction');
    expect(isFunctionWord('or', 'en')).toBe(false);
    expect(isFunctionWord('The', 'en')).toBe(true);
  });
});
