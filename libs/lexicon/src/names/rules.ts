import type { Form } from '../unit';

interface Rule {
  form: Form;
  /** Distance of the form from a written name. Costs of combined rules add up. */
  cost: number;
  /** Example of the derivation, for the table that people read. */
  makes: string;
}

/**
 * Every derivation of forms from the names of a model. The answer's limits on cost are calibrated against these costs:
 * about 0.1 for the same words in any reader's eyes, 0.3 for a good guess that the rest of the question must confirm,
 * from 0.5 on for guesses.
 */
export const RULES = {
  label: { form: 'exact', cost: 0, makes: 'the label' },
  synonym: { form: 'exact', cost: 0, makes: 'a synonym' },
  stored: { form: 'exact', cost: 0, makes: 'a stored value' },
  listed: { form: 'exact', cost: 0, makes: 'a listed name of a stored value' },
  storedNumber: { form: 'exact', cost: 0.6, makes: 'a stored value that is a number' },
  storedYear: { form: 'exact', cost: 0.2, makes: 'a stored year' },
  storedWord: { form: 'exact', cost: 0.5, makes: 'a stored value that is one letter or a word of grammar' },
  plural: { form: 'inflected', cost: 0.01, makes: 'orders → order' },
  storedPlural: { form: 'inflected', cost: 0.05, makes: 'cats → cat, if it is a stored value' },
  owned: { form: 'inflected', cost: 0.01, makes: 'name → customer name, name of the customer' },
  source: { form: 'exact', cost: 0.05, makes: 'words of a source table of an entity' },
  sourceField: { form: 'exact', cost: 0.15, makes: 'words of a column that fills a field of an entity' },
  physical: { form: 'physical', cost: 0.1, makes: 'ship_amt → ship amt' },
  abbreviation: { form: 'physical', cost: 0.05, makes: 'ship amt → shipping amount' },
  abbreviationGuess: { form: 'physical', cost: 0.2, makes: 'ord st → order status, order state' },
  reordered: { form: 'inflected', cost: 0.02, makes: 'order status → status of orders, 支付方式 → 支付的方式' },
  withoutUnit: { form: 'inflected', cost: 0.05, makes: 'distance km → distance' },
  kindWord: {
    form: 'inflected',
    cost: 0.15,
    makes: '入职日期 → 入职时间, vehicle type → kind of vehicle, population → people',
  },
  ownerRest: { form: 'head', cost: 0.1, makes: '订单状态 → 状态, order channel → channel; free beside its owner' },
  nameOfThing: { form: 'head', cost: 0.2, makes: 'the column that names a thing → name, 名称, 名字' },
  tail: { form: 'head', cost: 0.2, makes: 'raw pickup score → pickup score' },
  head: { form: 'head', cost: 0.3, makes: 'payment method → method, 支付方式 → 方式' },
  withoutKind: {
    form: 'head',
    cost: 0.1,
    makes: 'country name → country, 国家名称 → 国家, if no other part has the name',
  },
  counted: { form: 'head', cost: 0.25, makes: 'number of students → students, 学生数 → 学生' },
  termRest: { form: 'head', cost: 0.15, makes: 'active customer → active, 活跃客户 → 活跃; of the term' },
  thingCore: { form: 'head', cost: 0.2, makes: 'stay record → stay, 成本记录 → 成本' },
  onlyThingHead: { form: 'head', cost: 0.15, makes: 'scenic spot → spot, if no other thing has this ending' },
  thingHead: { form: 'head', cost: 0.35, makes: 'scenic spot → spot' },
  measuredIn: {
    form: 'head',
    cost: 0.1,
    makes: 'units sold, in pieces → how many pieces, 多少件; if only one metric has the unit',
  },
  thingLetter: {
    form: 'head',
    cost: 0.15,
    makes: '啤酒 → 酒, only after a measure word: 三款酒',
  },
  metricTail: { form: 'head', cost: 0.35, makes: 'bed occupancy → occupancy' },
  eventLabel: { form: 'exact', cost: 0, makes: 'a label or synonym that is the event: founded, 入职' },
  event: {
    form: 'verbal',
    cost: 0.05,
    makes: 'admission date → admission, admitted, was admitted; 入职日期 → 入职, 已入职',
  },
  eventNew: { form: 'verbal', cost: 0.1, makes: 'hire date → new hires, newly hired; 注册日期 → 新注册' },
  eventNot: { form: 'verbal', cost: 0.2, makes: 'paid on, which may be missing → unpaid; delivered at → undelivered' },
  eventThing: {
    form: 'verbal',
    cost: 0.1,
    makes: 'reservation, which is an event → reserved; 借阅 → 借过, 借了, 借出',
  },
  splitVerb: { form: 'verbal', cost: 0.02, makes: '停电 → 停了几次电: the object separated from its verb' },
  eventFirst: { form: 'verbal', cost: 0.15, makes: '签单日期 → 签过, 签了, 签出' },
  eventMoney: {
    form: 'verbal',
    cost: 0.1,
    makes: '收款日期 → 付了, 收到: verbs of payer and payee',
  },
  eventRelative: { form: 'verbal', cost: 0.1, makes: '收案日期 → 收的, before its object: 收的案件' },
  eventHead: { form: 'verbal', cost: 0.3, makes: 'contract signing date → signed; 合同签订日期 → 签订' },
  eventOfOrder: { form: 'verbal', cost: 0.4, makes: 'last login at → logged in; 最近下单日期 → 下单' },
  flagLabel: {
    form: 'exact',
    cost: 0,
    makes: 'a label of a yes/no column without its question word: is fragile → fragile, 是否易碎 → 易碎',
  },
  flag: { form: 'verbal', cost: 0.05, makes: '是否支付 → 已支付; has pool → with a pool' },
  flagNot: {
    form: 'verbal',
    cost: 0.05,
    makes: 'damaged → not damaged, non-damaged; 易碎 → 不易碎; has pool → without a pool',
  },
  flagOpposite: { form: 'verbal', cost: 0.15, makes: 'paid → unpaid, active → inactive; unpaid → paid; 付款 → 未付' },
  flagLack: { form: 'verbal', cost: 0.1, makes: '破损 → 没有破损, which may also negate the next noun: 没有破损包裹' },
  flagBare: { form: 'verbal', cost: 0.35, makes: 'has pool → pool' },
  graded: { form: 'verbal', cost: 0.1, makes: 'price → priced, reviews → reviewed; of a figure of one word' },
  agent: { form: 'verbal', cost: 0.1, makes: 'approver → approved by, 审批人 → 审批' },
  doing: { form: 'verbal', cost: 0.1, makes: 'supervisor → supervises, supervised' },
  way: {
    form: 'verbal',
    cost: 0.05,
    makes: 'payment method → paid, only beside a value: paid by card; 支付方式 → 付款',
  },
  classWord: { form: 'inflected', cost: 0.02, makes: '图书 → 图书类' },
  ending: { form: 'part', cost: 0.1, makes: '上海市 → 上海, Acme Ltd → Acme' },
  otherScript: { form: 'inflected', cost: 0.03, makes: '故宫博物院 Forbidden City → Forbidden City, 故宫博物院' },
  demonym: { form: 'exact', cost: 0.05, makes: 'Germany → German, if it is a stored value' },
  beginning: { form: 'part', cost: 0.3, makes: 'Acme Seeds Ltd → Acme, 华为技术有限公司 → 华为' },
  lastWords: { form: 'part', cost: 0.35, makes: 'Ben Hale → Hale, 浙江省杭州市 → 杭州' },
  misspelt: { form: 'typo', cost: 0.38, makes: 'custmer → customer' },
  misspeltShort: { form: 'typo', cost: 0.6, makes: 'prce → price, and two letters wrong' },
  misspeltValue: {
    form: 'typo',
    cost: 0.2,
    makes: 'the same of a stored value, whose misspelling may be another value',
  },
  glued: { form: 'typo', cost: 0.2, makes: 'orderamount → order amount, ware house → warehouse' },
  sounded: { form: 'typo', cost: 0.5, makes: '科户类型 → 客户类型' },
  pinyin: { form: 'typo', cost: 0.5, makes: '客户 → kehu' },
  pinyinValue: { form: 'typo', cost: 0.1, makes: '杭州市 → hangzhou: the English spelling of a name' },
  near: { form: 'dictionary', cost: 0.3, makes: 'film → movie, in a model without descriptions' },
  dictionary: { form: 'dictionary', cost: 0.1, makes: 'country → 国家, 客户 → customer, if a label is missing' },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** Forms from the surest to the least sure: a form from two rules is as unsure as the less sure one. */
const FORMS: readonly Form[] = [
  'exact',
  'physical',
  'inflected',
  'verbal',
  'head',
  'part',
  'typo',
  'dictionary',
  'word',
];

export function lessSure(a: Form, b: Form): Form {
  return FORMS.indexOf(a) >= FORMS.indexOf(b) ? a : b;
}

/** Cost of a name of an entity's source table; the entity's own field is preferred. */
export function costOfSource(thing: { isSource: boolean; fields: ReadonlySet<string> }, column?: string): number {
  if (!thing.isSource) return 0;
  return costOf(column !== undefined && thing.fields.has(column) ? 'sourceField' : 'source');
}

export const costOf = (...rules: readonly RuleName[]): number => rules.reduce((sum, rule) => sum + RULES[rule].cost, 0);
