import type { SuperlativeScale } from '@querent/language';

/** Words in the name of an amount, by the scale that an adjective grades: price for expensive, duration for long. */
const SCALES: Partial<Record<SuperlativeScale, RegExp>> = {
  price:
    /(?<![a-z])(?:prices?|costs?|fees?|fares?|rates?|charges?|rents?|premiums?|amounts?)(?![a-z])|价|费|租金|金额|票款|门票/iu,
  quality:
    /(?<![a-z])(?:ratings?|scores?|grades?|marks?|stars?|quality|satisfaction)(?![a-z])|评分|得分|分数|评级|质量|满意/iu,
  size: /(?<![a-z])(?:sizes?|areas?|capacity|capacities|volumes?|population|headcount|employees|space)(?![a-z])|面积|规模|容量|容积|人口|大小|人数/iu,
  length:
    /(?<![a-z])(?:lengths?|durations?|days|hours|minutes|pages|distances?|heights?|altitudes?|elevations?|depths?|stay)(?![a-z])|长|天数|小时|分钟|页数|距离|高度|深度/iu,
  distance: /(?<![a-z])(?:distances?|km|kilometers|mileage|miles)(?![a-z])|距离|里程|公里/iu,
  age: /(?<![a-z])ages?(?![a-z])|年龄|年纪|岁数/iu,
  speed: /(?<![a-z])(?:speeds?|velocity|pace)(?![a-z])|速度|时速/iu,
  weight: /(?<![a-z])(?:weights?|loads?|tonnage|kg|tons?)(?![a-z])|重量|体重|载重|净重|毛重/iu,
  pay: /(?<![a-z])(?:salary|salaries|wages?|pay|income|earnings|compensation)(?![a-z])|薪|工资|收入/iu,
  people: /(?<![a-z])(?:population|inhabitants|residents)(?![a-z])|人口|居民/iu,
};

/** Words that ask for an amount on a scale. */
const DEGREES: readonly (readonly [SuperlativeScale, string])[] = [
  ['length', 'how long|how tall|how high|how deep|多长|有多长|多高|有多高|多深|有多深'],
  ['size', 'how big|how large|多大|有多大'],
  ['weight', 'how heavy|多重|有多重'],
  ['speed', 'how fast|多快|有多快'],
  ['distance', 'how far|多远|有多远'],
  ['price', 'how expensive|多贵|有多贵'],
  ['quality', 'how good|how bad|有多好|有多差'],
];

export const degreePhrases = (): [string, { op: 'degree'; scale: SuperlativeScale }][] =>
  DEGREES.flatMap(([scale, words]) =>
    words
      .split('|')
      .map((word): [string, { op: 'degree'; scale: SuperlativeScale }] => [word, { op: 'degree', scale }]),
  );

/** Words that compare two amounts, by scale: older than 40, 重于5公斤. */
const COMPARED: readonly (readonly [SuperlativeScale, RegExp])[] = [
  ['age', /(?<![a-z])(?:older|younger)(?![a-z])|年长|年轻|年老/iu],
  ['length', /(?<![a-z])(?:longer|shorter|taller)(?![a-z])|长于|短于/iu],
  ['weight', /(?<![a-z])(?:heavier|lighter)(?![a-z])|重于|轻于/iu],
  ['price', /(?<![a-z])(?:cheaper|dearer)(?![a-z])/iu],
];

/** The scale of a comparing word; null for words such as "more than". */
export const comparedScale = (words: string): SuperlativeScale | null =>
  COMPARED.find(([, pattern]) => pattern.test(words))?.[0] ?? null;

const HEIGHT = /(?<![a-z])(?:heights?|altitudes?|elevations?)(?![a-z])|高度|海拔|身高|层高/iu;

/** Whether an amount with one of these names is a height. */
export const isHeight = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && HEIGHT.test(name.replaceAll('_', ' ')));

/** Words in the name of a number of pieces. */
const PIECES = /(?<![a-z])(?:quantity|quantities|qty|pieces|units)(?![a-z])|件数|数量|台数|本数|瓶数|箱数/iu;

/** Whether one of the names is a number of pieces. */
export function isOfPieces(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && PIECES.test(name.replaceAll('_', ' ')));
}

/** Whether an amount's name is that of a sale price, not of a cost. */
export const isSalePrice = (...names: readonly (string | undefined)[]): boolean =>
  names.some(
    (name) => name !== undefined && /(?<![a-z])(?:price|fare|rate)(?![a-z])|[售标定单]价|价格|票价/iu.test(name),
  ) &&
  !names.some((name) => name !== undefined && /(?<![a-z])(?:cost|purchase|deposit)|进价|成本|采购|押金/iu.test(name));

/** Whether an amount with one of these names lies on the scale. */
export function isOnScale(scale: SuperlativeScale, ...names: readonly (string | undefined)[]): boolean {
  const words = SCALES[scale];
  if (words === undefined) return false;
  // A population density is not a size, and a load density is not a weight.
  const isDensity = (name: string): boolean => /densit(?:y|ies)|密度/iu.test(name);
  return names.some((name) => name !== undefined && !isDensity(name) && words.test(name.replaceAll('_', ' ')));
}

/** Words in the name of an intensive amount, one per unit of something else: it is averaged, never added up. */
const INTENSIVE =
  /(?<![a-z])(?:prices?|rates?|ratings?|scores?|grades?|ratios?|percent|percentage|average|mean|ages?|speeds?|temperatures?|density|densities|concentrations?)(?![a-z])|价$|价格|单价|[率龄]$|评分|得分|分数|比例|占比|平均|温度|速度|浓度|密度/iu;

