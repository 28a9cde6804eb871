/**
 * One turn of a conversation: the question, the expected semantic query after it, and for many turns hand-written SQL
 * with the same rows.
 */
export interface ConversationTurn {
  question: string;
  /** In the notation of the planner's `shapeOf`: `subject | measures | by … | where … | order … | limit …`. */
  shape: string;
  /** Whether it continues the previous turn. */
  continued: boolean;
  sql?: string;
  ordered?: boolean;
}

export interface Conversation {
  name: string;
  locale: 'zh' | 'en';
  connection: 'commerce' | 'education' | 'tourism';
  turns: ConversationTurn[];
}

interface Written {
  sql: string;
  ordered?: boolean;
}

/** A turn that changes the previous query. */
export function followUp(question: string, shape: string, written?: Written): ConversationTurn {
  return { question, shape, continued: true, ...written };
}

/** A turn that is independent of the previous ones. */
export function newTopic(question: string, shape: string, written?: Written): ConversationTurn {
  return { question, shape, continued: false, ...written };
}
