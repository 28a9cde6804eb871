import type { Attribute } from '../../model/things';

/** Columns that say where something is, each on its level. */
const PLACE = { zh: /(?:国家|省|省份|自治区|城市|地市|区县|县市|区县名称|县|市)$/, en: /^(?:country|province|state|city|town|county|district|region)(?: name)?$/i };

/** Whether a column names the place of its rows, judged by its own label. */
export function isPlace({ label, role }: Attribute): boolean {
  if (role !== 'dimension' && role !== 'name') return false;
  return (label.zh !== undefined && PLACE.zh.test(label.zh)) || (label.zh === undefined && label.en !== undefined && PLACE.en.test(label.en));
}
