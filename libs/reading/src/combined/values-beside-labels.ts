import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/** What it costs that a column has a value which is known of another alone. */
const AS_ITS_VALUE = 0.05;
/** What it costs that a value right beside the label of a column is of another. */
const OF_OTHER_COLUMN = 0.4;
/** Labels up to this cost name a column for sure. */
const SURE_LABEL = 0.1;
const BETWEEN_EN = /^ (?:(?:is|was|are|=|:) )?$/u;
const BETWEEN_HAN = /^(?:是|为|叫|：|:|=)?$/u;
const BEFORE_EN = /^ (?:is )?the $/u;
const BEFORE_HAN = /^是(?:哪(?:一?[个座家位])?)?$/u;

/**
 * "The state with the capital Albany": a value right behind the label of a column of keys or texts, whose values name
 * nothing by themselves, is a value of that column, whatever else is called so. That the capital is known is not what
 * is said.
 */
export function valuesBesideLabels(text: string, units: readonly Unit[], facts: Facts): Unit[] {
  const labels = units.flatMap(({ meaning, start, end, cost }) =>
    meaning.type === 'attribute' && cost < SURE_LABEL && isOpen(facts, meaning.column)
      ? [{ start, end, column: meaning.column }]
      : [],
  );
  if (labels.length === 0) return [...units];
  const own: Unit[] = [];
  const beside = new Set<string>();
  for (const unit of units) {
    if (unit.meaning.type !== 'value' || unit.form !== 'exact') continue;
    const { column: of, values: named } = unit.meaning;
    const label = labels.find((one) => isBeside(text, one, unit));
    if (label === undefined || beside.has(spanOf(unit)) || isSame(of, label.column)) continue;
    const values = named.flatMap((value) => facts.storedAs(label.column, String(value)) ?? []);
    if (values.length === 0) continue;
    beside.add(spanOf(unit));
    own.push({ ...unit, meaning: { type: 'value', column: label.column, values }, cost: unit.cost + AS_ITS_VALUE });
  }
  if (own.length === 0) return [...units];
  const isOther = (unit: Unit): boolean => unit.meaning.type === 'value' && beside.has(spanOf(unit));
  return [...units.map((unit) => (isOther(unit) ? { ...unit, cost: unit.cost + OF_OTHER_COLUMN } : unit)), ...own];
}

type Stretch = Pick<Unit, 'start' | 'end'>;

function isBeside(text: string, label: Stretch, value: Stretch): boolean {
  if (label.end <= value.start) {
    const between = text.slice(label.end, value.start);
    return BETWEEN_EN.test(between) || BETWEEN_HAN.test(between);
  }
  const before = text.slice(value.end, label.start);
  // 奥尔巴尼是首府: what it is the capital of comes next in English.
  return (
    value.end < label.start &&
    ((BEFORE_EN.test(before) && text.startsWith(' of', label.end)) || BEFORE_HAN.test(before))
  );
}

/** Whether a column holds words by which no question is searched, and refers to nothing. */
const isOpen = (facts: Facts, ref: ColumnRef): boolean =>
  facts.column(ref)?.category === 'text' &&
  (facts.role(ref) === 'key' || facts.role(ref) === 'text') &&
  facts.refersTo(ref) === null;

const isSame = (one: ColumnRef, other: ColumnRef): boolean => one.table === other.table && one.column === other.column;

const spanOf = ({ start, end }: Stretch): string => `${start} ${end}`;
