import type { Filter, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { type SemanticModel } from '@querent/model';
import { SHOP } from '@querent/model/fixture';
import { BIKES } from '../../fixture/bikes';
import { shapeOf } from '../../fixture/shape-of';
import { TOOL_HIRE } from '../../fixture/tool-hire';
import { planQuestion } from '../../plan-question';

const plan = (model: SemanticModel, question: string, defaults: Filter[] = []): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
    defaults,
  });
const shape = (model: SemanticModel, question: string): string => shapeOf(plan(model, question));

const ABOVE = 'riders | where riders with count(rides)>avg';
const THAN_ANN = 'riders | where riders with count(rides)>max of [riders.name=Ann Lee]';

describe('a figure of each thing compared with others', () => {
  it.each([
    ['which riders took more rides than the average rider', ABOVE],
    ['riders with more rides than average', ABOVE],
    ['riders with an above-average number of rides', ABOVE],
    ['riders whose number of rides is above average', ABOVE],
    ['riders with fewer rides than the average rider', 'riders | where riders with count(rides)<avg'],
    ['riders whose total fare is above the average of all riders', 'riders | where riders with sum(fare)>avg'],
    ['riders with more than twice the average number of rides', 'riders | where riders with count(rides)>2 times avg'],
    ['riders with at least half the average number of rides', 'riders | where riders with count(rides)>=0.5 times avg'],
    [
      'gold riders with more rides than the average rider',
      'riders | where riders.level=gold, riders with count(rides)>avg',
    ],
    [
      'riders with more rides than the average gold rider',
      'riders | where riders with count(rides)>avg of [riders.level=gold]',
    ],
    [
      'how many riders took more rides than the average rider',
      'riders | count(riders) | where riders with count(rides)>avg',
    ],
    [
      'which riders have more rides than average in 2025',
      'riders | where riders with count(rides)[started_at in 2025-01-01..2026-01-01]>avg',
    ],
    ['average fare of riders with more rides than average', 'rides | avg(fare) | where riders with count(rides)>avg'],
    ['骑行数高于平均水平的骑手', ABOVE],
    ['骑行数比平均骑手多的骑手', ABOVE],
    ['骑行数超过平均骑行数的骑手', ABOVE],
    ['骑行数低于平均值的骑手', 'riders | where riders with count(rides)<avg'],
    ['骑行数超过平均值两倍的骑手', 'riders | where riders with count(rides)>2 times avg'],
    ['骑行数高于金卡骑手平均值的骑手', 'riders | where riders with count(rides)>avg of [riders.level=gold]'],
    ['营收超过各站点平均值的站点', 'stations | where stations with takings>avg'],
    ['骑行比平均骑手多的骑手有多少个', 'riders | count(riders) | where riders with count(rides)>avg'],
    ['去年骑行数高于平均的骑手', 'riders | where riders with count(rides)[started_at in 2025-01-01..2026-01-01]>avg'],
  ])('“%s” compares with the average', (question, expected) => {
    expect(shape(BIKES, question)).toBe(expected);
  });

  it.each([
    ['who took more rides than Ann Lee', THAN_ANN],
    ['riders with more rides than Ann Lee', THAN_ANN],
    [
      'riders that have fewer rides than Bo Chan does',
      'riders | where riders with count(rides)<min of [riders.name=Bo Chan]',
    ],
    [
      'which station has fewer rides than the Harbour station',
      'stations | where stations with count(rides)<min of [stations.name=Harbour]',
    ],
    [
      'stations with higher takings than the Harbour station',
      'stations | where stations with takings>max of [stations.name=Harbour]',
    ],
    [
      'riders whose average fare is higher than that of Ann Lee',
      'riders | where riders with avg(fare)>max of [riders.name=Ann Lee]',
    ],
    ['比Ann Lee骑行还多的骑手', THAN_ANN],
    ['骑行比Ann Lee多的骑手', THAN_ANN],
    ['谁的骑行数比Ann Lee多', THAN_ANN],
    ['哪个站点的骑行比Harbour站点少', 'stations | where stations with count(rides)<min of [stations.name=Harbour]'],
  ])('“%s” compares with a named thing', (question, expected) => {
    expect(shape(BIKES, question)).toBe(expected);
  });

  it.each([
    [
      'builders who hired more tools than the average builder',
      'builders | where builders with count_distinct(tool_id)>avg',
    ],
    ['builders with more hires than Finn', 'builders | where builders with count(hires)>max of [builders.name=Finn]'],
    ['租单比Finn多的工匠', 'builders | where builders with count(hires)>max of [builders.name=Finn]'],
  ])('“%s” compares the number of events', (question, expected) => {
    expect(shape(TOOL_HIRE, question)).toBe(expected);
  });

  it('the default conditions of an agent restrict both sides of a comparison', () => {
    const gold: Filter = { kind: 'compare', column: { table: 'riders', column: 'level' }, op: '=', value: 'gold' };
    expect(shapeOf(plan(BIKES, 'riders with more rides than Ann Lee', [gold]))).toBe(
      'riders | where riders with count(rides)[riders.level=gold]>max of [riders.name=Ann Lee, riders.level=gold], riders.level=gold',
    );
  });

  it('a comparison with other things, with several, or with unknown ones is not read', () => {
    for (const question of [
      'riders with more rides than Harbour',
      'riders with more rides than gold riders',
      '低于平均值的站点有哪几个',
    ])
      expect(plan(BIKES, question).kind).toBe('unsupported');
  });
});

