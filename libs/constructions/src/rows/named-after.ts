import type { ColumnRef } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import {
  type ColumnsMeaning,
  type Construction,
  either,
  type Facts,
  isBareSet,
  narrowed,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';

/** Attributes of rows whose name refers to another thing, and amounts of what an attribute names. */
export const NAMED_AFTER: readonly Construction[] = [
  pair(
    'attributes of rows that are called as things',
    'columns',
    'of_set',
    { cost: 0.05, zh: '', en: 'highest points of all the states' },
    (columns, { set }, facts) => ofCalled(facts, columns, set),
  ),
  pair(
    'things and attributes of rows that are called as they are',
    'set',
    'columns',
    { cost: 0.05, zh: '各州的最高点', en: '' },
    (set, columns, facts) => ofCalled(facts, columns, { ...set, asked: false }),
  ),
  ...either(
    'degree of what an attribute names',
    'op:degree',
    'columns',
    { zh: '最高点有多高', en: 'how high is the highest point' },
    ({ operator: { scale } }, columns, facts) => amountsOf(facts, columns, scale),
  ),
  pair(
    'attribute that names where it is',
    'w:where',
    'columns',
    { cost: 0.05, zh: '', en: 'where is the highest point' },
    (_, columns, facts) =>
      columns.asked || columns.columns.some((ref) => facts.role(ref) !== 'dimension' || facts.isTime(ref))
        ? null
        : { ...columns, asked: true },
  ),
];

/** Cost of an amount that belongs to what an attribute names, instead of to the thing. */
const OF_NAMED = 0.05;

/** Attributes of the rows whose name refers to the thing. Null for rows with their own name. */
function ofCalled(
  facts: Facts,
  { columns }: ColumnsMeaning,
  set: SetMeaning,
): { meaning: SetMeaning; cost: number } | null {
  const [first, ...more] = columns;
  if (!first || first.table === set.thing || more.some(({ table }) => table !== first.table)) return null;
  const name = facts.nameColumn(first.table);
  const isCalled = name !== null && facts.role(name) === 'name' && facts.nameStoredIn(name)?.table === set.thing;
  if (!isCalled || set.asked || columns.some(({ column }) => column === name.column)) return null;
  const own = setOf(first.table, true);
  const select = set.each === true ? [name, ...columns] : [...columns];
  const found = isBareSet(set) ? { filters: [], cost: 0 } : narrowed(facts, first.table, set);
  return found && { meaning: { ...own, filters: found.filters, asked: true, select }, cost: found.cost };
}

/** The amount on a scale that the model names after an attribute: "height of the highest point". */
function amountsOf(
  facts: Facts,
  { columns, ...rest }: ColumnsMeaning,
  scale: SuperlativeScale,
): { meaning: ColumnsMeaning; cost: number }[] {
  const [attribute, ...more] = columns;
  if (!attribute || more.length > 0 || facts.role(attribute) === 'measure') return [];
  const amounts = facts
    .columns(attribute.table)
    .filter((ref) => facts.role(ref) === 'measure' && isCalledAfter(facts, ref, attribute));
  const [amount, ...others] = amounts.filter((ref) => facts.isOnScale(ref, scale));
  return amount && others.length === 0
    ? [{ meaning: { ...rest, columns: [amount], asked: true }, cost: OF_NAMED }]
    : [];
}

/** Whether an amount is called "… of the" attribute, or 的…: elevation of the highest point, 最高点的海拔. */
function isCalledAfter(facts: Facts, amount: ColumnRef, attribute: ColumnRef): boolean {
  const [english, chinese] = [namesOf(facts, amount, 'en'), namesOf(facts, amount, 'zh')];
  return (
    namesOf(facts, attribute, 'en').some((of) =>
      english.some((name) => name.endsWith(` of ${of}`) || name.endsWith(` of the ${of}`)),
    ) || namesOf(facts, attribute, 'zh').some((of) => chinese.some((name) => name.startsWith(`${of}的`)))
  );
}

function namesOf(facts: Facts, ref: ColumnRef, locale: 'zh' | 'en'): string[] {
  const { label, synonyms } = facts.column(ref) ?? {};
  return [label?.[locale] ?? '', ...(synonyms?.[locale] ?? [])]
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase());
}
