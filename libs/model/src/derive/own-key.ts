import type { SnapshotTable } from '@querent/contracts';
import { nameWords } from '../name-words';

export const wordsOf = (name: string): string => nameWords(name).join(' ');

export const singular = (words: string): string =>
  words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/(?<=(?:ss|x|ch|sh))es$|(?<=[^s])s$/, '');

/**
 * Whether a column has a typical name of its table's key: `id`, `aid` of author, `customer_id` of customers,
 * `airline_code` of airline, `agency_id` of travel agencies, `state_name` of state.
 */
export function isOwnKey(name: string, table: string): boolean {
  const [words, own] = [wordsOf(name), singular(wordsOf(table))];
  if (words === 'id' || words === `${initials(own)}id` || words === `${own.replaceAll(' ', '')}id`) return true;
  const [, thing] = /^(.+) (?:id|code|no|number|key|name)$/.exec(words) ?? [];
  return thing !== undefined && (own === thing || own.endsWith(` ${thing}`));
}

const initials = (words: string): string => words.replace(/(?<=\S)\S+|\s/g, '');

/** A table without a primary key gets an observed unique column as its key, if that has the name of a key. */
export function withObservedKey(table: SnapshotTable): SnapshotTable {
  if (table.primaryKey.length > 0 || !table.observedKeys) return table;
  const [key] = table.observedKeys
    .filter((name) => isOwnKey(name, table.name))
    .sort((a, b) => Number(NAME.test(a)) - Number(NAME.test(b)));
  return key === undefined ? table : { ...table, primaryKey: [key] };
}

/** Names come last: a code is preferred if both are unique. */
const NAME = /name$/i;
