/** Spellings of each unit by its canonical name. A longer unit comes before one that is its beginning. */
const UNIT_SPELLINGS: Readonly<Record<string, string>> = {
  '%': '%|percent|per cent|pct',
  km: '公里|千米|km|kms|kilometers?|kilometres?',
  平方米: '平方米|平米|㎡|m2|m²|sqm|sq m|square met(?:er|re)s?',
  m: '米|m|meters?|metres?',
  mile: 'miles?|英里|mi',
  元: '元人民币|人民币|元钱|块钱|元|块|yuan|rmb|cny',
  usd: '美元|美金|dollars?|usd|bucks?',
  eur: '欧元|euros?|eur',
  岁: '周岁|岁|years? old',
  year: 'years?|年(?![级代度份龄纪])',
  month: 'months?|个月',
  week: 'weeks?|周|个星期|星期',
  day: 'days?|天',
  hour: 'hours?|hrs?|小时|个小时',
  minute: 'minutes?|mins?|分钟',
  second: '秒钟?',
  kg: '公斤|千克|kg|kgs|kilos?|kilograms?',
  t: '吨(?!位)|tonnes?|metric tons?|tons?',
  hl: '百升|hl|hectolit(?:er|re)s?',
  l: '升(?![级至高降])|lit(?:er|re)s?',
  倍: '倍|times(?= (?:the|as|more|higher|larger|greater))',
  次: 'times',
  分: '分(?![之钟析类布别组数店公部])',
  星: '星(?:级)?',
};

/** Chinese measure words: the counted noun follows a number and one of them. The guards keep words such as 部门 whole. */
export const CLASSIFIER =
  '(?:个(?![月小星])|名(?![称字单])|位(?![置数])|家(?![庭居长具电])|所|条(?![件目款])|次(?![数])|人(?![均口员才民])|种(?![类子植])|件(?![数])|笔(?![数])|台(?![湾北州风])|项(?![目])|款|张|座|部(?![门分长])|本(?![月周年季地])|篇|间|辆|套(?![餐])|份(?![额])|批(?![次发])|门(?![店票])|户(?![型])|群|单(?![元位品据价独号身日])|只(?![有是要])|支(?![付出持])|首|节(?![日目假气省约点])|堂(?![食])|栋|幢|场(?![馆地所]))';

/** Source of a pattern with one named group, `unit`, for what may follow a number. */
export const UNIT_PATTERN = `(?<unit>${Object.values(UNIT_SPELLINGS).join('|')})`;

const CANONICAL = Object.entries(UNIT_SPELLINGS).map(
  ([name, spellings]) => [name, new RegExp(`^(?:${spellings})$`, 'i')] as const,
);

/** The canonical name of a unit ("kilometres" → "km"); a measure word is its own name. */
export function canonicalUnit(written: string): string {
  return CANONICAL.find(([, pattern]) => pattern.test(written))?.[0] ?? written;
}

export const METERS: Readonly<Record<string, number>> = { km: 1000, m: 1, mile: 1609.344 };

/** Units of one quantity with their factors. Months and years have no fixed length. */
const QUANTITIES: readonly Readonly<Record<string, number>>[] = [
  METERS,
  { kg: 1, t: 1000 },
  { l: 1, hl: 100 },
  { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 },
];

/** The factor between two units (5 t are 5000 kg); null if they measure different quantities. */
export function unitFactor(from: string, to: string): number | null {
  if (from === to) return 1;
  const quantity = QUANTITIES.find((one) => from in one && to in one);
  return quantity ? (quantity[from] ?? 1) / (quantity[to] ?? 1) : null;
}

/** Whether a unit measures a quantity that other units measure as well. */
export const isConvertible = (unit: string): boolean => QUANTITIES.some((one) => unit in one);
