/**
 * What a stage throws that cannot do its work now and is not to hold a worker while it waits (the database has enough
 * to do): the job comes back after `delayMs`. It is no failed attempt.
 */
export class StagePostponedError extends Error {
  override readonly name = 'StagePostponedError';

  constructor(
    readonly delayMs: number,
    reason: string,
    /**
     * `isHandedBack`: only a newer version can do the work, whoever takes the job then. `wake`: brings the job back
     * earlier when it resolves.
     */
    private readonly how: { isHandedBack?: boolean; wake?: Promise<void> } = {},
  ) {
    super(`The stage is postponed: ${reason}`);
  }

  get isHandedBack(): boolean {
    return this.how.isHandedBack ?? false;
  }

  get wake(): Promise<void> | undefined {
    return this.how.wake;
  }
}
