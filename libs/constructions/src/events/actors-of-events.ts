import type { ColumnRef } from '@querent/contracts';
import { type Facts, type SetMeaning } from '@querent/grammar';

/**
 * The possible actors of an event, for "who placed the first order" and 最近的订单是谁下的. Null if the rows are not events, or
 * may be persons.
 */
export function actorsOfEvents(set: SetMeaning, facts: Facts): { meaning: SetMeaning; cost: number }[] | null {
  if (!facts.isEvent(set.thing) || facts.isPerson(set.thing)) return null;
  if (set.select.some(({ table }) => table !== set.thing)) return [];
  return actorColumns(set.thing, facts).map((column) => ({
    meaning: { ...set, asked: true, select: [column] },
    cost: ACTOR,
  }));
}

/** Cost of an actor, because several persons may be connected with an event. */
const ACTOR = 0.05;

/** The person columns of the rows; if there are none, the names of the nearest things that may be persons. */
function actorColumns(thing: string, facts: Facts): ColumnRef[] {
  const own = facts.nameColumn(thing);
  const persons = facts
    .personColumns(thing)
    .filter((ref) => ref.column !== own?.column && facts.column(ref)?.category !== 'boolean')
    .map((ref) => facts.displayColumn(facts.ownReference(thing, facts.inRole(thing, ref))));
  if (persons.length > 0) return persons;
  return facts.possiblePersons(thing).flatMap((one) => {
    const way = facts.way(thing, one.thing);
    return way?.kind === 'lookup' && way.steps === 1 ? (facts.nameColumn(one.thing) ?? []) : [];
  });
}

/** Text columns of an event with names of persons who have no table: the inspector of an inspection. */
export function personTexts(facts: Facts, thing: string): ColumnRef[] {
  if (!facts.isEvent(thing) || facts.isPerson(thing)) return [];
  const own = facts.nameColumn(thing);
  return facts
    .personColumns(thing)
    .filter(
      (ref) =>
        facts.refersTo(ref) === null &&
        facts.role(ref) === 'dimension' &&
        facts.column(ref)?.category === 'text' &&
        ref.column !== own?.column,
    );
}