describe('a figure of each group compared with others', () => {
  it.each([
    [
      'station cities with more stations than average',
      'stations | count(stations) | by city | having count(stations)>avg',
    ],
    [
      'which station cities have more stations than Marl',
      'stations | count(stations) | by city | having count(stations)>max of [stations.city=Marl]',
    ],
    ['takings by station city above the average', 'rides | takings | by city | having takings>avg'],
    [
      'months in which takings were above the monthly average',
      'rides | takings | by started_at:month | having takings>avg',
    ],
    [
      'months with more rides than the average month',
      'rides | count(rides) | by started_at:month | having count(rides)>avg',
    ],
    [
      'days with more than twice the average number of rides',
      'rides | count(rides) | by started_at:day | having count(rides)>2 times avg',
    ],
    ['哪些站点城市的站点数比平均多', 'stations | count(stations) | by city | having count(stations)>avg'],
    ['骑手数比Tarn多的骑手城市', 'riders | count(riders) | by city | having count(riders)>max of [riders.city=Tarn]'],
    ['营收高于月均的月份', 'rides | takings | by started_at:month | having takings>avg'],
    [
      '2025年哪些月份的营收低于月平均',
      'rides | takings | by started_at:month | where started_at in 2025-01-01..2026-01-01 | having takings<avg',
    ],
  ])('“%s” compares the figure of each group', (question, expected) => {
    expect(shape(BIKES, question)).toBe(expected);
  });

  it.each(['categories that sell more than books', '卖得比图书多的品类', '比图书卖得多的品类'])(
    '“sells more” compares the pieces sold: %s',
    (question) => {
      expect(shape(SHOP, question)).toBe('lines | units | by category | having units>max of [goods.category=books]');
    },
  );

  it('a comparison of groups includes groups without counted rows', () => {
    expect(shape(SHOP, 'cities with more VIP clients than average')).toBe(
      'clients | count(clients)[clients.kind=vip] | by city | having count(clients)[clients.kind=vip]>avg',
    );
  });

  it('a condition that may also apply to the named group is not read', () => {
    expect(plan(SHOP, 'VIP cities with more clients than 上海市').kind).not.toBe('planned');
  });
});

