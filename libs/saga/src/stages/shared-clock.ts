/** Lifetime of an offset, ms: after that the next reply replaces it, in case either clock was adjusted. */
const ANCHORED_MS = 60_000;

/**
 * The clock that all processes share: Redis's. Times that processes write for others to compare (creation, changes and
 * ends of runs, expiry of pauses) use it, because the clocks of two machines may be hours apart. Redis alone decides,
 * in its scripts, what is due. Redis is queried once. After that every script's reply includes its time, and the
 * process's own clock advances it in between.
 */
export class SharedClock {
  private anchor: { ahead: number; at: number } | null = null;

  /**
   * @param ask reads Redis's time, ms since 1970
   * @param own the process's clock, ms; it may be wrong
   */
  constructor(
    private readonly ask: () => Promise<number>,
    private readonly own: () => number = Date.now,
  ) {}

  /** Records a time that Redis returned; call it with every such time. */
  observe(redisMs: number): void {
    const at = this.own();
    const ahead = redisMs - at;
    // A reply is never early but may be late, so the reply with the smallest delay is the most accurate.
    if (this.anchor === null || ahead > this.anchor.ahead || Math.abs(at - this.anchor.at) > ANCHORED_MS)
      this.anchor = { ahead, at };
  }

  /** The shared time without a round trip; null before the first reply. */
  read(): number | null {
    return this.anchor === null ? null : Math.floor(this.own() + this.anchor.ahead);
  }

  /** The shared time, ms since 1970. Rejects if Redis is unavailable and has never replied. */
  async now(): Promise<number> {
    if (this.anchor === null) this.observe(await this.ask());
    return this.read() ?? this.own();
  }

  /** Time until a time of the process's own clock, ms. */
  until(ownIso: string): number {
    return Date.parse(ownIso) - this.own();
  }
}
