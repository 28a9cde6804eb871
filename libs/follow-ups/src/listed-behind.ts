import type { SemanticQuery } from '@querent/contracts';
import { type Construction, type Meaning, pair } from '@querent/grammar';

/** What of the last answer is to be listed, named before the word for it: 把姓名列出来, 各大区都列一下. */
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

/** Whether a turn lists each of some things and says no more of them: behind a figure it asks for that of each. */
export function listsEach(meaning: Meaning, last: SemanticQuery): boolean {
  if (meaning.cat !== 'set' || !meaning.each || last.measures.length === 0) return false;
  const { filters, periods, having, order, select } = meaning;
  return filters.length + periods.length + having.length + order.length + select.length === 0;
}
