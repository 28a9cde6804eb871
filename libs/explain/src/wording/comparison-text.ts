import type { Against, AggregateFunction, CompareOperator, Filter } from '@querent/contracts';
import { plural } from '@querent/language';
import { TIMES } from './column-pair-text';
import { AGGREGATES, enumerate, isExtreme, isMean, OPERATORS, say, type Wording } from '@querent/model';

/**
 * The predicate of a figure, to follow its name: 大于平均值的2倍, "is over 2 times the average" or "is under that of the
 * branch (name is Harbour)".
 */
export function boundValueText(
  wording: Wording,
  { op, value, against }: { op: CompareOperator; value: number; against?: Against },
  { filterText, thing }: ComparisonParts,
): string {
  if (against) return comparedText(wording, { op, times: value, ...against }, { filterText, thing });
  return say(wording.locale, `${OPERATORS[op].zh}${value}`, `${OPERATORS[op].en} ${value}`);
}

interface ComparisonParts {
  filterText: (filter: Filter) => string;
  /** The name of the rows that are compared with; '' where the surrounding text already names them. */
  thing: string;
  /** Whether times are compared: "is after" instead of "is over". */
  isTime?: boolean;
}

/**
 * A comparison with an aggregate of all rows ("is over the average") or of those that `among` selects. Equality with an
 * extreme reads "is the greatest".
 */
export function comparedText(
  { locale }: Wording,
  { op, times = 1, fn, among }: { op: CompareOperator; times?: number; fn: AggregateFunction; among?: Filter[] },
  { filterText, thing, isTime }: ComparisonParts,
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
