import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import type { PlanInput } from '../../plan-input';
import { BIKES } from '../../fixture/bikes';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';
import { interpretReply } from '../../replies/interpret-reply';

const plan = (question: string, choices: Choice[] = [], more: Partial<PlanInput> = {}): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: BIKES,
    today: '2026-11-23',
    timezone: 'UTC',
    choices,
    ...more,
  });

/** The clarification, and the reading after the first, second … option. */
const ASKED: [question: string, asked: string, ...after: string[]][] = [
  [
    'how many rides in Tarn',
    'ask ambiguous_value value:tarn: rider city is Tarn / station city is Tarn',
    'rides | count(rides) | where riders.city=Tarn',
    'rides | count(rides) | where stations.city=Tarn',
  ],
  [
    'Tarn的骑行有多少',
    'ask ambiguous_value value:tarn: 骑手城市为Tarn / 站点城市为Tarn',
    'rides | count(rides) | where riders.city=Tarn',
    'rides | count(rides) | where stations.city=Tarn',
  ],
  [
    'stations in 江城',
    'ask ambiguous_value value:江城: station city is 江城市 / station city is 江城北岸',
    'stations | where stations.city=江城市',
    'stations | where stations.city=江城北岸',
  ],
  [
    '江城的站点有多少',
    'ask ambiguous_value value:江城: 站点城市为江城市 / 站点城市为江城北岸',
    'stations | count(stations) | where stations.city=江城市',
    'stations | count(stations) | where stations.city=江城北岸',
  ],
  [
    'takings of stations in 江城',
    'ask ambiguous_value value:江城: station city is 江城市 / station city is 江城北岸',
    'rides | takings | where stations.city=江城市',
    'rides | takings | where stations.city=江城北岸',
  ],
  [
    'number of rides in 江城',
    'ask ambiguous_value value:江城: rider city is 江城市 / station city is 江城市 / station city is 江城北岸',
    'rides | count(rides) | where riders.city=江城市',
    'rides | count(rides) | where stations.city=江城市',
    'rides | count(rides) | where stations.city=江城北岸',
  ],
  [
    'upkeep by station',
    'ask ambiguous_metric metric:upkeep: Composite score / Breakdown / safety only / polish score only',
    'checks | upkeep* | by name | where latest yr',
    'checks | safety*, polish | by name | where latest yr',
    'checks | safety* | by name | where latest yr',
    'checks | polish | by name | where latest yr',
  ],
  [
    '各站点的养护',
    'ask ambiguous_metric metric:upkeep: 综合评分 / 各项明细 / 只看安全 / 只看清洁得分',
    'checks | upkeep* | by name | where latest yr',
    'checks | safety*, polish | by name | where latest yr',
    'checks | safety* | by name | where latest yr',
    'checks | polish | by name | where latest yr',
  ],
  [
    'safety',
    'ask ambiguous_metric metric:safety: Composite score / Breakdown / brakes score only / tyres score only',
    'checks | safety* | where latest yr',
    'checks | brakes, tyres | where latest yr',
    'checks | brakes | where latest yr',
    'checks | tyres | where latest yr',
  ],
  [
    'how many regulars',
    'ask ambiguous_term term:regulars: rider level: gold / rider level: silver / rider level: plain',
    'riders | count(riders) | where riders.level=gold',
    'riders | count(riders) | where riders.level=silver',
    'riders | count(riders) | where riders.level=plain',
  ],
  [
    '常客有多少',
    'ask ambiguous_term term:regulars: 骑手级别：金卡 / 骑手级别：银卡 / 骑手级别：普通',
    'riders | count(riders) | where riders.level=gold',
    'riders | count(riders) | where riders.level=silver',
    'riders | count(riders) | where riders.level=plain',
  ],
  [
    'outlay in 2025',
    'ask missing_filter filter:version: planned / actual',
    'spendings | outlay | where spent_on in 2025-01-01..2026-01-01, spendings.version=planned',
    'spendings | outlay | where spent_on in 2025-01-01..2026-01-01, spendings.version=actual',
  ],
  [
    '2025年的支出',
    'ask missing_filter filter:version: planned / actual',
    'spendings | outlay | where spent_on in 2025-01-01..2026-01-01, spendings.version=planned',
    'spendings | outlay | where spent_on in 2025-01-01..2026-01-01, spendings.version=actual',
  ],
  [
    'how many riders in 2025',
    'ask ambiguous_term time:2025: joining date is in 2025 / last visit date is in 2025 / with rides ' +
      '(start date is in 2025)',
    'riders | count(riders) | where joined_on in 2025-01-01..2026-01-01',
    'riders | count(riders) | where last_seen_on in 2025-01-01..2026-01-01',
    'riders | count(riders) | where some rides(started_at in 2025-01-01..2026-01-01)',
  ],
  [
    '2025年骑手有多少',
    'ask ambiguous_term time:2025年: 注册日期在2025年 / 最近到访日期在2025年 / 有开始日期在2025年的骑行',
    'riders | count(riders) | where joined_on in 2025-01-01..2026-01-01',
    'riders | count(riders) | where last_seen_on in 2025-01-01..2026-01-01',
    'riders | count(riders) | where some rides(started_at in 2025-01-01..2026-01-01)',
  ],
  [
    'analyze rides',
    'ask too_vague ask:rides: Number of rides / takings / Number of rides by month / A list of rides',
    'rides | count(rides)',
    'rides | takings',
    'rides | count(rides) | by started_at:month',
    'rides',
  ],
  [
    '统计骑行',
    'ask too_vague ask:rides: 骑行数量 / 营收 / 按月的骑行数量 / 骑行列表',
    'rides | count(rides)',
    'rides | takings',
    'rides | count(rides) | by started_at:month',
    'rides',
  ],
  [
    'riders',
    'ask too_vague ask:riders: Number of riders / Number of riders by rider level / A list of riders',
    'riders | count(riders)',
    'riders | count(riders) | by level',
    'riders',
  ],
  [
    '金卡骑手情况怎么样',
    'ask too_vague ask:riders: 骑手数量 / 各骑手城市的骑手数量 / 骑手列表',
    'riders | count(riders) | where riders.level=gold',
    'riders | count(riders) | by city | where riders.level=gold',
    'riders | where riders.level=gold',
  ],
  [
    'how many faithful riders',
    'ask unknown_term unknown:faithful: regulars / big riders / rider level: gold / Leave out “faithful”',
    'ask ambiguous_term term:regulars: rider level: gold / rider level: silver / rider level: plain',
    'ask ambiguous_term term:big_riders: rider level: gold / rider level: silver / rider level: plain',
    'riders | count(riders) | where riders.level=gold',
    'riders | count(riders)',
  ],
  [
    '优质骑手有哪些',
    'ask unknown_term unknown:优质: 常客 / 大骑手 / 骑手级别：金卡 / 不考虑“优质”',
    'ask ambiguous_term term:regulars: 骑手级别：金卡 / 骑手级别：银卡 / 骑手级别：普通',
    'ask ambiguous_term term:big_riders: 骑手级别：金卡 / 骑手级别：银卡 / 骑手级别：普通',
    'riders | where riders.level=gold',
    'riders',
  ],
  [
    'which riders are troublesome',
    'ask unknown_term unknown:troublesome: regulars / big riders / rider level: gold / Leave out “troublesome”',
    'ask ambiguous_term term:regulars: rider level: gold / rider level: silver / rider level: plain',
    'ask ambiguous_term term:big_riders: rider level: gold / rider level: silver / rider level: plain',
    'riders | where riders.level=gold',
    'riders',
  ],
];

