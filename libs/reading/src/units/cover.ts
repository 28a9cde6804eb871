/** Part of a text; `end` is excluded. */
interface Stretch {
  start: number;
  end: number;
}

/** Tells whether any of some stretches covers another, without comparing each with each. */
export class Cover {
  /** The furthest end of the stretches that begin at a position, and of those that begin before it. */
  private readonly here: Int32Array;
  private readonly before: Int32Array;
  private furthest = 0;

  constructor(stretches: readonly Stretch[]) {
    let positions = 0;
    for (const { start } of stretches) positions = Math.max(positions, start + 1);
    this.here = new Int32Array(positions);
    this.before = new Int32Array(positions);
    for (const { start, end } of stretches) this.here[start] = Math.max(end, this.here[start] ?? 0);
    for (let at = 0; at < this.here.length; at++) {
      this.before[at] = this.furthest;
      this.furthest = Math.max(this.furthest, this.here[at] ?? 0);
    }
  }

  covers({ start, end }: Stretch): boolean {
    return this.begunBefore(start) >= end || (this.here[start] ?? 0) >= end;
  }

  /** Whether one of them covers the stretch, and more. */
  coversMore({ start, end }: Stretch): boolean {
    return this.begunBefore(start) >= end || (this.here[start] ?? 0) > end;
  }

  private begunBefore(start: number): number {
    return this.before[start] ?? this.furthest;
  }
}
