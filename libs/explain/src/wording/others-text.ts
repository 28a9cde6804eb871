import type { Against, AggregateFunction, CompareOperator, Filter } from '@querent/contracts';
import { plural } from '@querent/language';
import { TIMES } from './column-pair-text';
import { AGGREGATES, enumerate, isExtreme, isMean, OPERATORS, say, type Wording } from '@querent/model';

/**
 * What a figure is compared with, behind its name: 大于平均值的2倍, "is over 2 times the average"
 * or "is under that of the branch (name is Harbour)".
 */
export function boundValueText(
  reading: Wording,
  { op, value, against }: { op: CompareOperator; value: number; against?: Against },
  { filterText, thing }: OthersOf,
): string {
  if (against) return againstText(reading, { op, times: value, ...against }, { filterText, thing });
  return say(reading.locale, `${OPERATORS[op].zh}${value}`, `${OPERATORS[op].en} ${value}`);
}

interface OthersOf {
  filterText: (filter: Filter) => string;
  /** What the others are; '' where the words beside say it. */
  thing: string;
  /** Whether times are compared, which come before and after each other. */
  isTime?: boolean;
}

/** Against an aggregate of others: above the average, more than those that are named. What equals an extreme is it. */
export function againstText(
  { locale }: Wording,
  { op, times = 1, fn, among }: { op: CompareOperator; times?: number; fn: AggregateFunction; among?: Filter[] },
  { filterText, thing, isTime }: OthersOf,
): string {
  const { zh, en } = (isTime ? TIMES : OPERATORS)[op];
  const of = AGGREGATES[fn].name;
  const [multiple, so] = times === 1 ? ['', ''] : [`的${times}倍`, `${times} times `];
  if (among) {
    const named = among.map(filterText);
    const isOfAll = isMean(fn);
    const taken = isOfAll ? { zh: `的${of.zh}`, en: `the ${of.en}` } : { zh: '', en: 'that' };
    const those = thing === '' ? 'those where' : isOfAll ? plural(thing) : `the ${thing}`;
    const who = `${those} ${inBrackets(enumerate(named, locale), thing)}`;
    return say(
      locale,
      `${zh}${named.join('、')}的${thing || '那一组'}${taken.zh}${multiple}`,
      `${en} ${so}${taken.en} of ${who}`,
    );
  }
  if (op === '=' && times === 1 && isExtreme(fn)) return say(locale, `为${of.zh}`, `is the ${of.en}`);
  return say(locale, `${zh}${of.zh}${multiple}`, `${en} ${so}the ${of.en}`);
}

const inBrackets = (text: string, thing: string): string => (thing === '' ? text : `(${text})`);
