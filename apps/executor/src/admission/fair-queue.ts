/**
 * A queue that is first in, first out within a tenant and fair between tenants: start-time fair queueing (Goyal, Vin
 * and Cheng, 1996) with a cost of one for each item. A tenant that has not been served yet goes before tenants that
 * have, but a tenant gains nothing by staying away and coming back.
 */
export class FairQueue<Item> {
  private readonly tenants = new Map<string, Tenant<Item>>();
  /** Virtual start time of the item served last. */
  private turn = 0;
  private served = 0;
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  /** Number of tenants with a waiting item. */
  get tenantsWaiting(): number {
    return [...this.tenants.values()].filter(({ items }) => items.length > 0).length;
  }

  push(tenant: string, item: Item): void {
    const known = this.tenants.get(tenant) ?? { items: [], turn: this.turn, servedAt: 0 };
    known.items.push(item);
    this.tenants.set(tenant, known);
    this.waiting += 1;
  }

  /** Removes an item; false if it was not waiting. */
  remove(tenant: string, item: Item): boolean {
    const items = this.tenants.get(tenant)?.items ?? [];
    const at = items.indexOf(item);
    if (at === -1) return false;
    items.splice(at, 1);
    this.waiting -= 1;
    this.forget();
    return true;
  }

  /** Removes and returns the next item among the tenants that may be served; undefined if there is none. */
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

  /** Removes and returns the tenant's newest item. */
  dropNewest(tenant: string): Item | undefined {
    const item = this.tenants.get(tenant)?.items.pop();
    if (item !== undefined) this.waiting -= 1;
    this.forget();
    return item;
  }

  /**
   * Removes and returns the newest item of the tenant with the longest queue; of `newcomer` on a tie. A tenant that
   * floods the queue thus loses only its items (as in McKenney's stochastic fairness queueing, 1990).
   */
  dropFromLongest(newcomer: string): Item | undefined {
    let longest = newcomer;
    for (const tenant of this.tenants.keys()) {
      if (this.waitingOf(tenant) > this.waitingOf(longest)) longest = tenant;
    }
    return this.dropNewest(longest);
  }

  /** Turns that a tenant missed because it was not allowed to be served are not made up for. */
  private isBefore(one: Tenant<Item>, other: Tenant<Item>): boolean {
    const [a, b] = [Math.max(one.turn, this.turn), Math.max(other.turn, this.turn)];
    return a === b ? one.servedAt < other.servedAt : a < b;
  }

  /** Deletes tenants that wait for nothing and whose turn has passed: they are equal to new ones. */
  private forget(): void {
    for (const [name, { items, turn }] of this.tenants) {
      if (items.length === 0 && turn <= this.turn) this.tenants.delete(name);
    }
  }
}

interface Tenant<Item> {
  items: Item[];
  /** Virtual start time of its next item; the smallest is served first. */
  turn: number;
  servedAt: number;
}
