import { type Construction, type Facts, isBareSet, pair, type SetMeaning } from '@querent/grammar';
import { rowsOf } from './condition-edits';
import { edit, type Edit } from './edit';

/** What a list is to show: list them with customer and price. Behind other words, "with a price" narrows. */
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

function namesOf(
  facts: Facts,
  set: SetMeaning,
  before: SetMeaning['select'],
): { cat: 'shown_with'; columns: SetMeaning['select'] } | null {
  const name = set.named && isBareSet(set) ? facts.nameColumn(set.thing) : null;
  return name && { cat: 'shown_with', columns: [...before, name] };
}
