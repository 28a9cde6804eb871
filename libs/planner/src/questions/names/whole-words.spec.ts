import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { provideSenses } from '@querent/lexicon';
import { modelOf, SCHOOLS, shapeOf, SHOP } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

const plan = (model: SemanticModel, question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
  });
const unknown = (model: SemanticModel, question: string): string[] => {
  const found = plan(model, question);
  return found.kind === 'ambiguous' || found.kind === 'unsupported' ? found.unknown : [];
};

describe('unknown words', () => {
  it.each([
    [SHOP, '下沉市场的订单数', '下沉市场'],
    [SHOP, '硬件的销售额', '硬件'],
    [SHOP, '中药的销量', '中药'],
    [SHOP, '无障碍的产品', '无障碍'],
    [SCHOOLS, '信息化水平', '信息化水平'],
    [SCHOOLS, '智能化程度', '智能化程度'],
    [SHOP, '没有鑫淼的订单', '鑫淼'],
    [SHOP, '鑫淼的订单数', '鑫淼'],
  ] as const)('an unknown word is quoted as a whole: %#', (model, question, word) => {
    expect(unknown(model, question)).toEqual([word]);
  });
});

describe('a character with a dictionary sense', () => {
  beforeAll(() => provideSenses(() => '灯\tlamp\n房间\troom\n季\tseason\n赛季\tseason'));
  afterAll(() => provideSenses(() => null));

  it('a character inside another word has no dictionary sense', () => {
    const rooms = modelOf({ room: 'id integer, name text', lamp: 'id integer, room_id integer > room, colour text' });
    expect(unknown(rooms, '每个房间有多少个霓灯')).toEqual(['霓灯']);
    expect(plan(rooms, '每个房间有多少个灯').kind).toBe('planned');
  });

  it('a character between a name and a function word has no dictionary sense', () => {
    const rooms = modelOf({ room: 'id integer, name text', lamp: 'id integer, room_id integer > room, colour text' });
    expect(plan(rooms, '在灯房间有多少个').kind).not.toBe('planned');
    expect(plan(rooms, '各房间的到灯率').kind).not.toBe('planned');
    expect(plan(rooms, '没有灯的房间').kind).toBe('planned');
  });

  it('a pointing character belongs to its word', () => {
    const games = modelOf({ season: 'id integer, name text', game: 'id integer, season_id integer > season' });
    expect(plan(games, '赛季有几个').kind).toBe('planned');
    expect(plan(games, '下赛季有几个').kind).not.toBe('planned');
  });

  it('a character before the rest of a verb has no dictionary sense', () => {
    const rooms = modelOf({ room: 'id integer, name text', lamp: 'id integer, room_id integer > room, colour text' });
    expect(plan(rooms, '没有灯出过的房间').kind).not.toBe('planned');
  });
});

describe('quotation marks', () => {
  it.each([
    [SHOP, '“订单数”按渠道', '订单数按渠道'],
    [SHOP, '《销售额》按品类', '销售额按品类'],
    [SHOP, '"revenue" by "category"', 'revenue by category'],
    [SHOP, '"订单金额"最高的5个客户', '订单金额最高的5个客户'],
  ] as const)('quotation marks around a name do not change the reading: %#', (model, quoted, plain) => {
    expect(plan(model, quoted).kind).toBe('planned');
    expect(shapeOf(plan(model, quoted))).toBe(shapeOf(plan(model, plain)));
  });

  it('quotation marks behind a comparing word enclose a value', () => {
    expect(shapeOf(plan(SHOP, "products whose name contains 'order'"))).toContain('contains order');
  });
});
