/**
 * The questions of the demo, and how each must end. `rows`: the least number of rows; `chart`: it must have a chart;
 * `trigger`: the reason of the expected clarification; `reply`: the reply to it; `conversation`: the name of the
 * conversation; `unanswerable`: Querent must decline or ask for a clarification, and must not show a figure.
 */
export const demoQuestions = [
  { connection: 'tourism', question: '统计浙江省5A景区有多少个', rows: 1 },
  { connection: 'tourism', question: '查询浙江省所有5A景区', rows: 10 },
  { connection: 'tourism', question: '查询杭州西湖附近5公里的景区', rows: 2 },
  { connection: 'tourism', question: '评分最高的10个景区', rows: 10 },
  {
    connection: 'education',
    question: '帮我看看基础设施的情况',
    trigger: 'ambiguous_metric',
    reply: '就要综合评分',
    rows: 1,
  },
  { connection: 'education', question: '各区网络得分对比', rows: 10, chart: true },
  { connection: 'education', question: 'which schools improved most in bandwidth since last year', rows: 5 },
  { connection: 'commerce', question: '去年每个月的订单金额趋势', rows: 12, chart: true },
  { connection: 'commerce', question: '最近30天VIP客户的订单数', rows: 1 },
  { connection: 'commerce', question: 'top 5 products by revenue this year', rows: 5 },
  { connection: 'commerce', question: '今年各渠道的订单金额', conversation: 'zh', rows: 2 },
  { connection: 'commerce', question: '那去年呢', conversation: 'zh', rows: 2 },
  { connection: 'commerce', question: 'how many orders were there last year', conversation: 'en', rows: 1 },
  { connection: 'commerce', question: 'only VIP customers', conversation: 'en', rows: 1 },
  { connection: 'commerce', question: 'and by month?', conversation: 'en', rows: 12 },
  { connection: 'commerce', question: 'average order value by customer type last quarter', rows: 2 },
  { connection: 'commerce', question: 'how many customers placed no order in 2025', rows: 1 },
  { connection: 'commerce', question: 'share of refunds by category', rows: 3 },
  { connection: 'commerce', question: 'what will the weather be like in Hangzhou tomorrow', unanswerable: true },
];
