import type { Filter, Measure } from '@querent/contracts';
import type { Figure } from './aggregated';
import type { Conventions } from './conventions';
import type { Row, World } from './random/world';

/** What a condition is judged by: the world, the asker's zone, the query's subject and all of its conditions. */
export interface Asked {
  world: World;
  timezone: string;
  subject: string;
  /** The asker's day. */
  today: string;
  /** Whether figures are of groups: a group without rows has no figure over groups of its own. */
  isGrouped: boolean;
  filters: readonly Filter[];
  conventions: Conventions;
  /** Works out figures, which are of rows under conditions themselves. */
  measured(asked: Asked, measure: Measure, rowsOf: (home: string) => readonly Row[]): Figure;
  homesOf(world: World, measure: Measure): string[];
}