describe('an amount of rows compared with others', () => {
  it.each([
    ['products more expensive than the Lamp', 'goods | where goods.price>max of [goods.name=Lamp]'],
    ['products that cost more than the Lamp', 'goods | where goods.price>max of [goods.name=Lamp]'],
    ['products cheaper than the Mug', 'goods | where goods.price<min of [goods.name=Mug]'],
    ['which products are more expensive than the average product', 'goods | where compare_aggregate'],
    [
      'products more expensive than the average books product',
      'goods | where goods.price>avg of [goods.category=books]',
    ],
    ['比Lamp贵的产品', 'goods | where goods.price>max of [goods.name=Lamp]'],
    ['价格高于Lamp的产品', 'goods | where goods.price>max of [goods.name=Lamp]'],
    ['比Mug便宜的产品有哪些', 'goods | where goods.price<min of [goods.name=Mug]'],
  ])('“%s” compares the amount of each row', (question, expected) => {
    expect(shape(SHOP, question)).toBe(expected);
  });

  it('words select one of several amounts to compare', () => {
    expect(shape(BIKES, 'rides with a fare more than twice the average')).toBe('rides | where rides.fare>2 times avg');
    expect(shape(BIKES, 'rides whose fare is above the average fare')).toBe('rides | where compare_aggregate');
    expect(shape(BIKES, 'rides with a higher fare than average')).toBe('rides | where compare_aggregate');
  });
});

describe('a time compared with others', () => {
  it.each([
    ['stations opened before Harbour', 'stations | where stations.opened_on<min of [stations.name=Harbour]'],
    [
      'stations opened earlier than the Harbour station',
      'stations | where stations.opened_on<min of [stations.name=Harbour]',
    ],
    ['stations that opened after Old Town', 'stations | where stations.opened_on>max of [stations.name=Old Town]'],
    ['比Harbour开业早的站点', 'stations | where stations.opened_on<min of [stations.name=Harbour]'],
    ['Harbour之后开业的站点', 'stations | where stations.opened_on>max of [stations.name=Harbour]'],
    ['开业日期晚于Harbour的站点', 'stations | where stations.opened_on>max of [stations.name=Harbour]'],
  ])('“%s” compares a time', (question, expected) => {
    expect(shape(BIKES, question)).toBe(expected);
  });
});

describe('comparisons without a meaning', () => {
  it.each([
    'riders with 10 more rides than Ann Lee',
    '骑行比Ann Lee多10次的骑手',
    'riders with more than 10 more rides than Ann Lee',
    '营收低于月均的月份有几个',
    'rides after Ann Lee',
  ])('“%s” is not answered as a comparison', (question) => {
    expect(plan(BIKES, question).kind).not.toBe('planned');
  });
});

describe('the text of a comparison', () => {
  const said = (model: SemanticModel, question: string): string => {
    const found = plan(model, question);
    return found.kind === 'planned' ? found.refinedQuestion : found.kind;
  };

  it.each([
    [
      'riders with more rides than the average rider',
      'list of riders, where number of rides of the rider is over the average (none counts as 0)',
    ],
    [
      'riders with more rides than Ann Lee',
      'list of riders, where number of rides of the rider is over that of the rider (rider name is Ann Lee)',
    ],
    [
      'which station cities have more stations than Marl',
      'number of stations by station city, where number of stations is over that of those where station city is Marl',
    ],
    [
      'riders with more rides than the average gold rider',
      'list of riders, where number of rides of the rider is over the average of riders (rider level is gold)',
    ],
    [
      'stations opened before Harbour',
      'list of stations, where opening date is before that of the station (station name is Harbour)',
    ],
    ['骑行数超过平均值两倍的骑手', '骑手的骑行数大于平均值的2倍（没有的按0计）的骑手列表'],
    ['Harbour之后开业的站点', '开业日期晚于站点名称为Harbour的站点的站点列表'],
    ['骑手数比Tarn多的骑手城市', '骑手数大于骑手城市为Tarn的那一组的骑手数，按骑手城市统计'],
  ])('the refined question states the comparison: %s', (question, expected) => {
    expect(said(BIKES, question)).toBe(expected);
  });
});
