import type { ColumnRef } from '@querent/contracts';
import { isPerson } from '@querent/lexicon';
import type { Facts } from './facts';

/** The columns of a thing that name or refer to persons: the director and the producer of a film. */
export function personsOf(facts: Facts, thing: string): ColumnRef[] {
  return facts.columns(thing).filter((ref) => {
    if (facts.role(ref) === 'measure' || facts.isTime(ref)) return false;
    const label = facts.column(ref)?.label;
    const other = facts.refersTo(ref);
    return other === null ? isPerson(label?.zh, label?.en) && facts.role(ref) !== 'key' : facts.isPerson(other);
  });
}

/** Whether a thing is not a person and has several columns of persons. */
export function isMadeByPersons(facts: Facts, thing: string): boolean {
  const label = facts.model.tables[thing]?.label;
  return !facts.isPerson(thing) && !isPerson(label?.zh, label?.en, thing) && personsOf(facts, thing).length > 1;
}
