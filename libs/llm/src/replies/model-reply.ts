/**
 * A parsed reply to `generate-sql` or `repair-sql`. Untrusted: statements are linted and guarded, questions pass
 * `askable`.
 */
export type ModelReply =
  | { kind: 'sql'; sql: string }
  /** Explores stored values before the statement; `draft`: a complete statement in the same reply. */
  | { kind: 'intermediate_sql'; sql: string; draft: string | null }
  | { kind: 'clarification'; question: string; options: string[] }
  /** `why` is for the log and the model, never for the user. */
  | { kind: 'unreadable'; why: string };

export const unreadable = (why: string): ModelReply => ({ kind: 'unreadable', why });
