/**
 * One turn: what is said, the semantic query that must stand after it, and for a good part of them the same rows by
 * hand.
 */
export interface SpokenTurn {
  says: string;
  /** In the notation of the planner's `shapeOf`: `subject | measures | by … | where … | order … | limit …`. */
  shape: string;
  /** Whether it goes on from the turn before. */
  continued: boolean;
  sql?: string;
  ordered?: boolean;
}

export interface Conversation {
  name: string;
  locale: 'zh' | 'en';
  connection: 'commerce' | 'education' | 'tourism';
  turns: SpokenTurn[];
}

interface Written {
  sql: string;
  ordered?: boolean;
}

/** A turn that changes the query before. */
export function goesOn(says: string, shape: string, written?: Written): SpokenTurn {
  return { says, shape, continued: true, ...written };
}

/** A turn that starts clean. */
export function starts(says: string, shape: string, written?: Written): SpokenTurn {
  return { says, shape, continued: false, ...written };
}
