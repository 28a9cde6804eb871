import type { Filter, SemanticQuery } from '@querent/contracts';
import { fastModeOf, intentEnvSchema } from '../intent-env';
import { chooseMode, questionLength, modeText, type FastMode, type ModeInput } from './choose-mode';

const defaults = fastModeOf(intentEnvSchema.parse({}));
const column = { table: 't', column: 'c' };
const count = { label: 'n', what: { kind: 'aggregate' as const, fn: 'count' as const, table: 't' } };
const filter: Filter = { kind: 'compare', column, op: '=', value: 1 };
const range = { from: '2025-01-01', to: '2026-01-01', label: '2025' };
const simple: SemanticQuery = {
  subject: { kind: 'table', name: 't' },
  strategy: 'summary',
  measures: [count],
  dimensions: [],
  select: [],
  distinct: false,
  filters: [filter],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
};
const decided = (over: Partial<ModeInput>, settings: Partial<FastMode> = {}) =>
  chooseMode({ asked: 'auto', question: '有多少订单', query: simple, ...over }, { ...defaults, ...settings });

describe('chooseMode', () => {
  it.each<[string, Partial<ModeInput>, Partial<FastMode>, 'fast' | 'full', string]>([
    ['simple and clear', {}, {}, 'fast', 'simple'],
    [
      'a list of things',
      { query: { ...simple, measures: [], order: [{ by: { kind: 'column', column }, direction: 'desc' }], limit: 10 } },
      {},
      'fast',
      'simple',
    ],
    ['asked for in full', { asked: 'full' }, {}, 'full', 'asked_full'],
    ['asked for fast, whatever it is', { asked: 'fast', question: '各区订单数的分布图表' }, {}, 'fast', 'asked_fast'],
    ['asked for fast, with detection off', { asked: 'fast' }, { autoDetect: false }, 'fast', 'asked_fast'],
    ['simple, with detection off', {}, { autoDetect: false }, 'full', 'auto_detect_off'],
    ['wanting a trend', { question: '订单数的趋势' }, {}, 'full', 'wants_analysis'],
    ['wanting a pie of shares', { question: '画一个占比图' }, {}, 'full', 'wants_analysis'],
    ['wanting charts', { question: 'CHARTS of orders' }, {}, 'full', 'wants_analysis'],
    ['wanting to compare', { question: 'compared with last year' }, {}, 'full', 'wants_analysis'],
    ['wanting a picture, in full-width letters', { question: 'ｃｈａｒｔ of orders' }, {}, 'full', 'wants_analysis'],
    ['about charters, which are no charts', { question: 'how many charters' }, {}, 'fast', 'simple'],
    [
      'with a word that the settings do not have',
      { question: '订单数的趋势' },
      { disableWords: ['画像'] },
      'fast',
      'simple',
    ],
    ['long', { question: '订'.repeat(51) }, {}, 'full', 'long'],
    ['as long as may be', { question: '订'.repeat(50) }, {}, 'fast', 'simple'],
    ['long in English words', { question: 'order '.repeat(26) }, {}, 'full', 'long'],
    ['as long as may be in English words', { question: 'order '.repeat(25) }, {}, 'fast', 'simple'],
    ['grouping', { query: { ...simple, dimensions: [{ label: 'c', column }] } }, {}, 'full', 'not_simple'],
    [
      'comparing periods',
      { query: { ...simple, compare: { column, base: range, current: range } } },
      {},
      'full',
      'not_simple',
    ],
    [
      'near a location',
      {
        query: {
          ...simple,
          near: { place: { kind: 'point', longitude: 1, latitude: 1, label: '' }, location: column, radiusMeters: 1 },
        },
      },
      {},
      'full',
      'not_simple',
    ],
    ['a share', { query: { ...simple, measures: [{ ...count, share: { of: 'total' } }] } }, {}, 'full', 'not_simple'],
    ['several measures', { query: { ...simple, measures: [count, count] } }, {}, 'full', 'not_simple'],
    [
      'a bound on groups',
      { query: { ...simple, having: [{ measure: count, op: '>', value: 1 }] } },
      {},
      'full',
      'not_simple',
    ],
    ['a rank within groups', { query: { ...simple, limitPer: 0 } }, {}, 'full', 'not_simple'],
    [
      'about related things',
      {
        query: {
          ...simple,
          filters: [{ kind: 'or', filters: [filter, { kind: 'exists', table: 'u', filters: [], negated: true }] }],
        },
      },
      {},
      'full',
      'not_simple',
    ],
    [
      'against the average',
      { query: { ...simple, filters: [{ kind: 'compare_aggregate', column, op: '>', fn: 'avg' }] } },
      {},
      'full',
      'not_simple',
    ],
  ])('decides by its rules on a question: %s', (_, input, settings, mode, rule) => {
    const found = decided(input, settings);
    expect([found.mode, found.reason.rule]).toEqual([mode, rule]);
    for (const locale of ['zh', 'en'] as const) expect(modeText(found.mode, found.reason, locale)).not.toMatch(/_/);
  });

  it('reports the word that decided', () => {
    const found = decided({ question: '各区订单数的分布' });
    expect(found.reason.words).toBe('分布');
    expect(modeText(found.mode, found.reason, 'zh')).toContain('“分布”');
  });

  it('omits in fast mode the parts that the settings name, and nothing in full mode', () => {
    expect(decided({}).reason).toMatchObject({ skipSamples: true, skipChart: true });
    expect(decided({}, { skipChart: false }).reason).toMatchObject({ skipSamples: true, skipChart: false });
    expect(decided({}, { skipSamples: false }).reason).toMatchObject({ skipSamples: false, skipChart: true });
    expect(decided({ asked: 'full' }).reason).toMatchObject({ skipSamples: false, skipChart: false });
  });
});

describe('the settings of fast mode', () => {
  it('are read from the environment, with ASCII or full-width commas', () => {
    const settings = fastModeOf(
      intentEnvSchema.parse({
        FAST_MODE_AUTO_DETECT: 'False',
        FAST_MODE_QUERY_LENGTH_THRESHOLD: '10',
        FAST_MODE_DISABLE_KEYWORDS: '图， chart,,',
      }),
    );
    expect(settings).toEqual({
      autoDetect: false,
      skipSamples: true,
      skipChart: true,
      maxLength: 10,
      disableWords: ['图', 'chart'],
    });
  });

  it.each([
    ['有多少订单', 5],
    ['how many orders', 6],
    ['2025年VIP客户的订单数', 2 + 1 + 2 + 6],
    ['？！…', 0],
    ['', 0],
  ])('measures the length of “%s” as %d', (question, length) => {
    expect(questionLength(question)).toBe(length);
  });
});
