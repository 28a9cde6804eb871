/** Why a fragment of a model is refused. The message has the position of the fault, counted from 1. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';

  constructor(reason: string, position: number | null = null) {
    super(position === null ? reason : `${reason} at position ${position + 1}`);
  }
}
