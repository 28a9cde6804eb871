/**
 * Something that takes long to start, such as a product or a browser, and that the specs of a group share. It starts
 * with the first spec that needs it. A spec that runs alone stops it at its end.
 */
export class Kept<T> {
  private running: Promise<T> | undefined;
  private isKept = false;

  constructor(
    private readonly start: () => Promise<T>,
    private readonly stop: (running: T) => Promise<void>,
  ) {}

  open(): Promise<T> {
    return (this.running ??= this.start());
  }

  /**
   * Each spec calls this at its end.
   * @param tidy removes what would disturb the next spec of the group
   */
  async leave(tidy?: () => Promise<void>): Promise<void> {
    if (this.isKept) await tidy?.();
    else await this.end();
  }

  /** The group calls this to keep it until the last spec has ended. */
  keep(): void {
    this.isKept = true;
    afterAll(() => this.end(), 60_000);
  }

  private async end(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    this.running = undefined;
    if (running !== undefined) await this.stop(running);
  }
}
