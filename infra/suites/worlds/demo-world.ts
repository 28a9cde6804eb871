import { cpSync } from 'node:fs';
import { startPostgres } from '@querent/testing';
import { questionsOf, type SuiteWorld } from './suite-world';

const todayInShanghai = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

const education = [
  'number of schools by district',
  'average classroom score by school type',
  '每个区有多少所小学',
  '各区网络得分对比',
  '各类学校的平板电脑数量',
  'which schools improved most in bandwidth since last year',
];
const commerce = [
  'how many customers are there',
  '今年销售额最高的5个产品',
  'top 5 products by revenue this year',
  '各城市的客户数',
  '各品类退款金额占比',
  'monthly order amount this year',
  'how many customers placed no order in 2025',
];
/** Questions that the planner does not cover and the language model answers. */
const forTheModel = ['customers whose second order was larger than the first', '连续三个月都下单的客户有几位'] as const;

/** The demo: hand-written model files, samples and agents, and rows in every table. */
export const demoWorld: SuiteWorld = {
  connections: ['education', 'commerce', 'tourism'],
  openDatabase: () => startPostgres({ demoDay: todayInShanghai() }),
  ownRows: false,
  environment: (serverUrl) => ({ QUERENT_DEMO_DATABASE_URL: serverUrl }),
  writeConfig: (configDir) => cpSync('infra/demo/config', configDir, { recursive: true }),
  straight: { connection: 'education', question: 'number of schools by district', cache: 'bypass' },
  drafted: { connection: 'commerce', question: forTheModel[0], cache: 'bypass' },
  plain: [
    ...questionsOf('education', education),
    ...questionsOf('commerce', [...commerce, ...forTheModel, '今年各渠道的订单金额']),
  ],
  open: questionsOf('education', [
    '基础设施情况',
    '网络情况',
    '终端情况',
    '教室情况',
    '教学应用情况',
    '资源应用情况',
    '课堂应用情况',
    '数字素养情况',
  ]),
  followUp: {
    from: { connection: 'commerce', question: '今年各渠道的订单金额' },
    to: { connection: 'commerce', question: '那去年呢' },
  },
  modelSql: 'SELECT count(DISTINCT category) AS n FROM products',
};
