import type { Attribute } from '../../model/things';
import type { Cue } from './cues';

/** What a stretch of the question may stand for. */
export type Sense =
  | { kind: 'thing'; thing: string; entity: boolean }
  | { kind: 'attribute'; attribute: Attribute; /** the words name the owner too: "product category" */ qualified: boolean }
  | { kind: 'metric'; id: string }
  | { kind: 'filter'; id: string }
  | { kind: 'term'; id: string }
  | { kind: 'value'; attribute: Attribute; value: string; match: ValueMatch }
  /** The name of something that is not set up correctly. */
  | { kind: 'reserved'; table: string | null }
  | { kind: 'cue'; cue: Cue };

/** How the words of a question meet a stored value; all but `exact` and `named` are told to the asker. */
export type ValueMatch = 'exact' | 'named' | 'suffix' | 'fuzzy';
