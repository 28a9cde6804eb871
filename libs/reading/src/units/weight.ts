import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';

/** The units of a question before the model's names and the function words are put together. */
export interface Apart {
  names: readonly Unit[];
  words: readonly Unit[];
  facts: Facts;
}

/** All units of a question. `subject` is the thing that the previous question of the conversation was about. */
export interface Together {
  units: readonly Unit[];
  facts: Facts;
  subject: string | null;
}

/** The effect of a row on a unit: a cost to add, or the units that replace it. */
export type Outcome = number | readonly Unit[];

export const DROPPED: readonly Unit[] = [];

/** Cost of splitting a name, or of taking its words as a derived form of another name. */
export const OF_NAME = 0.2;

/** A row of the tables of weights: in certain surroundings, units cost more or less, change, or are dropped. */
export interface Weight<Surroundings> {
  name: string;
  /** Words of a question for which the row decides. */
  example: string;
  /** Models that the row is for: models with a file, or models derived from a database alone. */
  models?: 'described' | 'derived';
  /** The outcome for each unit; null if the row does not apply to the question. */
  weigh: (surroundings: Surroundings) => ((unit: Unit) => Outcome) | null;
  /** Units that the row adds behind the others. */
  adds?: (surroundings: Surroundings) => readonly Unit[];
}

/** A row that applies before names and function words are put together, and which of the two it weighs. */
export interface ApartWeight extends Weight<Apart> {
  of: 'names' | 'words';
}

/** Applies one row to the units and keeps their order. */
export function weighed<Surroundings extends { facts: Facts }>(
  units: readonly Unit[],
  { models, weigh, adds }: Weight<Surroundings>,
  surroundings: Surroundings,
): readonly Unit[] {
  const kind = surroundings.facts.model.derived ? 'derived' : 'described';
  if (models !== undefined && models !== kind) return units;
  const outcomeOf = weigh(surroundings);
  const added = adds?.(surroundings) ?? [];
  if (outcomeOf === null && added.length === 0) return units;
  const found: Unit[] = [];
  for (const unit of units) {
    const outcome = outcomeOf?.(unit) ?? 0;
    if (typeof outcome !== 'number') found.push(...outcome);
    else found.push(outcome === 0 ? unit : { ...unit, cost: unit.cost + outcome });
  }
  return [...found, ...added];
}
