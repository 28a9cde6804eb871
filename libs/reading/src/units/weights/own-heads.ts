import type { Unit } from '@querent/lexicon';
import { spanOf, spansOf, SURE, tableOf, thingsIn } from '../unit-kinds';

/** Forms of a name that are no guess: its head, its physical name. */
const DERIVED: ReadonlySet<Unit['form']> = new Set(['head', 'physical', 'inflected']);

/**
 * "Orders by status": the status of the orders, where they have one, also where the model calls that of something else
 * by this word alone. `isOwn`: a part or form of a name that a named thing has itself; `isOthers`: the same word as the
 * whole name of what another thing has.
 */
export function ownHeads(units: readonly Unit[]): Record<'isOwn' | 'isOthers', (unit: Unit) => boolean> {
  const things = thingsIn(units, ({ cost }) => cost < SURE);
  const isOfNamed = (unit: Unit): boolean => things.has(tableOf(unit) ?? '');
  const isWhole = (unit: Unit): boolean => isColumn(unit) && unit.form === 'exact';
  const named = things.size === 0 ? [] : units.filter((unit) => isWhole(unit) && unit.cost === 0);
  const ofThings = spansOf(named, isOfNamed);
  const ofOthers = spansOf(named, (unit) => !ofThings.has(spanOf(unit)));
  const isHead = (unit: Unit): boolean =>
    isColumn(unit) && DERIVED.has(unit.form) && isOfNamed(unit) && ofOthers.has(spanOf(unit));
  const own = new Set(units.filter(isHead));
  const spans = new Set([...own].map(spanOf));
  return {
    isOwn: (unit) => own.has(unit),
    isOthers: (unit) => spans.has(spanOf(unit)) && isWhole(unit) && !isOfNamed(unit),
  };
}

const isColumn = ({ meaning }: Unit): boolean => meaning.type === 'attribute';