it.each(ASKED)('“%s” leads to the clarification %s', (question, asked, ...after) => {
  const first = plan(question);
  expect(shapeOf(first)).toBe(asked);
  const { key = '', options = [] } = first.kind === 'ambiguous' ? first.ambiguity : {};
  expect(options.map(({ value }) => shapeOf(plan(question, [{ key, value }])))).toEqual(after);
});

it('the clarification is about the part that differs, in the words of the question', () => {
  const first = plan('rides over 20');
  expect(shapeOf(first)).toBe('ask ambiguous_metric bound:>20: discount is over 20 / fare is over 20');
  expect(first).toMatchObject({ ambiguity: { question: 'What should be over 20?' } });
});

/** Several options chosen together. */
const TOGETHER: [question: string, choice: Choice, after: string][] = [
  [
    'stations in 江城',
    { key: 'value:江城', value: 'stations.city=江城市', also: ['stations.city=江城北岸'] },
    'stations | where stations.city in 江城市/江城北岸',
  ],
  [
    'how many regulars',
    { key: 'term:regulars', value: 'riders.level=gold', also: ['riders.level=silver'] },
    'riders | count(riders) | where riders.level in gold/silver',
  ],
  [
    '各站点的养护',
    { key: 'metric:upkeep', value: 'composite', also: ['polish'] },
    'checks | upkeep*, polish | by name | where latest yr',
  ],
  [
    'outlay in 2025',
    { key: 'filter:version', value: 'planned', also: ['actual'] },
    'spendings | outlay | by version | where spent_on in 2025-01-01..2026-01-01, spendings.version in planned/actual',
  ],
];

