import { resolveModel, type ModelFile } from '@querent/model';
import type { SchemaSnapshot, SnapshotColumn } from '@querent/contracts';
import { playPairs } from './play-pairs';

const column = (name: string, category: SnapshotColumn['category'], values?: string[]): SnapshotColumn => ({
  name,
  category,
  type: category,
  nullable: false,
  comment: null,
  ...(values ? { values, valuesComplete: true } : {}),
});

const snapshot: SchemaSnapshot = {
  connection: 'depot',
  schema: 'depot',
  takenAt: '2026-11-21T00:00:00Z',
  serverVersion: '15',
  hasPostgis: false,
  fingerprint: 'f',
  tables: [
    {
      name: 'orders',
      kind: 'table',
      comment: null,
      estimatedRows: 9000,
      primaryKey: ['id'],
      uniqueKeys: [],
      foreignKeys: [],
      columns: [
        column('id', 'integer'),
        column('city', 'text', ['Oslo', 'Rome', 'Lima', '杭州', '上海']),
        column('channel', 'text', ['web', 'store', 'phone']),
        column('ordered_at', 'date'),
        column('amount', 'numeric'),
      ],
    },
  ],
};

const file: ModelFile = {
  defaultLocale: 'zh',
  timezone: 'Asia/Shanghai',
  tables: {
    orders: {
      label: { zh: '订单', en: 'order' },
      synonyms: { zh: ['交易'], en: ['transaction'] },
      defaultTime: 'orders.ordered_at',
      columns: {
        city: { label: { zh: '城市', en: 'city' }, role: 'dimension' },
        channel: { label: { zh: '渠道', en: 'channel' }, role: 'dimension' },
        ordered_at: { label: { zh: '下单日期', en: 'order date' }, role: 'time' },
        amount: { label: { zh: '金额', en: 'amount' }, role: 'measure' },
      },
    },
  },
  metrics: {
    revenue: {
      label: { zh: '销售额', en: 'revenue' },
      synonyms: { zh: ['营收'], en: ['turnover'] },
      expression: 'sum(orders.amount)',
    },
    order_count: { label: { zh: '订单数', en: 'number of orders' }, expression: 'count(orders.id)' },
  },
} as unknown as ModelFile;

const QUESTIONS = [
  '去年各城市的销售额',
  '今年各渠道的订单数',
  '销售额最高的前3个城市',
  '金额超过1000的订单',
  '杭州和上海的订单数',
  '不是web渠道的订单有多少',
  '按月统计销售额',
  '上个月的平均金额',
  'revenue by city last year',
  'top 3 channels by revenue',
  'orders over 1000 in Rome',
  'number of orders by channel this year',
  'orders without amount in Lima',
  'revenue in Oslo and Rome',
  'average amount by month in 2025',
  'why do people from Rome return 3 of 10 orders more than others',
  '杭州回头客去年超过5次投诉的情况对比行业',
];

it('questions that differ in one respect never share a cached statement, and paraphrases mostly do', () => {
  const { model, problems } = resolveModel({ connection: 'depot', snapshot, file });
  expect(problems).toEqual([]);
  const played = playPairs({
    seeds: QUESTIONS.map((question) => ({ connection: 'depot', question })),
    modelOf: () => model,
    pairs: Number(process.env['PAIRS_RUNS'] ?? 300),
    seed: 20261121,
    rewrites: 120,
  });
  expect(played.falseHits).toEqual([]);
  expect(played.bothPlanned).toBeGreaterThan(played.pairs / 4);
  expect(Object.keys(played.byKind).length).toBeGreaterThanOrEqual(9);
  const rewrites = Object.values(played.sameMeaning);
  expect(
    rewrites.reduce((sum, { hits }) => sum + hits, 0) / rewrites.reduce((sum, { pairs }) => sum + pairs, 0),
  ).toBeGreaterThan(0.8);
});
