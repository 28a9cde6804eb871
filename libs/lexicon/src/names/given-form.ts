import type { NameMeaning } from '../unit';
import type { RuleName } from './rules';

/** A form of a name before it is indexed. */
export interface GivenForm {
  /** Normalised. */
  text: string;
  meaning: NameMeaning;
  rule: RuleName;
  /** The rule of the name that it is derived from. */
  base?: RuleName | undefined;
  cost: number;
  /** The thing that owns the named part. */
  owner?: string | null;
  /** The cost together with the owner's name; default: the same cost. */
  ownedCost?: number;
}
