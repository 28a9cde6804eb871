/**
 * Who waits, by tenant: first come, first served within a tenant, turn by turn between tenants. The turns are those of
 * start-time fair queueing (Goyal, Vin and Cheng, 1996) with one unit a start: a tenant that waits for the first time
 * goes ahead of those that were served already, but no tenant gains by staying away and coming back.
 */
export class FairQueue<Item> {
  private readonly tenants = new Map<string, Tenant<Item>>();
  /** Turn of the last one served. */
  private turn = 0;
  private served = 0;
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  /** Tenants of which somebody waits. */
  get tenantsWaiting(): number {
    return [...this.tenants.values()].filter(({ items }) => items.length > 0).length;
  }

  push(tenant: string, item: Item): void {
    const known = this.tenants.get(tenant) ?? { items: [], turn: this.turn, servedAt: 0 };
    known.items.push(item);
    this.tenants.set(tenant, known);
    this.waiting += 1;
  }

  /** Takes out one that waits no longer; false where it did not wait. */
  remove(tenant: string, item: Item): boolean {
    const items = this.tenants.get(tenant)?.items ?? [];
    const at = items.indexOf(item);
    if (at === -1) return false;
    items.splice(at, 1);
    this.waiting -= 1;
    this.forget();
    return true;
  }

  /** Takes out whose turn it is among tenants that may be served; undefined where there is none. */
  next(mayBeServed: (tenant: string) => boolean): Item | undefined {
    let best: Tenant<Item> | undefined;
    for (const [name, tenant] of this.tenants) {
      if (tenant.items.length > 0 && (best === undefined || this.isBefore(tenant, best)) && mayBeServed(name))
        best = tenant;
    }
    const item = best?.items.shift();
    if (best === undefined || item === undefined) return undefined;
    this.turn = Math.max(this.turn, best.turn);
    best.turn = this.turn + 1;
    best.servedAt = ++this.served;
    this.waiting -= 1;
    this.forget();
    return item;
  }

  waitingOf(tenant: string): number {
    return this.tenants.get(tenant)?.items.length ?? 0;
  }

  /** Takes out the newest of a tenant. */
  dropNewest(tenant: string): Item | undefined {
    const item = this.tenants.get(tenant)?.items.pop();
    if (item !== undefined) this.waiting -= 1;
    this.forget();
    return item;
  }

  /**
   * Takes out the newest of the tenant that has most waiting, for want of room; `newcomer`'s own where no other has
   * more (McKenney's stochastic fairness queueing, 1990, drops from the longest queue too): a flood shuts out itself
   * alone.
   */
  dropFromLongest(newcomer: string): Item | undefined {
    let longest = newcomer;
    for (const tenant of this.tenants.keys()) {
      if (this.waitingOf(tenant) > this.waitingOf(longest)) longest = tenant;
    }
    return this.dropNewest(longest);
  }

  /** Turns that were missed while a tenant was not allowed to be served are not made up for. */
  private isBefore(one: Tenant<Item>, other: Tenant<Item>): boolean {
    const [a, b] = [Math.max(one.turn, this.turn), Math.max(other.turn, this.turn)];
    return a === b ? one.servedAt < other.servedAt : a < b;
  }

  /** A tenant that is not ahead of the others is as good as one never seen. */
  private forget(): void {
    for (const [name, { items, turn }] of this.tenants) {
      if (items.length === 0 && turn <= this.turn) this.tenants.delete(name);
    }
  }
}

interface Tenant<Item> {
  items: Item[];
  /** It is served before those of a later turn. */
  turn: number;
  servedAt: number;
}
