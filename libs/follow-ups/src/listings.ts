import type { SemanticQuery } from '@querent/contracts';
import { type Construction, type Facts, isBareSet, type Meaning, pair, type SetMeaning } from '@querent/grammar';
import { edit, type Edit, rowsOf } from './edit';

/** Parts of the last answer to list, named before the word for listing: 把姓名列出来, 各大区都列一下. */
export const LISTED_BEHIND: readonly Construction[] = [
  pair(
    'attributes before the word that lists them',
    'columns',
    'w:list',
    { cost: 0.02, zh: '把名称列出来', en: '' },
    (columns) => ({ ...columns, asked: true }),
  ),
  pair(
    'attributes and things to list',
    'columns',
    'joined',
    { cost: 0.05, zh: '把名称和客户列出来', en: '' },
    ({ columns, asked }, { by, what }, facts) => {
      const names =
        by === 'or' || what.cat !== 'keys'
          ? []
          : what.keys.flatMap(({ column, grain }) => (grain ? [] : (column ?? [])));
      const areThings = names.every((name) => facts.nameColumn(name.table)?.column === name.column);
      return what.cat === 'keys' && names.length === what.keys.length && names.length > 0 && areThings
        ? { cat: 'columns', columns: [...columns, ...names], asked }
        : null;
    },
  ),
  pair(
    'groups before the word that lists them',
    'keys',
    'w:list',
    { cost: 0.02, zh: '各大区都列一下', en: '' },
    (keys) => (keys.asked ? null : keys),
  ),
];

/**
 * Columns that a list is to show: list them with customer and price. Without a word for listing, "with a price" is a
 * condition.
 */
export const LISTED_WITH_PARTS: readonly Construction[] = [
  pair('attributes to list with', 'w:with', 'columns', { zh: '', en: 'with region and address' }, (_, { columns }) => ({
    cat: 'shown_with',
    columns,
  })),
  pair('things to list with', 'w:with', 'set', { zh: '', en: 'with customer' }, (_, set, facts) =>
    namesOf(facts, set, []),
  ),
  pair(
    'more to list with',
    'shown_with',
    'joined',
    { zh: '', en: 'with customer and address' },
    ({ columns }, { by, what }, facts) => {
      if (by === 'or') return null;
      if (what.cat === 'columns') return { cat: 'shown_with', columns: [...columns, ...what.columns] };
      const isBare = what.cat === 'figure' && what.bare !== null && what.filters.length + what.keys.length === 0;
      return isBare && what.bare && facts.isNumber(what.bare)
        ? { cat: 'shown_with', columns: [...columns, what.bare] }
        : null;
    },
  ),
  pair(
    'more things to list with',
    'shown_with',
    'joined_set',
    { zh: '', en: 'with address and customer' },
    ({ columns }, { set }, facts) => namesOf(facts, set, columns),
  ),
];

export const LISTED_WITH_EDITS: readonly Edit[] = [
  edit(
    'list with columns',
    'shown_with',
    { changes: 'columns', zh: '列出来，带上客户', en: 'list them with customer and price' },
    (topic, { columns }, { facts, words }) => {
      const isOfGroups = topic.cat === 'figure' && topic.keys.length > 0;
      const rows = words.has('shape') && !isOfGroups ? rowsOf(topic) : null;
      const isReached = columns.every(({ table }) =>
        ['same', 'lookup'].includes(facts.way(topic.thing, table)?.kind ?? ''),
      );
      if (!rows || !isReached) return null;
      const name = facts.nameColumn(rows.thing);
      const isNamed = columns.some(({ table, column }) => table === name?.table && column === name.column);
      return { ...rows, asked: true, select: [...(name && !isNamed ? [name] : []), ...columns] };
    },
  ),
];

/** Whether a turn only lists each of some things: after a figure, it asks for the figure of each. */
export function listsEach(meaning: Meaning, last: SemanticQuery): boolean {
  if (meaning.cat !== 'set' || !meaning.each || last.measures.length === 0) return false;
  const { filters, periods, having, order, select } = meaning;
  return filters.length + periods.length + having.length + order.length + select.length === 0;
}

function namesOf(
  facts: Facts,
  set: SetMeaning,
  before: SetMeaning['select'],
): { cat: 'shown_with'; columns: SetMeaning['select'] } | null {
  const name = set.named && isBareSet(set) ? facts.nameColumn(set.thing) : null;
  return name && { cat: 'shown_with', columns: [...before, name] };
}
