/**
 * Thrown by a stage that cannot work now and should not block a worker while it waits (for example, the database is
 * busy). The job is retried after `delayMs`, and this does not count as a failed attempt.
 */
export class StagePostponedError extends Error {
  override readonly name = 'StagePostponedError';

  constructor(
    readonly delayMs: number,
    reason: string,
    /**
     * `isHandedBack`: only a newer version can do the work, so the job is released to any worker. `wake`: when it
     * resolves, the job is retried before `delayMs`.
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
