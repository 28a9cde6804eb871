import type { CompareOperator, Filter, Span } from '@querent/contracts';
import type { Attribute, Thing } from '../../model/things';
import { type Mention, cueOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import type { adjectiveAttributes } from './adjective-field';
import { countingMetric } from './read-measures';

/** A bound as the question states it, before it is known of what. */
export interface Bound {
  first: Mention;
  last: Mention;
  mentions: Mention[];
  ops: { op: CompareOperator; value: number }[];
  unit: string | null;
  of: Parameters<typeof adjectiveAttributes>[1] | null;
  /** The figure where it stands between the comparing word and the number: above age 20. */
  figure?: Mention;
}

export const MONEY: ReadonlySet<string> = new Set(['元', 'usd', 'eur', 'gbp', 'cny', '块', 'yuan', 'dollar']);

export function compareFilter(attribute: Attribute, op: CompareOperator, value: number, span: Span | undefined): Filter {
  return { kind: 'compare', column: attribute.ref, op, value, span };
}

export function isMoney({ unit, mentions }: Bound): boolean {
  return (unit !== null && MONEY.has(unit)) || mentions.some((one) => cueOf(one, 'unit') !== null && /^(?:元|块|块钱|人民币|美元|yuan|dollar|usd|rmb|cny|euro|[¥$])s?$/.test(one.span.text));
}

export function isCurrency(attribute: Attribute): boolean {
  return attribute.format === 'currency' || attribute.unit?.zh === '元';
}

/** Devices that are kept as quantities are more than their rows. */
export function isCountedByRows(reading: Reading, thing: Thing): boolean {
  const metric = countingMetric(reading, thing);
  return metric === null || /^\s*count/i.test(metric.expression ?? '');
}
