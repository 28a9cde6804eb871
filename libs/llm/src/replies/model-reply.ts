/**
 * What a model's reply to `generate-sql` or `repair-sql` comes to. Nothing of it is believed: statements are linted and
 * guarded, questions pass `askable`.
 */
export type ModelReply =
  | { kind: 'sql'; sql: string }
  /** A look at stored values before the statement; `draft`: a complete statement that came along. */
  | { kind: 'intermediate_sql'; sql: string; draft: string | null }
  | { kind: 'clarification'; question: string; options: string[] }
  /** `why` is for the log and the model, never for the asker. */
  | { kind: 'unreadable'; why: string };

export const unreadable = (why: string): ModelReply => ({ kind: 'unreadable', why });
