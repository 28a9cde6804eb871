/** What a question may ask for without naming a column: any of the columns of that kind is meant. */
export type ColumnKind = 'contact' | 'size' | 'money' | 'time' | 'rating';

/** By kind the words that ask for it, and the words in the names of columns that are of it. */
const KINDS: Readonly<Record<ColumnKind, { asked: RegExp; named: RegExp }>> = {
  contact: {
    asked: /^(?:contacts?|contact (?:details?|info|information|data|methods?)|联系方式|联系信息|联络方式|联系办法)$/u,
    named:
      /(?<![a-z])(?:phones?|telephones?|mobiles?|landlines?|cell|e-?mails?|fax|address)(?![a-z])|电话|手机|邮箱|邮件|传真|地址|微信/iu,
  },
  size: {
    asked: /^(?:sizes?|capacity|capacities|scale|大小|规模|体量|容量)$/u,
    named:
      /(?<![a-z])(?:number of|number|num|count|sizes?|areas?|capacity|volumes?|space|seats|headcount|employees|population|throughput|length|width)(?![a-z])|数$|数量|面积|规模|容量|人口|人数|席位/iu,
  },
  money: {
    asked: /^(?:budgets?|costs?|expenses?|prices?|fees?|charges?|费用|花费|成本|预算|价格|价钱)$/u,
    named:
      /(?<![a-z])(?:budgets?|prices?|costs?|fees?|fares?|charges?|expenses?|amounts?|rents?|premiums?|salary|salaries|wages?)(?![a-z])|价|费|成本|预算|租金|金额/iu,
  },
  time: { asked: /^(?:deadlines?|dates?|times?|when|schedules?|日期|时间|期限|时候)$/u, named: /(?!)/u },
  rating: {
    asked: /^(?:ratings?|scores?|quality|reviews?|evaluations?|评价|评分|口碑|质量)$/u,
    named:
      /(?<![a-z])(?:ratings?|scores?|grades?|marks?|stars?|quality|satisfaction|reviews?)(?![a-z])|评分|得分|分数|评级|质量|满意|评价/iu,
  },
};

/** The kind of column that a word or phrase asks for; null for any other word. */
export function columnKindAsked(phrase: string): ColumnKind | null {
  const found = (Object.keys(KINDS) as ColumnKind[]).find((kind) => KINDS[kind].asked.test(phrase));
  return found ?? null;
}

/** Whether a column with one of these names is of a kind; what is a time its type says. */
export const isOfKind = (kind: ColumnKind, ...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && KINDS[kind].named.test(name.replaceAll('_', ' ')));

/** Words of names for companies and other bodies that make, run or supply something. */
const BODIES =
  /(?<![a-z])(?:company|companies|studios?|agency|agencies|firms?|labels?|bands?|publishers?|organi[sz]ations?|vendors?|boards?|corporations?)(?![a-z])|公司|机构|单位|工作室|厂商|企业|乐队/iu;

/** Whether one of the names is of a body that does something as a person would. */
export const isBody = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && BODIES.test(name.replaceAll('_', ' ')));
