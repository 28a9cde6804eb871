/** A kind of column that a question may ask for without naming one: any column of that kind is meant. */
export type ColumnKind = 'contact' | 'size' | 'money' | 'time' | 'rating';

/** The words that ask for each kind, and the words in the names of its columns. */
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

/** Whether a column with one of these names is of a kind. The type, not the name, identifies a time. */
export const isOfKind = (kind: ColumnKind, ...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && KINDS[kind].named.test(name.replaceAll('_', ' ')));

/** Words in the names of companies and other organisations. */
const BODIES =
  /(?<![a-z])(?:company|companies|studios?|agency|agencies|firms?|labels?|bands?|publishers?|organi[sz]ations?|vendors?|boards?|corporations?)(?![a-z])|公司|机构|单位|工作室|厂商|企业|乐队/iu;

/** Whether one of the names is of an organisation that acts as a person would. */
export const isOrganisation = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && BODIES.test(name.replaceAll('_', ' ')));

/** Words in the names of columns that contain names. */
const NAMES = /(?<![a-z])(?:name|title)s?(?![a-z])|[名称题]/iu;

/** Whether one of the names is of a column that contains names. */
export const isOfName = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && NAMES.test(name));

/** Words for a region that is part of larger ones or contains smaller ones. */
const PLACES =
  /(?:省份|省|州|城市|市|区县|县区|区|县|国家|国别)$|(?<![a-z])(?:province|state|city|town|county|district|country|region)$/iu;

/** Whether an attribute with one of these names is a region. */
export function isOfPlace(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && PLACES.test(name.replaceAll('_', ' ').trim()));
}

/** Other words for locations. */
const WHERE =
  /(?:地址|街道|校区|楼宇|场地|港口)$|(?<![a-z])(?:address|street|campus|building|venue|site|location|port)(?:e?s)?$|(?<![a-z])(?:cities|countries|counties|towns|states|regions|districts|provinces)$/iu;

/** Whether one of the names is a location of any size: a street, a campus, a country. */
export const isLocation = (...names: readonly (string | undefined)[]): boolean =>
  isOfPlace(...names) || names.some((name) => name !== undefined && WHERE.test(name.replaceAll('_', ' ').trim()));
