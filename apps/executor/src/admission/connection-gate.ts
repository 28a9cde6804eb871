import { FairQueue } from './fair-queue';
import type { LaneLimits } from './lane';

/** A statement that requests a slot. Exactly one of the callbacks is called, once. */
export interface Entrant {
  tenant: string;
  admit(): void;
  /** The queue has no room. */
  turnAway(): void;
}

/** The slots of one connection in one lane, and the queue for them. Synchronous, without timers. */
export class ConnectionGate {
  private readonly queue = new FairQueue<Entrant>();
  private readonly runningOf = new Map<string, number>();
  private runningNow = 0;

  /** @param maxWaitingOfTenant most waiting statements of one tenant, even if the queue has room */
  constructor(
    private limits: LaneLimits,
    private readonly maxWaitingOfTenant: number,
  ) {}

  get running(): number {
    return this.runningNow;
  }

  get waiting(): number {
    return this.queue.size;
  }

  get tenantsWaiting(): number {
    return this.queue.tenantsWaiting;
  }

  get isIdle(): boolean {
    return this.runningNow === 0 && this.queue.size === 0;
  }

  /** Additional slots are used immediately; after a reduction, running statements may finish. */
  resize(limits: LaneLimits): void {
    this.limits = limits;
    this.letIn();
  }

  enter(entrant: Entrant): void {
    this.queue.push(entrant.tenant, entrant);
    this.letIn();
    if (this.queue.waitingOf(entrant.tenant) > this.maxWaitingOfTenant)
      this.queue.dropNewest(entrant.tenant)?.turnAway();
    else if (this.queue.size > this.limits.maxWaiting) this.queue.dropFromLongest(entrant.tenant)?.turnAway();
  }

  /** Removes a waiting entrant. */
  giveUp(entrant: Entrant): void {
    this.queue.remove(entrant.tenant, entrant);
  }

  /** Releases the slot of an admitted entrant. */
  leave({ tenant }: Entrant): void {
    const left = (this.runningOf.get(tenant) ?? 1) - 1;
    if (left === 0) this.runningOf.delete(tenant);
    else this.runningOf.set(tenant, left);
    this.runningNow -= 1;
    this.letIn();
  }

  private letIn(): void {
    while (this.runningNow < this.limits.maxConcurrent) {
      const next = this.queue.next((tenant) => (this.runningOf.get(tenant) ?? 0) < this.limits.maxConcurrentPerTenant);
      if (next === undefined) return;
      this.runningNow += 1;
      this.runningOf.set(next.tenant, (this.runningOf.get(next.tenant) ?? 0) + 1);
      next.admit();
    }
  }
}
