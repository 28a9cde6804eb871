import { normalizeText } from '@querent/language';
import type { NameMeaning } from '../../../unit';
import type { NamedColumn } from '../../named-things';
import type { RuleName } from '../../rules';

/** A wording for yes or no of a column. */
export interface Polarity {
  text: string;
  is: boolean;
  rule: RuleName;
}

const YES: ReadonlySet<string> = new Set(['y', 'yes', 't', 'true', '1', '是', '有', '已']);
const NO: ReadonlySet<string> = new Set(['n', 'no', 'f', 'false', '0', '否', '无', '没有', '未']);
/** Words of an identifier or label of a yes/no column that has another type. */
const ASKS = /^(?:is|has|was|can|whether|if) |(?:^| )(?:flag|flg|ind|indicator|yn)$|是否|有无|能否|可否/;

/**
 * The meaning of yes (or no) of a column: a flag for a boolean column, the stored values for a column that contains
 * only one word for each. Null for other columns, and for numbers without a yes/no name.
 */
export function yesOrNo(column: NamedColumn, is: boolean, names: readonly string[]): NameMeaning | null {
  const { ref, category, stored, storedComplete } = column;
  if (category === 'boolean') return { type: 'flag', column: ref, is };
  if (!storedComplete || stored.length < 1 || stored.length > 3) return null;
  const answers = stored.map((value) => normalizeText(value)).filter((value) => value !== '');
  if (!answers.every((value) => YES.has(value) || NO.has(value))) return null;
  const isBoth =
    answers.some((value) => YES.has(value)) &&
    answers.some((value) => NO.has(value)) &&
    !answers.some((value) => /\d/.test(value));
  if (!isBoth && !names.some((name) => ASKS.test(name))) return null;
  const values = stored.filter((value) => (is ? YES : NO).has(normalizeText(value)));
  return values.length === 0 ? null : { type: 'value', column: ref, values };
}
