import type { Attribute } from '../lexicon/model-view';

/** Whether a column holds sums of money. */
export function isCurrency(attribute: Attribute): boolean {
  return attribute.format === 'currency' || attribute.unit?.zh === '元';
}
