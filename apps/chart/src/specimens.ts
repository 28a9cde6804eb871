import { emptyRunData, type Locale, type OutputColumn, type ResultRef, type Row, type Run, type SemanticQuery } from '@querent/contracts';

/** Results of all shapes, for the specs: what the chart service may be given. */
export interface Specimen {
  locale: Locale;
  question: string;
  refined: string;
  output: OutputColumn[];
  rows: Row[];
  query: SemanticQuery | null;
  truncated?: boolean;
  rowCount?: number;
  skipped?: ResultRef['skipped'];
  disclosures?: string[];
  mode?: 'fast' | 'full';
}

export const col = (role: OutputColumn['role'], label: string, more: Partial<OutputColumn> = {}): OutputColumn => ({ key: `c_${label}`, label, role, ...more });

const noQuery: SemanticQuery = {
  subject: { kind: 'table', name: 't' }, strategy: 'detail', measures: [], dimensions: [], select: [], distinct: false, filters: [], having: [], compare: null, near: null, order: [], limit: null, limitPer: null,
};
export const query = (changes: Partial<SemanticQuery> = {}): SemanticQuery => ({ ...noQuery, ...changes });
export const sumOf = (label: string): SemanticQuery['measures'][number] => ({ label, what: { kind: 'aggregate', fn: 'sum', table: 't', column: { table: 't', column: 'x' } } });
export const countOf = (label: string): SemanticQuery['measures'][number] => ({ label, what: { kind: 'aggregate', fn: 'count', table: 't' } });
export const avgOf = (label: string): SemanticQuery['measures'][number] => ({ label, what: { kind: 'aggregate', fn: 'avg', table: 't', column: { table: 't', column: 'x' } } });
export const by = (label: string, grain?: OutputColumn['grain']): SemanticQuery['dimensions'][number] => ({ label, column: { table: 't', column: 'd' }, ...(grain ? { grain } : {}) });
const point = (longitude: number, latitude: number): Row[number] => ({ type: 'Point', coordinates: [longitude, latitude] });

const months = (count: number, year = 2024): string[] => Array.from({ length: count }, (_, index) => `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`);
const wave = (index: number, base: number, swing: number): number => Math.round((base + swing * Math.sin(index / 2) + index * base * 0.02) * 100) / 100;

const yuanZh = { unit: '元', format: 'currency' } as const;
const yuanEn = { unit: 'yuan', format: 'currency' } as const;
const cities = ['杭州市', '宁波市', '温州市', '嘉兴市', '湖州市', '绍兴市', '金华市', '衢州市', '舟山市', '台州市', '丽水市'];
const categories = ['Electronics', 'Appliances', 'Clothing', 'Food', 'Books', 'Beauty', 'Sports', 'Furniture'];
const sights: [string, number, number, number][] = [
  ['杭州西湖风景名胜区', 120.148, 30.242, 0], ['雷峰塔景区', 120.149, 30.231, 1200], ['灵隐寺', 120.101, 30.24, 4500], ['六和塔', 120.135, 30.199, 4900],
  ['宋城', 120.099, 30.166, 9600], ['西溪国家湿地公园', 120.065, 30.269, 8500], ['清河坊历史街区', 120.17, 30.239, 2100], ['中国茶叶博物馆', 120.124, 30.231, 2600],
];
const numberEn: Specimen = { locale: 'en', question: 'average order value last quarter', refined: 'average order value, Q3 2025', output: [col('measure', 'average order value', yuanEn)], rows: [['1234567.891']], query: query({ measures: [avgOf('average order value')] }) };

