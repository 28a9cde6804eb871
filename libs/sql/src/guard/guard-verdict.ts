/** Stable refusal codes for metrics and tests. The accompanying sentence is for the log only. */
export const GUARD_CODES = [
  'too_long',
  'too_deep',
  'too_large',
  'too_many_joins',
  'syntax',
  'not_single_statement',
  'not_select',
  'select_into',
  'locking_clause',
  'data_modification',
  'forbidden_construct',
  'forbidden_function',
  'forbidden_type',
  'forbidden_operator',
  'unbounded_argument',
  'unbounded_recursion',
  'system_catalogue',
  'unknown_relation',
  'hidden_relation',
  'unknown_column',
  'hidden_column',
  'hidden_in_whole_row',
  'unresolved',
  'not_reproducible',
] as const;

export type GuardCode = (typeof GUARD_CODES)[number];

/**
 * The guard's decision. `sql` is the deparsed tree and the only text that may run; `relations` are `schema.name`,
 * `columns` are `schema.relation.column`, both sorted, base relations only. `functions` are the called functions that
 * need a grant: `schema.name` of each possible one. `reason` names physical objects: log it, never show it.
 */
export type GuardVerdict =
  | { ok: true; sql: string; relations: string[]; columns: string[]; functions: string[] }
  | { ok: false; code: GuardCode; reason: string };

/** Thrown inside the guard to leave the tree walk; `guardStatement` converts it to a verdict. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal';

  constructor(
    readonly code: GuardCode,
    reason: string,
  ) {
    super(reason);
  }
}
