import type { Filter, Measure } from '@querent/contracts';
import type { Figure } from './aggregated';
import type { Conventions } from './conventions';
import type { Row, World } from './random/world';

/** Context of an evaluation: the world, the question's time zone, the query's subject and all of its conditions. */
export interface EvaluationContext {
  world: World;
  timezone: string;
  subject: string;
  /** The day of the question, YYYY-MM-DD. */
  today: string;
  /** Whether figures are of groups. A group without rows has no figure over inner groups. */
  isGrouped: boolean;
  filters: readonly Filter[];
  conventions: Conventions;
  /** Computes a figure. Passed in, because figures and conditions depend on each other. */
  measured(context: EvaluationContext, measure: Measure, rowsOf: (home: string) => readonly Row[]): Figure;
  homesOf(world: World, measure: Measure): string[];
}
