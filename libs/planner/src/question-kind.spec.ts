import { SHOP, SIGHTS } from '@querent/model/fixture';
import { questionKind } from './question-kind';

describe('questionKind', () => {
  it.each([
    // The four cases of the strategies' worked examples.
    ['查询浙江省的5A景区', 'query', 'coverage'],
    ['查询杭州西湖附近的景区', 'spatial', 'spatial'],
    ['浙江省有多少个5A景区', 'summary', 'summary'],
    ['查询评分高的景区', 'query', 'detail'],
    ['统计浙江省5A景区有多少个', 'summary', 'summary'],
    ['查询杭州西湖附近5公里的景区', 'spatial', 'spatial'],
    ['雷峰塔周边有几家温泉酒店', 'spatial', 'summary'],
    ['适合亲子游的景区的门票', 'query', 'detail'],
    ['推荐几个适合老人的地方', 'query', 'detail'],
    ['距离外滩3公里以内的景点', 'spatial', 'spatial'],
    ['有夜游项目的景区', 'query', 'coverage'],
    ['最好玩的水上乐园', 'query', 'detail'],
    ['网红景点的占比', 'summary', 'summary'],
    ['Which 5A spots have a cable car?', 'query', 'coverage'],
    ['attractions near West Lake with a cable car', 'spatial', 'spatial'],
    ['How many spots allow dogs?', 'summary', 'summary'],
    ['the best rated spots for children', 'query', 'detail'],
    ['spots within 10 km of the Bund that allow dogs', 'spatial', 'spatial'],
    ['average ticket of spots that allow dogs', 'summary', 'summary'],
    ['Give me an introduction of the spots with caves', 'query', 'detail'],
  ])('“%s” has type %s and strategy %s', (question, type, strategy) => {
    expect(questionKind(question, SIGHTS)).toMatchObject({ type, strategy });
  });

  it.each([
    ['流失客户的销售额', 'metric', 'summary'],
    ['revenue of churned clients', 'metric', 'summary'],
    ['沉睡客户有哪些', 'query', 'coverage'],
    ['how much did dormant clients spend', 'metric', 'summary'],
    ['orders within 7 days of a refund by dormant clients', 'query', 'coverage'],
    ['最贵的爆款产品', 'query', 'detail'],
    // Nothing in the model of a shop has a location.
    ['仓库附近的客户', 'spatial', 'coverage'],
  ])('“%s” over a shop has type %s and strategy %s', (question, type, strategy) => {
    expect(questionKind(question, SHOP)).toMatchObject({ type, strategy });
  });

  it('the keywords are spelled as the asker wrote them', () => {
    expect(questionKind('How MANY Spots near West Lake allow dogs', SIGHTS).keywords).toEqual(['How MANY', 'near']);
    expect(questionKind('查询评分高的景区', SIGHTS).keywords).toEqual(['评分']);
    expect(questionKind('流失客户的销售额', SHOP).keywords).toEqual(['销售额']);
  });

  it('without deciding words, the keywords are the words for the subject', () => {
    expect(questionKind('有夜游项目的景区', SIGHTS).keywords).toEqual(['景区']);
  });
});