/** Words for money earned or spent that do not name an amount. */
const MONEY =
  /^(?:sales|revenues?|turnover|income|earnings|takings|proceeds|spending|expenditure|销售|销售额|销售情况|营业额|营收|收入|业绩|流水|支出|开支)$/u;

/** Whether a word asks for money without naming an amount. */
export const isOfMoney = (word: string): boolean => MONEY.test(word);

/** Words in the names of undesirable things. */
const UNWANTED =
  /(?<![a-z])(?:late|delay(?:s|ed)?|overdue|cancel[a-z]*|complain[a-z]*|return(?:s|ed)?|refund(?:s|ed)?|fail[a-z]*|defect[a-z]*|damage[a-z]*|miss(?:ed|ing)|lost|losses|errors?|accidents?|incidents?|absen[a-z]+|no-shows?|reject[a-z]*|fault[a-z]*|breakdowns?|violations?|disputes?)(?![a-z])|投诉|退货|退款|退单|退票|取消|迟|延误|晚点|逾期|失败|不合格|次品|破损|损坏|缺勤|缺货|丢失|事故|故障|差错|错误|违规|违约|爽约|拒/iu;

/** Whether a name is undesirable: the most late deliveries are the worst. */
export const isUnwanted = (name: string): boolean => UNWANTED.test(name.replaceAll('_', ' '));

/** Names of sales amounts. */
const SALES =
  /^(?:(?:total|gross|net) )?(?:sales|sales (?:revenue|amount|value|total)|revenues?|turnover)$|^总?(?:销售额|销售金额|销售收入|销售总额|营业额|营业收入|营收|成交额)$/iu;

/** Whether one of the names is a sales amount. */
export const isOfSales = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && SALES.test(name.replaceAll('_', ' ')));

/** Whether one of the names is the time of a sale. */
export const isOfSale = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && /(?<![a-z])(?:sales?|sold)(?![a-z])|销售|售出|卖出|成交/iu.test(name));

/** Names of money that goes to those who usually pay: refunds, payouts. */
const GIVEN_BACK =
  /(?<![a-z])(?:refund(?:s|ed)?|paid back|given back|returns?|reimbursements?|compensations?|claims?|payouts?|rebates?|complaints?)(?![a-z])|退款|退费|退货|退单|退票|赔|报销|返现|投诉/iu;

/** Whether one of the names is of money that goes back to those who paid. */
export const isGivenBack = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && GIVEN_BACK.test(name.replaceAll('_', ' ')));

/** Words in the name of a sum of money; prices are excluded. */
const SUMS =
  /(?<![a-z])(?:amounts?|totals?|payments?|revenues?|sales|paid|spent|cost)(?![a-z])|金额|总额|费用|收入|支出/iu;

/** Whether one of the names is a sum of money. */
export const isSumOfMoney = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && SUMS.test(name.replaceAll('_', ' ')));

/**
 * Whether one of the names is of payments. A bare 多少 beside them leaves open whether it asks for their number or their
 * amount.
 */
export const isMoneyPaid = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && /(?:款|租金|押金|罚金|奖金)$/u.test(name));

/** Words at the beginning of an amount's name that make it an extreme: peak load, 最高海拔. */
const EXTREMES = {
  max: /^(?:highest|largest|longest|greatest|maximum|max|peak)(?![a-z])|^(?:最高|最大|最长|峰值)/iu,
  min: /^(?:lowest|smallest|shortest|minimum|min)(?![a-z])|^(?:最低|最小|最短)/iu,
};

/** The aggregate of amounts that are extremes themselves; null for other names. */
export function extremeOf(...names: readonly (string | undefined)[]): 'max' | 'min' | null {
  const isOne = (words: RegExp): boolean =>
    names.some((name) => name !== undefined && words.test(name.replaceAll('_', ' ')));
  return isOne(EXTREMES.max) ? 'max' : isOne(EXTREMES.min) ? 'min' : null;
}

/** Whether an amount with one of these names is averaged rather than added up. */
export const isIntensive = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && INTENSIVE.test(name.replaceAll('_', ' ')));

/** Words that grade things without a number. The asker decides the threshold of a big order. */
const GRADES: readonly (readonly [Grade, RegExp])[] = [
  [{ of: 'time', direction: 'asc' }, /^(?:old|long|early|long-\p{L}+|老|老牌|早期|资深)$/u],
  [{ of: 'time', direction: 'desc' }, /^(?:recent|new|late|fresh|latest|新|近期|最新)$/u],
  [{ of: 'amount', direction: 'asc' }, /^(?:small|low|cheap|short|light|few|minor|inexpensive|小|小额|低价|便宜|短)$/u],
  [
    { of: 'amount', direction: 'desc' },
    /^(?:big|large|high|expensive|pricey|heavy|tall|major|huge|大|大额|高额|高价|昂贵|贵|重)$/u,
  ],
];

/** The scale of a grading word and its direction: old is the earliest time, big the largest amount. */
export interface Grade {
  of: 'time' | 'amount';
  direction: 'asc' | 'desc';
}

/** The scale of a grading word; null for any other word. */
export const gradeOf = (word: string): Grade | null => GRADES.find(([, words]) => words.test(word))?.[0] ?? null;

const RANK = /(?<![a-z])(?:rank|ranking|placing|standing)$|(?:名次|排名|位次)$/iu;

/** Whether an amount with one of these names is a rank. */
export const isOfRank = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && RANK.test(name));
