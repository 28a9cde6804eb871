import { sure } from '../../tenants/tenant-words';

/** A question of the play. */
export interface Question {
  connection: string;
  question: string;
  /** Both tenants are answered the same; else each from its own rows. */
  shared: boolean;
  /** It leaves something open, so that the asker is asked back. */
  open?: true;
}

/** Tempts what the two tenants could share: values, caches, samples. */
const ofTenants: Question[] = sure.map(({ question }) => ({ connection: 'crm', question, shared: false }));

const shared = (connection: string, questions: string[], more: Partial<Question> = {}): Question[] => questions.map((question) => ({ connection, question, shared: true, ...more }));

/** The demo's, in both languages, of every kind of way through the stages. */
const ofAll: Question[] = [
  ...shared('education', ['number of schools by district', 'average classroom score by school type', '每个区有多少所小学', '各区网络得分对比', '各类学校的平板电脑数量', 'which schools improved most in bandwidth since last year']),
  ...shared('commerce', ['how many customers are there', '今年销售额最高的5个产品', 'top 5 products by revenue this year', '各城市的客户数', '各品类退款金额占比', 'monthly order amount this year', 'how many customers placed no order in 2025']),
  // What the planner does not cover goes to the model.
  ...shared('commerce', ['customers whose second order was larger than the first', '连续三个月都下单的客户有几位']),
];

/** Each leaves open how a parent metric is meant. */
const open = shared('education', ['基础设施情况', '网络情况', '终端情况', '教室情况', '教学应用情况', '资源应用情况', '课堂应用情况', '数字素养情况'], { open: true });

/** What goes on from a question before, and needs it. */
export const followUps = { from: { connection: 'commerce', question: '今年各渠道的订单金额', shared: true }, to: { connection: 'commerce', question: '那去年呢', shared: true } } as const satisfies Record<string, Question>;

export const plain: readonly Question[] = [...ofTenants, ...ofAll, followUps.from];
export const opened: readonly Question[] = open;

/** What the model writes, for whatever it is asked. */
export const MODEL_SQL = 'SELECT count(DISTINCT category) AS n FROM products';
