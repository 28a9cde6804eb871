import type { ColumnRef } from '@querent/contracts';
import { type Facts, personsOf, type SetMeaning } from '@querent/grammar';

/** What it costs to show who did something: there may be several who had to do with it. */
const DOER = 0.05;

/**
 * "Who placed the first order", 最近的订单是谁下的: what happened is nobody, and those whose it is are shown. Null where the
 * rows may be persons themselves.
 */
export function doersOfEvents(set: SetMeaning, facts: Facts): { meaning: SetMeaning; cost: number }[] | null {
  if (!facts.isEvent(set.thing) || facts.isPerson(set.thing)) return null;
  if (set.select.some(({ table }) => table !== set.thing)) return [];
  return doersOf(set.thing, facts).map((column) => ({
    meaning: { ...set, asked: true, select: [column] },
    cost: DOER,
  }));
}

/** The persons that rows have themselves; else the named things that they are of, which persons may stand for. */
function doersOf(thing: string, facts: Facts): ColumnRef[] {
  const own = facts.nameColumn(thing);
  const persons = personsOf(facts, thing)
    .filter((ref) => ref.column !== own?.column && facts.column(ref)?.category !== 'boolean')
    .map((ref) => facts.shownBy(facts.ownReference(thing, facts.inRole(thing, ref))));
  if (persons.length > 0) return persons;
  return facts.peopleOf(thing).flatMap((one) => {
    const way = facts.way(thing, one.thing);
    return way?.kind === 'lookup' && way.steps === 1 ? (facts.nameColumn(one.thing) ?? []) : [];
  });
}

/**
 * Columns of what happened that hold the names of persons, which no other table keeps: the inspector of an inspection.
 */
export function writtenPersons(facts: Facts, thing: string): ColumnRef[] {
  if (!facts.isEvent(thing) || facts.isPerson(thing)) return [];
  const own = facts.nameColumn(thing);
  return personsOf(facts, thing).filter(
    (ref) =>
      facts.refersTo(ref) === null &&
      facts.role(ref) === 'dimension' &&
      facts.column(ref)?.category === 'text' &&
      ref.column !== own?.column,
  );
}
