/** Background work, tracked so that shutdown can wait for it. */
export class Background {
  private readonly pending = new Set<Promise<void>>();

  start(work: Promise<void>, onError: (error: unknown) => void): void {
    const done = work.catch(onError).finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}
