/** Why a fragment of a model is refused, with the character (from 1) at which the reason begins. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';

  constructor(reason: string, position: number | null = null) {
    super(position === null ? reason : `${reason} at position ${position + 1}`);
  }
}
