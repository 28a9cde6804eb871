import type { Stretch } from './unit-kinds';

/** Finds whether any of several stretches covers another, without comparing each pair. */
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

  /** Whether a stretch of the set covers this one and is longer. */
  coversMore({ start, end }: Stretch): boolean {
    return this.begunBefore(start) >= end || (this.here[start] ?? 0) > end;
  }

  private begunBefore(start: number): number {
    return this.before[start] ?? this.furthest;
  }
}

/** Returns a test for whether a stretch overlaps any of these. */
export function touching(stretches: readonly Stretch[]): (stretch: Stretch) => boolean {
  const marked = new Set<number>();
  for (const { start, end } of stretches) for (let at = start; at < end; at++) marked.add(at);
  return ({ start, end }) => {
    for (let at = start; at < end; at++) if (marked.has(at)) return true;
    return false;
  };
}
