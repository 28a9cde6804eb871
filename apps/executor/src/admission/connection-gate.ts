import { FairQueue } from './fair-queue';
import type { LaneLimits } from './lane';

/** One that asks to be let in; told once, either way. */
export interface Entrant {
  tenant: string;
  admit(): void;
  /** There is no room to wait. */
  turnAway(): void;
}

/** The places of one connection in one lane, and who waits for them. It knows no time and no promise. */
export class ConnectionGate {
  private readonly queue = new FairQueue<Entrant>();
  private readonly runningOf = new Map<string, number>();
  private runningNow = 0;

  /** @param mostOfTenant of one tenant in line, however much room there is */
  constructor(
    private limits: LaneLimits,
    private readonly mostOfTenant: number,
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

  /** More places are given at once; where there are fewer, those inside are let finish. */
  resize(limits: LaneLimits): void {
    this.limits = limits;
    this.letIn();
  }

  enter(entrant: Entrant): void {
    this.queue.push(entrant.tenant, entrant);
    this.letIn();
    if (this.queue.waitingOf(entrant.tenant) > this.mostOfTenant) this.queue.dropNewest(entrant.tenant)?.turnAway();
    else if (this.queue.size > this.limits.maxWaiting) this.queue.dropFromLongest(entrant.tenant)?.turnAway();
  }

  /** One that waits goes away. */
  giveUp(entrant: Entrant): void {
    this.queue.remove(entrant.tenant, entrant);
  }

  /** One that was admitted has finished. */
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
