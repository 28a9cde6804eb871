import type { ColumnRef } from '@querent/contracts';
import { type Construction, either, pair } from '../construction';
import type { Facts } from '../facts';
import type { ConditionMeaning } from '../meaning';
import { withCondition } from '../attach';
import { condition, onlyColumn } from './column-condition';

/** Words between quotation marks: stored values, and parts of texts. */
export const TEXTS: readonly Construction[] = [
  pair(
    'marker before quoted words',
    ['w:is', 'w:in'],
    'quoted',
    { zh: '为“上海”', en: "is 'Berlin'" },
    (_, quoted) => quoted,
  ),
  pair(
    'attribute and its quoted value',
    'columns',
    'quoted',
    { zh: '城市为“上海”', en: "city is 'Berlin'" },
    ({ columns }, { value, span }, facts) => onlyColumn(columns, (column) => quotedValue(facts, column, value, span)),
  ),
  ...either(
    'things and a quoted name',
    'set',
    'quoted',
    { cost: 0.1, zh: '“海鸥”号船', en: "ships called 'Gull'" },
    (set, { value, span }, facts) => {
      const name = facts.nameColumn(set.thing);
      const named = name && facts.role(name) === 'name' ? quotedValue(facts, name, value, span) : null;
      return named && withCondition(facts, set, named);
    },
  ),
  pair(
    'text that is contained',
    'w:contains',
    'quoted',
    { zh: '包含“海”', en: "contains 'sea'" },
    (_, { value, span }) => ({
      cat: 'pattern',
      match: 'contains',
      value,
      span,
    }),
  ),
  ...either(
    'text at the start',
    'w:starts',
    'quoted',
    { zh: '“海”开头', en: "starts with 'sea'" },
    (_, { value, span }) => ({
      cat: 'pattern',
      match: 'starts',
      value,
      span,
    }),
  ),
  ...either('text at the end', 'w:ends', 'quoted', { zh: '“海”结尾', en: "ends with 'sea'" }, (_, { value, span }) => ({
    cat: 'pattern',
    match: 'ends',
    value,
    span,
  })),
  pair(
    'marker before a text',
    ['w:by', 'w:with', 'w:in'],
    'pattern',
    { zh: '以“海”开头', en: '' },
    (_, pattern) => pattern,
  ),
  pair(
    'attribute with a text',
    'columns',
    'pattern',
    { zh: '名称包含“海”', en: "names that contain 'sea'" },
    ({ columns }, { match, value, span }) =>
      onlyColumn(columns, (column) =>
        condition(column, [{ kind: 'text', column, match, value, negated: false, span }]),
      ),
  ),
];

function quotedValue(
  facts: Facts,
  column: ColumnRef,
  text: string,
  span: { start: number; end: number; text: string },
): ConditionMeaning | null {
  const value = facts.storedAs(column, text);
  return value === null || facts.isNumber(column)
    ? null
    : condition(column, [{ kind: 'compare', column, op: '=', value, span }]);
}
