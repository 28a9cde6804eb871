/**
 * What a stage throws that cannot do its work now and is not to hold a worker while it waits (the database has enough to do):
 * the job comes back after `delayMs`. It is no failed attempt.
 */
export class StagePostponedError extends Error {
  override readonly name = 'StagePostponedError';

  constructor(
    readonly delayMs: number,
    reason: string,
    /** Only a newer version can do the work: whoever takes the job then. */
    readonly isHandedBack = false,
  ) {
    super(`The stage is postponed: ${reason}`);
  }
}
