import type { NameMeaning } from '../../unit';
import type { RuleName } from '../rules';

/** A form that a rule makes of a written name. */
export interface DerivedForm {
  /** Normalised. */
  text: string;
  meaning: NameMeaning;
  rule: RuleName;
}

export const HAN = /\p{Script=Han}/u;
export const ONLY_HAN = /^\p{Script=Han}+$/u;
export const ONLY_WORDS = /^[a-z][a-z\d'&-]*(?: [a-z\d'&-]+)*$/;
