/** Why a statement was refused: stable codes for metrics and tests. The sentence beside them is for the log alone. */
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
 * What the guard decided. `sql` is the deparsed tree and the only text that may run; `relations` are `schema.name`,
 * `columns` are `schema.relation.column`, both sorted, base relations only. `functions` are those called that are
 * called only because the connection grants them: `schema.name` of each that is meant or may be. `reason` names
 * physical objects: log it, never show it.
 */
export type GuardVerdict =
  | { ok: true; sql: string; relations: string[]; columns: string[]; functions: string[] }
  | { ok: false; code: GuardCode; reason: string };

/** Thrown inside the guard to leave the tree walk; `guardStatement` turns it into a verdict. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal';

  constructor(
    readonly code: GuardCode,
    reason: string,
  ) {
    super(reason);
  }
}
