import type { HouseNoun, Unit } from '@querent/lexicon';
import { Cover } from './cover';
import type { Facts } from '@querent/grammar';

const nounOf = ({ meaning }: Unit): HouseNoun | null => {
  if (meaning.type === 'filler') return meaning.house ?? null;
  return meaning.type === 'operator' && meaning.operator.op === 'aspect' ? (meaning.operator.house ?? null) : null;
};

/**
 * Words for the asker's organisation beside the names of a model. Where several things are called by its noun, 本店 is
 * one of them, and which one is not known; otherwise no name within the words is meant: "across the bank" is no private
 * banking.
 */
export function withWholeHouse(
  named: readonly Unit[],
  closed: readonly Unit[],
  facts: Facts,
): { named: readonly Unit[]; closed: readonly Unit[] } {
  const houses = closed.filter((unit) => nounOf(unit) !== null);
  if (houses.length === 0) return { named, closed };
  const called = new Set(named.flatMap((unit) => (isCalled(unit, facts) ? [spanOf(unit)] : [])));
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
  const owners = new Cover(unclear.map((unit) => ({ start: unit.start, end: nounOf(unit)?.start ?? unit.start })));
  return {
    named: named.filter((unit) => !within.covers(unit)),
    closed: closed.filter((unit) => {
      if (nounOf(unit) !== null) return isMeant(unit) && !(unit.meaning.type === 'filler' && asTurn.has(spanOf(unit)));
      // 我们 of 我们店 says whose shop it is.
      return !within.covers(unit) && !owners.covers(unit);
    }),
  };
}

const spanOf = ({ start, end }: Pick<Unit, 'start' | 'end'>): string => `${start} ${end}`;

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
