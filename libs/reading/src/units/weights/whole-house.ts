import type { Facts } from '@querent/grammar';
import type { OrganisationNoun, Unit } from '@querent/lexicon';
import { Cover } from '../cover';
import { spanOf } from '../unit-kinds';
import { type ApartWeight, DROPPED } from '../weight';

/**
 * Words for the asker's organisation beside the names of a model. Where several things are called by its noun, 本店 is
 * one of them, and which one is not known.
 */
export const HOUSE_OF_ASKER: ApartWeight = {
  name: "words for the asker's organisation",
  example: '本店的销售额',
  of: 'words',
  weigh: ({ names, words, facts }) => {
    const houses = words.filter(isHouse);
    if (houses.length === 0) return null;
    const called = new Set(names.flatMap((unit) => (isCalled(unit, facts) ? [spanOf(unit)] : [])));
    const isThing = (unit: Unit): boolean => called.has(spanOf(nounOf(unit) ?? unit));
    // All shops are all of it: 全店. A word of several letters is rather theirs: 全公司, where companies are the rows.
    const isMeant = (unit: Unit): boolean => {
      const { all = false, start = 0, end = 0 } = nounOf(unit) ?? {};
      return !isThing(unit) || (all && (end - start === 1 || unit.meaning.type === 'operator'));
    };
    const meant = houses.filter(isMeant);
    const unclear = houses.filter((unit) => !isMeant(unit) && nounOf(unit)?.all === false);
    const asTurn = new Set(meant.flatMap((unit) => (unit.meaning.type === 'operator' ? [spanOf(unit)] : [])));
    const within = new Cover(meant);
    // 我们 of 我们店 says whose shop it is.
    const owners = new Cover(unclear.map((unit) => ({ start: unit.start, end: nounOf(unit)?.start ?? unit.start })));
    return (unit) => {
      const isKept = isHouse(unit)
        ? isMeant(unit) && !(unit.meaning.type === 'filler' && asTurn.has(spanOf(unit)))
        : !within.covers(unit) && !owners.covers(unit);
      return isKept ? 0 : DROPPED;
    };
  },
};

/** No name within the words for the organisation is meant: "across the bank" is no private banking. */
export const NAME_WITHIN_HOUSE: ApartWeight = {
  name: "name within words for the asker's organisation",
  example: 'deposits across the bank',
  of: 'names',
  weigh: ({ words }) => {
    const houses = words.filter(isHouse);
    if (houses.length === 0) return null;
    const within = new Cover(houses);
    return (unit) => (within.covers(unit) ? DROPPED : 0);
  },
};

const nounOf = ({ meaning }: Unit): OrganisationNoun | null => {
  if (meaning.type === 'filler') return meaning.organisation ?? null;
  return meaning.type === 'operator' && meaning.operator.op === 'aspect'
    ? (meaning.operator.organisation ?? null)
    : null;
};

const isHouse = (unit: Unit): boolean => nounOf(unit) !== null;

/**
 * Whether a unit is a thing's name, or the last letter of one: 店 of 门店. Of 支行 and 分馆 it is the house that they are part
 * of.
 */
function isCalled({ meaning, form, text }: Unit, facts: Facts): boolean {
  if (meaning.type !== 'thing') return false;
  if (form === 'exact' || text.length > 1) return true;
  const { label, synonyms } = facts.model.entities[meaning.thing] ?? facts.model.tables[meaning.thing] ?? {};
  const name = [label?.zh, ...(synonyms?.zh ?? [])].find((one) => one?.endsWith(text));
  // 住院 is what happens in one.
  return name !== undefined && !facts.isEvent(meaning.thing) && !/[支分]$/u.test(name.slice(0, -text.length));
}