it.each(TOGETHER)('“%s” is read with the choice %o', (question, choice, after) => {
  expect(shapeOf(plan(question, [choice]))).toBe(after);
});

it('asks again if the choice is not among the options', () => {
  expect(shapeOf(plan('how many rides in Tarn', [{ key: 'value:tarn', value: 'riders.city=Oslo' }]))).toMatch(
    /^ask ambiguous_value value:tarn/,
  );
});

it('asks for the next open decision after the first choice', () => {
  const question = 'rides of regulars in Tarn';
  const first = plan(question);
  expect(shapeOf(first)).toMatch(/^ask ambiguous_value value:tarn/);
  const second = plan(question, [{ key: 'value:tarn', value: 'stations.city=Tarn' }]);
  expect(shapeOf(second)).toMatch(/^ask ambiguous_term term:regulars/);
  const third = plan(question, [
    { key: 'value:tarn', value: 'stations.city=Tarn' },
    { key: 'term:regulars', value: 'riders.level=gold' },
  ]);
  expect(shapeOf(third)).toBe('rides | where stations.city=Tarn, riders.level=gold');
});

/** The assumptions that the answer discloses. */
const DISCLOSED: [question: string, disclosures: string[]][] = [
  ['composite upkeep', ['upkeep is the composite score (safety 70%, polish score 30%)', 'the latest year']],
  ['Ann的骑行数', ['“Ann”按骑手姓名为Ann Lee理解']],
  ['fare', ['fare is the total']],
  ['takings in March', []],
];

it.each(DISCLOSED)('“%s” is answered with the disclosures %j', (question, disclosures) => {
  expect(plan(question)).toMatchObject({ kind: 'planned', disclosures });
});

it('adds default conditions unless the question has one on the same column', () => {
  const defaults = [{ kind: 'compare', column: { table: 'riders', column: 'level' }, op: '=', value: 'gold' }] as const;
  const more = { defaults: [...defaults] };
  expect(shapeOf(plan('number of rides', [], more))).toBe('rides | count(rides) | where riders.level=gold');
  expect(plan('number of rides', [], more)).toMatchObject({ disclosures: ['by default, rider level is gold'] });
  expect(shapeOf(plan('number of rides of silver riders', [], more))).toBe(
    'rides | count(rides) | where riders.level=silver',
  );
  expect(shapeOf(plan('number of stations', [], more))).toBe('stations | count(stations)');
});

