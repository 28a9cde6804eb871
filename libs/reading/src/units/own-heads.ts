import type { Unit } from '@querent/lexicon';

/** Forms by which a question names a thing for sure. */
const SURE_THING = 0.1;

/** Forms of a name that are no guess: its head, its physical name. */
const DERIVED: ReadonlySet<Unit['form']> = new Set(['head', 'physical', 'inflected']);

/**
 * "Orders by status": the status of the orders, where they have one, also where the model calls that of something else
 * by this word alone.
 */
export class OwnHeads {
  private readonly own = new Set<Unit>();
  private readonly spans = new Set<string>();
  private readonly things: ReadonlySet<string>;

  constructor(units: readonly Unit[]) {
    this.things = new Set(
      units.flatMap(({ meaning, cost }) => (meaning.type === 'thing' && cost < SURE_THING ? [meaning.thing] : [])),
    );
    if (this.things.size === 0) return;
    const named = units.filter((unit) => isColumn(unit) && unit.form === 'exact' && unit.cost === 0);
    const ofThings = new Set(named.filter((unit) => this.isOfNamed(unit)).map(spanOf));
    const ofOthers = new Set(named.map(spanOf).filter((span) => !ofThings.has(span)));
    for (const unit of units) {
      if (!isColumn(unit) || !DERIVED.has(unit.form) || !this.isOfNamed(unit) || !ofOthers.has(spanOf(unit))) continue;
      this.own.add(unit);
      this.spans.add(spanOf(unit));
    }
  }

  /** Whether a unit is a part or form of a name that a named thing has itself. */
  isOwn(unit: Unit): boolean {
    return this.own.has(unit);
  }

  /** Whether it is the same word as the whole name of what another thing has. */
  isOthers(unit: Unit): boolean {
    return this.spans.has(spanOf(unit)) && isColumn(unit) && unit.form === 'exact' && !this.isOfNamed(unit);
  }

  private isOfNamed({ meaning }: Unit): boolean {
    return 'column' in meaning && this.things.has(meaning.column.table);
  }
}

const isColumn = ({ meaning }: Unit): boolean => meaning.type === 'attribute';
const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;
