import type { ColumnRef } from '@querent/contracts';
import {
  condition,
  type ConditionMeaning,
  type Construction,
  either,
  type Facts,
  type Meaning,
  onlyColumn,
  pair,
  type QuotedMeaning,
  setOf,
  withCondition,
} from '@querent/grammar';

/** Quoted text: stored values, and parts of texts. */
export const TEXTS: readonly Construction[] = [
  pair(
    'marker before quoted words',
    ['w:is', 'w:in'],
    'quoted',
    { zh: '为“上海”', en: "is 'Berlin'" },
    (_, quoted) => quoted,
  ),
  pair('denied quoted words', 'w:not', 'quoted', { zh: '不是“上海”', en: "is not 'Berlin'" }, (_, quoted) =>
    quoted.negated ? null : { ...quoted, negated: true },
  ),
  pair(
    'listed quoted words',
    'quoted',
    'joined',
    { zh: '“上海”或“北京”', en: "'Berlin' or 'Paris'" },
    (quoted, { what }) =>
      what.cat === 'quoted' && !what.negated ? { ...quoted, values: [...quoted.values, ...what.values] } : null,
  ),
  pair(
    'attribute and its quoted value',
    'columns',
    'quoted',
    { zh: '城市为“上海”', en: "city is 'Berlin'" },
    ({ columns }, quoted, facts) => onlyColumn(columns, (column) => quotedValue(facts, column, quoted)),
  ),
  ...either(
    'things and a quoted name',
    'set',
    'quoted',
    { cost: 0.1, zh: '“海鸥”号船', en: "ships called 'Gull'" },
    (set, quoted, facts) => {
      const name = facts.nameColumn(set.thing);
      const named = name && facts.role(name) === 'name' ? quotedValue(facts, name, quoted) : null;
      return named && withCondition(facts, set, named);
    },
  ),
  pair('text that is contained', 'w:contains', 'quoted', { zh: '包含“海”', en: "contains 'sea'" }, (_, quoted) =>
    pattern('contains', quoted),
  ),
  ...either('text at the start', 'w:starts', 'quoted', { zh: '“海”开头', en: "starts with 'sea'" }, (_, quoted) =>
    pattern('starts', quoted),
  ),
  ...either('text at the end', 'w:ends', 'quoted', { zh: '“海”结尾', en: "ends with 'sea'" }, (_, quoted) =>
    pattern('ends', quoted),
  ),
  pair('marker before a text', ['w:by', 'w:with', 'w:in'], 'pattern', { zh: '以“海”开头', en: '' }, (_, text) => text),
  pair('marker after a text', 'pattern', ['w:in', 'w:their'], { zh: '', en: "has 'sea' in its" }, (text) => text),
  pair(
    'texts that are listed',
    'columns',
    'pattern',
    { cost: 0.1, zh: '', en: "names that start with 'S'" },
    ({ columns }, { match, value, span }, facts) =>
      onlyColumn(columns, (column) => ({
        ...setOf(column.table, true),
        asked: true,
        // Things are listed by their names; other texts are listed once each.
        ...(facts.role(column) !== 'name' && { select: [column], distinct: true }),
        filters: [{ kind: 'text', column, match, value, negated: false, span }],
      })),
  ),
  ...either(
    'attribute with a text',
    'columns',
    'pattern',
    { zh: '名称包含“海”', en: "names that contain 'sea'", reversed: 0.05 },
    ({ columns }, { match, value, span }) =>
      onlyColumn(columns, (column) =>
        condition(column, [{ kind: 'text', column, match, value, negated: false, span }]),
      ),
  ),
];

function pattern(match: 'contains' | 'starts' | 'ends', { values, negated }: QuotedMeaning): Meaning | null {
  const [only, ...more] = values;
  return only && more.length === 0 && !negated ? { cat: 'pattern', match, ...only } : null;
}

/**
 * A condition on the stored spellings; several values are alternatives. Null if one of them is not a value of the
 * column.
 */
function quotedValue(facts: Facts, column: ColumnRef, { values, negated }: QuotedMeaning): ConditionMeaning | null {
  const stored = values.map(({ value }) => facts.storedSpelling(column, value));
  const [one, ...more] = stored;
  const [first] = values;
  if (one === undefined || first === undefined || facts.isNumber(column)) return null;
  if (stored.some((value) => value === null)) return null;
  const { span } = first;
  return condition(column, [
    more.length === 0
      ? { kind: 'compare', column, op: negated ? '!=' : '=', value: one as string, span }
      : { kind: 'in', column, values: stored as string[], negated },
  ]);
}
