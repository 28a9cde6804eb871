import type { ColumnRef, ElapsedUnit, Since } from '@querent/contracts';
import type { Locale } from '../semantic-model';
import { columnText, type Wording } from './column-text';
import { say } from './words';

const UNITS: Readonly<Record<ElapsedUnit, { zh: string; en: string }>> = {
  day: { zh: '天', en: 'day' },
  hour: { zh: '小时', en: 'hour' },
  minute: { zh: '分钟', en: 'minute' },
};

/** The plural of a unit: 天, days. */
export const elapsedUnit = (unit: ElapsedUnit, locale: Locale): string =>
  say(locale, UNITS[unit].zh, `${UNITS[unit].en}s`);

/** A length of time: 5天, "5 days", "1 day". */
export const elapsedAmount = (value: number, unit: ElapsedUnit, locale: Locale): string =>
  say(locale, `${value}${UNITS[unit].zh}`, `${value} ${UNITS[unit].en}${value === 1 ? '' : 's'}`);

/** The length of time between two columns: 下单日期到发货日期的天数, "days from order date to shipping date". */
export function elapsedText(wording: Wording, column: ColumnRef, since: Since): string {
  const [begin, end] = [columnText(wording, since), columnText(wording, column)];
  const unit = elapsedUnit(since.unit, wording.locale);
  return say(
    wording.locale,
    `${begin}到${end}的${since.unit === 'day' ? '天数' : `${unit}数`}`,
    `${unit} from ${begin} to ${end}`,
  );
}
