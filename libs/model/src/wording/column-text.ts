import type { ColumnRef } from '@querent/contracts';
import { type Attribute, thingsOf } from '../things';
import type { Locale, SemanticModel } from '../semantic-model';
import { attributeLabel } from './words';

/** The model and the language in which a query is worded. */
export interface Wording {
  locale: Locale;
  model: SemanticModel;
}

/** Words for comparisons of a column with a value. */
export const OPERATORS = {
  '=': { zh: '为', en: 'is' },
  '!=': { zh: '不为', en: 'is not' },
  '>': { zh: '大于', en: 'is over' },
  '>=': { zh: '不低于', en: 'is at least' },
  '<': { zh: '小于', en: 'is under' },
  '<=': { zh: '不高于', en: 'is at most' },
} as const;

export function attributeOf(wording: Wording, ref: ColumnRef): Attribute | undefined {
  return thingsOf(wording.model)
    .get(ref.table)
    ?.attributes.find((one) => one.ref.column === ref.column);
}

export function columnText(wording: Wording, ref: ColumnRef): string {
  const attribute = attributeOf(wording, ref);
  return attribute ? attributeLabel(attribute, wording.locale) : ref.column.replaceAll('_', ' ');
}
