/** What was heard is gone by for so long, ms: then the next reading takes its place, in case either clock was set. */
const ANCHORED_MS = 60_000;

/**
 * The clock that all processes share: Redis's. What a process writes for others to compare (when a run was made, moved
 * on or ended, when a pause is over) is told by it, for the clocks of two machines may be hours apart; what is due is
 * decided by Redis alone, in its scripts. Redis is asked once: every script tells its time from then on, and in between
 * the process's own clock gives the pace.
 */
export class SharedClock {
  private anchor: { ahead: number; at: number } | null = null;

  /**
   * @param ask Redis's time, ms since 1970
   * @param own the process's, ms; it may be wrong
   */
  constructor(
    private readonly ask: () => Promise<number>,
    private readonly own: () => number = Date.now,
  ) {}

  /** To be told of every time of Redis's that comes by. */
  heard(redisMs: number): void {
    const at = this.own();
    const ahead = redisMs - at;
    // No reply comes before it was sent, but many come late: the one that came least late is nearest to the truth.
    if (this.anchor === null || ahead > this.anchor.ahead || Math.abs(at - this.anchor.at) > ANCHORED_MS)
      this.anchor = { ahead, at };
  }

  /** Null before the first time was heard: for those who cannot wait. */
  read(): number | null {
    return this.anchor === null ? null : Math.floor(this.own() + this.anchor.ahead);
  }

  /** Milliseconds since 1970. Rejects where Redis is away and was never heard of. */
  async now(): Promise<number> {
    if (this.anchor === null) this.heard(await this.ask());
    return this.read() ?? this.own();
  }

  /** How long it is until a time of the process's own clock, ms. */
  until(ownIso: string): number {
    return Date.parse(ownIso) - this.own();
  }
}