export const specimens = {
  countZh: { locale: 'zh', question: '统计浙江省5A景区有多少个', refined: '浙江省的5A景区数量', output: [col('measure', '景区数量', { format: 'integer' })], rows: [[20]], query: query({ strategy: 'summary', measures: [countOf('景区数量')] }) },
  numberEn,
  monthsZh: { locale: 'zh', question: '去年每个月的订单金额趋势', refined: '2024年每个月的订单金额', output: [col('time', '月份', { grain: 'month' }), col('measure', '订单金额', yuanZh)], rows: months(12).map((month, i) => [month, String(wave(i, 1_250_000, 380_000))]), query: query({ measures: [sumOf('订单金额')], dimensions: [by('月份', 'month')] }) },
  gapEn: { locale: 'en', question: 'monthly orders', refined: 'number of orders by month', output: [col('time', 'month', { grain: 'month' }), col('measure', 'number of orders', { unit: 'orders', format: 'integer' })], rows: months(30).filter((_, i) => i % 9 !== 4).map((month, i) => [`${month}T00:00:00.000Z`, Math.round(wave(i, 900, 200))]), query: query({ measures: [countOf('number of orders')], dimensions: [by('month', 'month')] }) },
  seriesZh: { locale: 'zh', question: '今年各渠道每月的销售额趋势', refined: '2025年各渠道每月的销售额', output: [col('time', '月份', { grain: 'month' }), col('dimension', '渠道', { valueLabels: { app: '手机应用', web: '网站', mini_program: '小程序', store: '门店' } }), col('measure', '销售额', yuanZh)], rows: months(10, 2025).flatMap((month, i) => ['app', 'web', 'mini_program', 'store'].map((channel, j) => [month, channel, String(wave(i + j, 300_000 / (j + 1), 60_000))])), query: query({ measures: [sumOf('销售额')], dimensions: [by('月份', 'month'), by('渠道')] }) },
  twoUnitsZh: { locale: 'zh', question: '每季度的订单数和订单金额', refined: '每季度的订单数和订单金额', output: [col('time', '季度', { grain: 'quarter' }), col('measure', '订单数', { unit: '单', format: 'integer' }), col('measure', '订单金额', yuanZh)], rows: ['2024-01-01', '2024-04-01', '2024-07-01', '2024-10-01', '2025-01-01', '2025-04-01', '2025-07-01'].map((quarter, i) => [quarter, Math.round(wave(i, 4000, 900)), String(wave(i, 9_000_000, 2_000_000))]), query: query({ measures: [countOf('订单数'), sumOf('订单金额')], dimensions: [by('季度', 'quarter')] }) },
  yearsZh: { locale: 'zh', question: '各年基础设施得分', refined: '各年份基础设施综合评分', output: [col('dimension', '年份'), col('measure', '基础设施', { unit: '分', better: 'higher' })], rows: [['2023', '71.25'], ['2024', '74.5'], ['2025', '78.93']], query: query({ measures: [{ label: '基础设施', what: { kind: 'metric', id: 'infrastructure', form: 'composite' } }], dimensions: [by('年份')] }) },
  citiesZh: { locale: 'zh', question: '各城市的客户数', refined: '各城市的客户数', output: [col('dimension', '城市'), col('measure', '客户数', { unit: '人', format: 'integer' })], rows: cities.map((city, i) => [city, 980 - i * 73]), query: query({ measures: [countOf('客户数')], dimensions: [by('城市')] }) },
  topEn: { locale: 'en', question: 'top 5 products by revenue this year', refined: 'top 5 products by revenue, 2025', output: [col('name', 'product name'), col('measure', 'revenue', yuanEn)], rows: [['Noise-cancelling wireless headphones Pro (2nd generation)', '1482000.5'], ['Air purifier X3', '1200340'], ['Standing desk, oak', '903120.25'], ['Trail running shoes', '640000'], ['Espresso machine', '512345.67']], query: query({ measures: [sumOf('revenue')], dimensions: [by('product name')], order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }], limit: 5 }) },
  manyZh: { locale: 'zh', question: '各学校的设备数量', refined: '各学校的设备数量', output: [col('name', '学校名称'), col('measure', '设备数量', { unit: '台', format: 'integer' })], rows: Array.from({ length: 64 }, (_, i) => [`${cities[i % 11]}第${i + 1}实验小学（${['东', '西', '南', '北'][i % 4]}校区）`, 900 - i * 11]), query: query({ measures: [sumOf('设备数量')], dimensions: [by('学校')] }) },
  shareEn: { locale: 'en', question: 'share of refunds by category', refined: 'share of refund amount by category', output: [col('dimension', 'category'), col('measure', 'refund amount', yuanEn), col('share', 'share of refund amount', { format: 'percent' })], rows: categories.map((category, i) => [category, String(Math.round(80_000 / (i + 1))), String(1 / (i + 1) / 2.717857)]), query: query({ measures: [{ ...sumOf('refund amount'), share: { of: 'total' } }], dimensions: [by('category')] }) },
  shareZh: { locale: 'zh', question: '各客户类型的订单数占比', refined: '各客户类型的订单数占比', output: [col('dimension', '客户类型', { valueLabels: { VIP: 'VIP客户', Normal: '普通客户', Enterprise: '企业客户' } }), col('share', '订单数占比', { format: 'percent' })], rows: [['Normal', '0.6512'], ['VIP', '0.2301'], ['Enterprise', '0.1187']], query: query({ measures: [{ ...countOf('订单数'), share: { of: 'total' } }], dimensions: [by('客户类型')] }) },
  rateEn: { locale: 'en', question: 'completion rate by channel', refined: 'completion rate by channel', output: [col('dimension', 'channel'), col('measure', 'completion rate', { format: 'percent', better: 'higher' })], rows: [['app', '0.8312'], ['web', '0.7821'], ['store', '0.965'], [null, '0.5']], query: query({ measures: [{ label: 'completion rate', what: { kind: 'metric', id: 'completion_rate', form: 'value' } }], dimensions: [by('channel')] }) },
  twoDimsZh: { locale: 'zh', question: '各区各类学校的数量', refined: '各区县各学校类型的学校数量', output: [col('name', '区县名称'), col('dimension', '学校类型'), col('measure', '学校数量', { unit: '所', format: 'integer' })], rows: ['西湖区', '上城区', '拱墅区', '滨江区', '余杭区', '萧山区'].flatMap((district, i) => ['小学', '初中', '高中', '九年一贯制'].map((type, j) => [district, type, 24 - i * 2 - j * 4])), query: query({ measures: [countOf('学校数量')], dimensions: [by('区县'), by('学校类型')] }) },
  childrenZh: { locale: 'zh', question: '西湖区基础设施各项得分', refined: '西湖区基础设施各项得分（2025年）', output: [col('measure', '网络', { unit: '分' }), col('measure', '终端', { unit: '分' }), col('measure', '教室', { unit: '分' })], rows: [['82.15', '76.4', '88.02']], query: query({ measures: [avgOf('网络'), avgOf('终端'), avgOf('教室')] }) },
  childrenByDistrictEn: { locale: 'en', question: 'infrastructure breakdown by district', refined: 'infrastructure components by district, 2025', output: [col('name', 'district name'), col('measure', 'network', { unit: 'points' }), col('measure', 'terminal', { unit: 'points' }), col('measure', 'classroom', { unit: 'points' })], rows: ['Xihu', 'Shangcheng', 'Gongshu', 'Binjiang', 'Yuhang', 'Xiaoshan', 'Linping'].map((district, i) => [district, String(82 - i * 2.2), String(75 + i), String(88 - i * 1.7)]), query: query({ measures: [avgOf('network'), avgOf('terminal'), avgOf('classroom')], dimensions: [by('district')] }) },
  compareTotalZh: { locale: 'zh', question: '今年和去年的订单金额对比', refined: '2025年与2024年的订单金额对比', output: [col('measure', '订单金额 · 2025年', yuanZh), col('measure', '订单金额 · 2024年', yuanZh), col('change', '订单金额 · 变化', yuanZh), col('growth', '订单金额 · 增长率', { format: 'percent' })], rows: [['18120345', '15230000.5', '2890344.5', '0.18977']], query: query({ measures: [sumOf('订单金额')], compare: { column: { table: 't', column: 'd' }, base: { from: '2024-01-01', to: '2025-01-01', label: '2024年' }, current: { from: '2025-01-01', to: '2026-01-01', label: '2025年' } } }) },
  compareGroupsEn: { locale: 'en', question: 'revenue by category, this year against last year', refined: 'revenue by category, 2025 against 2024', output: [col('dimension', 'category'), col('measure', 'revenue · 2025', yuanEn), col('measure', 'revenue · 2024', yuanEn), col('change', 'revenue · change', yuanEn), col('growth', 'revenue · growth', { format: 'percent' })], rows: categories.map((category, i) => { const [a, b] = [900_000 - i * 70_000, 800_000 + (i % 3) * 120_000 - i * 30_000]; return [category, String(b), String(a), String(b - a), String((b - a) / a)]; }), query: query({ measures: [sumOf('revenue')], dimensions: [by('category')], compare: { column: { table: 't', column: 'd' }, base: { from: '2024-01-01', to: '2025-01-01', label: '2024' }, current: { from: '2025-01-01', to: '2026-01-01', label: '2025' } } }) },
  mapZh: { locale: 'zh', question: '查询杭州西湖附近5公里的景区', refined: '杭州西湖附近5公里内的景区', output: [col('name', '景区名称'), col('dimension', '等级'), col('distance', '距离', { unit: '公里', format: 'number' }), col('geo', '位置')], rows: sights.map(([name, x, y, distance], i) => [name, i % 2 ? '4A' : '5A', String(distance / 1000), point(x, y)]), query: query({ strategy: 'spatial', near: { place: { kind: 'stored', nameColumn: { table: 't', column: 'n' }, value: '西湖' }, location: { table: 't', column: 'g' }, radiusMeters: 5000 } }) },
  rankingZh: { locale: 'zh', question: '评分最高的10个景区', refined: '评分最高的10个景区', output: [col('name', '景区名称'), col('dimension', '等级'), col('measure', '门票', yuanZh), col('measure', '评分', { unit: '分' })], rows: sights.map(([name], i) => [name, i % 2 ? null : '5A', String((i * 37) % 120), (4.9 - i * 0.1).toFixed(1)]), query: query({ order: [{ by: { kind: 'column', column: { table: 't', column: 'r' } }, direction: 'desc' }], limit: 10 }) },
  coverageZh: { locale: 'zh', question: '查询浙江省所有5A景区', refined: '浙江省的5A景区', output: [col('name', '景区名称'), col('dimension', '等级'), col('measure', '评分', { unit: '分' }), col('source', '数据来源')], rows: Array.from({ length: 23 }, (_, i) => [`景区${i + 1}`, '5A', i % 3 ? null : '4.6', i % 3 === 0 ? 'A级景区名录 + 景点详情' : i % 3 === 1 ? 'A级景区名录' : '景点详情']), query: query({ subject: { kind: 'entity', name: 'scenic_spot' }, strategy: 'coverage' }) },
  scatterEn: { locale: 'en', question: 'scatter of price against units sold by product', refined: 'list price and units sold by product', output: [col('name', 'product name'), col('measure', 'list price', yuanEn), col('measure', 'units sold', { unit: 'pieces', format: 'integer' })], rows: Array.from({ length: 18 }, (_, i) => [`Product ${String.fromCharCode(65 + i)}`, String(20 + ((i * 53) % 300)), 1500 - ((i * 61) % 900)]), query: query({ measures: [avgOf('list price'), sumOf('units sold')], dimensions: [by('product')] }) },
  negativeZh: { locale: 'zh', question: '各区带宽得分比去年的变化', refined: '各区带宽得分变化', output: [col('name', '区县名称'), col('measure', '得分变化', { unit: '分' })], rows: [['西湖区', '3.2'], ['上城区', '1.1'], ['滨江区', '-0.4'], ['临安区', '-2.75']], query: query({ measures: [avgOf('得分变化')], dimensions: [by('区县')] }) },
  emptyZh: { locale: 'zh', question: '查询火星上的景区', refined: '所在城市为火星的景区', output: [col('name', '景区名称'), col('dimension', '等级')], rows: [], query: query() },
  top1En: { locale: 'en', question: 'which city has the most active customers', refined: 'city with the most active customers', output: [col('dimension', 'city'), col('measure', 'number of customers', { unit: 'customers', format: 'integer' })], rows: [['Hangzhou', 412]], query: query({ measures: [countOf('number of customers')], dimensions: [by('city')], order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }], limit: 1 }) },
} satisfies Record<string, Specimen>;

export type SpecimenName = keyof typeof specimens;
export const specimen = (name: SpecimenName, changes: Partial<Specimen> = {}): Specimen => ({ ...(specimens[name] as Specimen), ...changes });

/** A run that has been executed with this result. */
export function runOf(from: Specimen): Run {
  const at = '2025-11-20T08:00:00.000Z';
  return {
    id: 'run_12345678', tenant: 'demo', keyName: 'demo', version: 5, status: 'presenting', createdAt: at, updatedAt: at, finishedAt: null, traceparent: '',
    request: { question: from.question, connection: 'shop', locale: from.locale, timezone: 'Asia/Shanghai', today: '2025-11-20', conversationId: null, agent: null, mode: 'auto', cache: 'use', maxRows: null, callbackUrl: null },
    data: {
      ...emptyRunData(), mode: from.mode ?? 'full', refinedQuestion: from.refined, semanticQuery: from.query, disclosures: from.disclosures ?? [],
      result: {
        blob: 'rows.5', output: from.output, columns: from.output.map(({ key, label }) => ({ key, label, type: 'string' as const })),
        rowCount: from.rowCount ?? from.rows.length, truncated: from.truncated ?? false, skipped: from.skipped ?? [],
      },
    },
  };
}
