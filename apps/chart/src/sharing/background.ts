/** Work that nobody waits for but who closes what it needs. */
export class Background {
  private readonly underWay = new Set<Promise<void>>();

  start(work: Promise<void>, onError: (error: unknown) => void): void {
    const done = work.catch(onError).finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
