/** At most so many works at once under one name; the others wait in the order they came. */
export class Turns {
  private readonly busy = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly most: number) {}

  /** Runs the work when its turn has come; passes on what it gives or throws. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const place = this.busy.get(name) ?? { running: 0, waiting: [] };
    this.busy.set(name, place);
    // Who ends hands their place on, so that it is never free while somebody waits.
    if (place.running >= this.most) await new Promise<void>((resolve) => place.waiting.push(resolve));
    else place.running++;
    try {
      return await work();
    } finally {
      const next = place.waiting.shift();
      if (next !== undefined) next();
      else if (--place.running === 0) this.busy.delete(name);
    }
  }
}
