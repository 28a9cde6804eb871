import type { Localized } from '../semantic-model';

/** A unit with its names in the answer, the last words of columns that mean it, and its names in comments. */
interface KnownUnit {
  unit: Localized;
  suffixes: readonly string[];
  called: readonly string[];
}

const unit = (zh: string, en: string, suffixes: readonly string[], called: readonly string[]): KnownUnit => ({
  unit: { zh, en },
  suffixes,
  called,
});

/**
 * The units that a draft may write. A suffix with a second common meaning is not listed: `min` (minimum), `m`, `t`, `h`
 * and `pct`, whose columns hold 25 or 0.25.
 */
const UNITS: readonly KnownUnit[] = [
  unit('欧元', 'EUR', ['eur', 'euro', 'euros'], ['eur', 'euro', 'euros', '€', '欧元']),
  unit('美元', 'USD', ['usd'], ['usd', 'us dollars', 'us$', '美元']),
  unit('英镑', 'GBP', ['gbp'], ['gbp', 'pounds sterling', '£', '英镑']),
  unit('日元', 'JPY', ['jpy'], ['jpy', 'yen', '日元']),
  unit('元', 'yuan', ['cny', 'rmb', 'yuan'], ['cny', 'rmb', 'yuan', '元', '人民币元', '人民币']),
  unit('万元', '10,000 yuan', [], ['万元']),
  unit('公里', 'km', ['km'], ['km', 'kilometers', 'kilometres', '公里', '千米']),
  unit('厘米', 'cm', ['cm'], ['cm', 'centimeters', 'centimetres', '厘米']),
  unit('毫米', 'mm', ['mm'], ['mm', 'millimeters', 'millimetres', '毫米']),
  unit('米', 'm', ['meters', 'metres'], ['meters', 'metres', '米']),
  unit('平方米', 'm²', ['sqm', 'm2'], ['sqm', 'm2', 'm²', 'square meters', 'square metres', '平方米', '平米']),
  unit('千克', 'kg', ['kg', 'kgs'], ['kg', 'kilograms', '千克', '公斤']),
  unit('克', 'g', ['grams'], ['grams', '克']),
  unit('吨', 't', ['tonnes', 'tons'], ['tonnes', 'metric tons', '吨']),
  unit('升', 'l', ['liters', 'litres'], ['liters', 'litres', '升']),
  unit('千瓦时', 'kWh', ['kwh'], ['kwh', 'kilowatt hours', '千瓦时', '度电']),
  unit('毫秒', 'ms', ['ms', 'millis', 'milliseconds'], ['ms', 'milliseconds', '毫秒']),
  unit('秒', 'seconds', ['sec', 'secs', 'seconds'], ['seconds', 'secs', '秒', '秒钟']),
  unit('分钟', 'minutes', ['mins', 'minutes'], ['minutes', 'mins', '分钟']),
  unit('小时', 'hours', ['hrs', 'hours'], ['hours', 'hrs', '小时']),
  unit('天', 'days', ['days'], ['days', '天']),
  unit('%', '%', [], ['percent', '%', 'per cent', '百分比', '百分之']),
];

const bySuffix = new Map(UNITS.flatMap((one) => one.suffixes.map((suffix) => [suffix, one.unit])));
const byName = new Map(UNITS.flatMap((one) => one.called.map((name) => [name, one.unit])));

/** Where a comment names a unit: `in EUR`, `(km)`, `单位：元`, `（元）`. The name must be all that is there. */
const IN_COMMENT: readonly RegExp[] = [
  /单位(?:是|为)?\s*[:：]?\s*([^\s,，;；。.()（）]+)/gu,
  /[(（]\s*(?:in\s+|单位[:：]?\s*)?([^()（）]{1,20}?)\s*[)）]/giu,
  /(?:^|\s)in\s+([\p{L}€£$%²\d]+(?:\s[\p{L}]+)?)\s*(?=$|[.,;，；。])/giu,
];

/**
 * The unit of a column, if its comment names one of the known units, or the last word of its name is one. Null if in
 * doubt: without a match, for a rate (price per km), or if comment and name differ.
 */
export function unitOf(words: string, comment: string | null): Localized | null {
  if (/(?:^| )per(?: |$)|每|\//u.test(words) || /\bper\b|每|[\p{L}]\/[\p{L}]/iu.test(comment ?? '')) return null;
  const parts = words.split(' ');
  const named = parts.length > 1 ? bySuffix.get(parts.at(-1) ?? '') : undefined;
  const stated = new Set(
    IN_COMMENT.flatMap((pattern) =>
      [...(comment ?? '').matchAll(pattern)].flatMap(([, name = '']) => byName.get(name.trim().toLowerCase()) ?? []),
    ),
  );
  const all = [...new Set([...(named ? [named] : []), ...stated])];
  return all.length === 1 ? (all[0] ?? null) : null;
}
