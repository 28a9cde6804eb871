/** What a part of the world is called that lies in larger ones, or holds smaller ones. */
const PLACES =
  /(?:省份|省|州|城市|市|区县|县区|区|县|国家|国别)$|(?<![a-z])(?:province|state|city|town|county|district|country|region)$/iu;

/** Whether an attribute with one of these names says in which part of the world something is. */
export function isOfPlace(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && PLACES.test(name.replaceAll('_', ' ').trim()));
}
