/** Why a semantic query has no correct SQL. Codes are stable. Messages are for logs; they are never shown to users. */
export type CompileErrorCode =
  | 'unknown_table'
  | 'unknown_column'
  | 'unknown_metric'
  | 'unknown_term'
  | 'unreachable'
  | 'ambiguous_path'
  | 'fan_out'
  | 'no_key'
  | 'bad_value'
  | 'bad_type'
  | 'bad_time'
  | 'bad_grain'
  | 'bad_share'
  | 'bad_order'
  | 'bad_limit'
  | 'bad_entity'
  | 'bad_expression'
  | 'empty_query';

export class CompileError extends Error {
  override name = 'CompileError';
  constructor(
    readonly code: CompileErrorCode,
    message: string,
  ) {
    super(message);
  }
}
