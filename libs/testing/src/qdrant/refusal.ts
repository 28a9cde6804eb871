/** Qdrant's error response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
