/** What a part of the world is called that lies in larger ones, or holds smaller ones. */
const PLACES =
  /(?:省份|省|州|城市|市|区县|县区|区|县|国家|国别)$|(?<![a-z])(?:province|state|city|town|county|district|country|region)$/iu;

/** Whether an attribute with one of these names says in which part of the world something is. */
export function isOfPlace(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && PLACES.test(name.replaceAll('_', ' ').trim()));
}

/** What else is called by where it is. */
const WHERE =
  /(?:地址|街道|校区|楼宇|场地|港口)$|(?<![a-z])(?:address|street|campus|building|venue|site|location|port)(?:e?s)?$|(?<![a-z])(?:cities|countries|counties|towns|states|regions|districts|provinces)$/iu;

/** Whether one of the names is of a place of any kind, however large: a street, a campus, a country. */
export const isSomewhere = (...names: readonly (string | undefined)[]): boolean =>
  isOfPlace(...names) || names.some((name) => name !== undefined && WHERE.test(name.replaceAll('_', ' ').trim()));
