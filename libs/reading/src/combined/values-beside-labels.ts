import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { spanOf, type Stretch, SURE } from '../units/unit-kinds';
import type { InText, InTextWeight } from './in-text';

/** Cost of a value of another column that is read as a value of the labelled column. */
const AS_ITS_VALUE = 0.05;
/** Cost of taking a value beside the label of a column as a value of another column. */
const OF_OTHER_COLUMN = 0.4;
const BETWEEN_EN = /^ (?:(?:is|was|are|=|:) )?$/u;
const BETWEEN_HAN = /^(?:是|为|叫|：|:|=)?$/u;
const BEFORE_EN = /^ (?:is )?the $/u;
const BEFORE_HAN = /^是(?:哪(?:一?[个座家位])?)?$/u;

/**
 * A value beside the label of a key or text column is a value of that column, even if another column stores the same
 * text. The values of such columns are not names by themselves. The reading "its capital is known" is not meant.
 */
export const VALUE_BESIDE_LABEL: InTextWeight = {
  name: 'value beside the label of a column',
  example: 'the state with the capital Albany',
  weigh: (question) => {
    const spans = new Set(valuesOfLabels(question).map(spanOf));
    return spans.size === 0
      ? null
      : (unit) => (unit.meaning.type === 'value' && spans.has(spanOf(unit)) ? OF_OTHER_COLUMN : 0);
  },
  adds: valuesOfLabels,
};

/** Values beside a label, as values of the label's column. */
function valuesOfLabels({ text, units, facts }: InText): Unit[] {
  const labels = units.flatMap(({ meaning, start, end, cost }) =>
    meaning.type === 'attribute' && cost < SURE && isOpen(facts, meaning.column)
      ? [{ start, end, column: meaning.column }]
      : [],
  );
  if (labels.length === 0) return [];
  const found = new Map<string, Unit>();
  for (const unit of units) {
    if (unit.meaning.type !== 'value' || unit.form !== 'exact' || found.has(spanOf(unit))) continue;
    const { column: of, values: named } = unit.meaning;
    const label = labels.find((one) => isBeside(text, one, unit));
    if (label === undefined || isSame(of, label.column)) continue;
    const values = named.flatMap((value) => facts.storedSpelling(label.column, String(value)) ?? []);
    if (values.length === 0) continue;
    const meaning = { type: 'value' as const, column: label.column, values };
    found.set(spanOf(unit), { ...unit, meaning, cost: unit.cost + AS_ITS_VALUE });
  }
  return [...found.values()];
}

function isBeside(text: string, label: Stretch, value: Stretch): boolean {
  if (label.end <= value.start) {
    const between = text.slice(label.end, value.start);
    return BETWEEN_EN.test(between) || BETWEEN_HAN.test(between);
  }
  const before = text.slice(value.end, label.start);
  // 奥尔巴尼是首府: in English, the owner of the capital follows.
  return (
    value.end < label.start &&
    ((BEFORE_EN.test(before) && text.startsWith(' of', label.end)) || BEFORE_HAN.test(before))
  );
}

/** Whether questions are not searched for a column's values, and the column is not a reference. */
const isOpen = (facts: Facts, ref: ColumnRef): boolean =>
  facts.column(ref)?.category === 'text' &&
  (facts.role(ref) === 'key' || facts.role(ref) === 'text') &&
  facts.refersTo(ref) === null;

const isSame = (one: ColumnRef, other: ColumnRef): boolean => one.table === other.table && one.column === other.column;
