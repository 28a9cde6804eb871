import { askedTopic } from './asked-topic';

describe("the topic of a question in the asker's own words", () => {
  it.each([
    ['查询大客户数量', '大客户数量'],
    ['帮我查一下沉睡客户的销售额', '沉睡客户的销售额'],
    ['请帮我看看大客户有哪些', '大客户'],
    ['统计各渠道的投诉数', '各渠道的投诉数'],
    ['我想知道流失客户的占比是多少', '流失客户的占比'],
    ['列出所有寄宿学校', '所有寄宿学校'],
    ['请问，有哪些网红景区', '网红景区'],
    ['麻烦给我列一下爆款产品', '爆款产品'],
    ['大客户有多少呢', '大客户'],
    ['统计局的订单数', '统计局的订单数'],
    ['查询次数最多的客户', '查询次数最多的客户'],
    ['显示器的销量', '显示器的销量'],
    ['分析师人数', '分析师人数'],
    ['列车数量', '列车数量'],
    ['看板有多少', '看板'],
    ['哪些客户流失了', '哪些客户流失了'],
    ['查询', '查询'],
  ])('omits request phrases in Chinese: %s', (question, topic) => {
    expect(askedTopic(question, 'zh')).toBe(topic);
  });

  it.each([
    ['Please show me the revenue of churned customers', 'revenue of churned customers'],
    ['what is the average basket of key accounts', 'average basket of key accounts'],
    ['Could you list all boarding schools, please', 'boarding schools'],
    ['list churned customers', 'churned customers'],
    ['list price of gadgets', 'list price of gadgets'],
    ['return rate by category', 'return rate by category'],
    ['show rooms by city', 'show rooms by city'],
    ['what sells best', 'what sells best'],
    ['how many key accounts do we have', 'how many key accounts do we have'],
    ['Tell me which customers churned', 'which customers churned'],
    ['count the complaints by channel', 'complaints by channel'],
    ['display panels sold', 'display panels sold'],
  ])('omits request phrases in English: %s', (question, topic) => {
    expect(askedTopic(question, 'en')).toBe(topic);
  });

  it('is shortened if it is too long', () => {
    expect(askedTopic('foo '.repeat(499), 'en')).toMatch(/^foo (foo )+.{0,3}…$/);
  });
});