it('keeps the form of a metric that the words state', () => {
  expect(plan('composite upkeep')).toMatchObject({ settled: [{ key: 'metric:upkeep', value: 'composite' }] });
  expect(plan('养护明细')).toMatchObject({ settled: [{ key: 'metric:upkeep', value: 'children' }] });
});

it('offers proposals for an unknown word if they lead to an answer', () => {
  const proposals = [
    { word: 'journeys', value: 'thing:rides', score: 0.8 },
    { word: 'journeys', value: 'thing:nothing', score: 0.9 },
  ];
  const first = plan('how many journeys', [], { proposals });
  expect(shapeOf(first)).toBe('ask unknown_term unknown:journeys: ride / Leave out “journeys”');
  expect(shapeOf(plan('how many journeys', [{ key: 'unknown:journeys', value: 'thing:rides' }]))).toBe(
    'rides | count(rides)',
  );
});

it('describes what was understood with the spelling of the asker', () => {
  expect(plan('HOW MANY rides in Oslo')).toMatchObject({
    understood: { type: 'summary', confidence: 1, keywords: ['HOW MANY'], metrics: [] },
  });
  expect(plan('Takings in Oslo')).toMatchObject({
    understood: { type: 'metric', keywords: ['Takings'], metrics: [{ id: 'takings', label: 'takings', level: 1 }] },
  });
  expect(plan('upkeep by station')).toMatchObject({
    understood: { type: 'metric', confidence: 0.7, metrics: [{ id: 'upkeep' }] },
  });
});

it('a reply can pick an option by everyday words', () => {
  const pick = (question: string, text: string): unknown => {
    const first = plan(question);
    if (first.kind !== 'ambiguous') return first.kind;
    return interpretReply(
      first.ambiguity,
      { text },
      { locale: detectLocale(question), question, model: BIKES, today: '2026-11-23' },
    );
  };
  expect(pick('how many rides in Tarn', 'the station')).toEqual({
    kind: 'choice',
    choice: { key: 'value:tarn', value: 'stations.city=Tarn' },
  });
  expect(pick('Tarn的骑行有多少', '骑手城市')).toEqual({
    kind: 'choice',
    choice: { key: 'value:tarn', value: 'riders.city=Tarn' },
  });
  expect(pick('江城的站点有多少', '都要')).toEqual({
    kind: 'choice',
    choice: { key: 'value:江城', value: 'stations.city=江城市', also: ['stations.city=江城北岸'] },
  });
  expect(pick('各站点的养护', '明细')).toEqual({ kind: 'choice', choice: { key: 'metric:upkeep', value: 'children' } });
  expect(pick('how many riders in 2025', 'joining date')).toEqual({
    kind: 'choice',
    choice: { key: 'time:2025', value: 'riders.joined_on' },
  });
  expect(pick('analyze rides', 'monthly')).toEqual({ kind: 'choice', choice: { key: 'ask:rides', value: 'month' } });
});

it('asks which of two columns with the same kind of values is meant, unless a word decides', () => {
  const model = modelOf({
    shipments: 'id integer, from text = Oslo|Lima|Rome, to text = Rome|Bonn|Oslo|Kyiv, weight_kg numeric',
  });
  const first = plan('total weight kg for Oslo', [], { model });
  expect(shapeOf(first)).toBe('ask ambiguous_value value:oslo: shipments from is Oslo / shipments to is Oslo');
  const choice = { key: 'value:oslo', value: 'shipments.from=Oslo' };
  expect(shapeOf(plan('total weight kg for Oslo', [choice], { model }))).toBe(
    'shipments | sum(weight_kg) | where shipments.from=Oslo',
  );
  expect(shapeOf(plan('total weight kg of shipments to Oslo', [], { model }))).toBe(
    'shipments | sum(weight_kg) | where shipments.to=Oslo',
  );
});
