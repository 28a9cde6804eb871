import type { AuditEntry } from '@querent/contracts';

/** Denials of one kind within this time are told of together. */
const WINDOW_MS = 10_000;
/** Kinds of denials that are told apart within it. */
const KINDS = 1_000;

interface Counted {
  entry: AuditEntry;
  more: number;
}

/**
 * Denials on their way to the trail: the first of each kind (who, what, why) at once, those that follow as one number.
 * Else whoever has no key could push everybody's entries out of the trail.
 */
export class Denials {
  private counted = new Map<string, Counted>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (entry: AuditEntry) => void) {}

  add(entry: AuditEntry): void {
    this.timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    const kind = JSON.stringify([entry.tenant, entry.key, entry.code, entry.detail]);
    const known = this.counted.get(kind);
    if (known !== undefined) known.more += 1;
    else if (this.counted.size < KINDS) this.begin(kind, entry);
    else this.addToTheRest(entry);
  }

  /** Tells how many followed, and begins anew. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ended = this.counted;
    this.counted = new Map();
    for (const { entry, more } of ended.values())
      if (more > 0)
        this.tell({ ...entry, detail: `${entry.detail ?? ''} (${more} more like it within ${WINDOW_MS / 1000} s)` });
  }

  private begin(kind: string, entry: AuditEntry): void {
    this.counted.set(kind, { entry, more: 0 });
    this.tell(entry);
  }

  private addToTheRest({ at, code }: AuditEntry): void {
    const rest = this.counted.get('rest') ?? {
      entry: { kind: 'denied', at, tenant: '', key: '', runId: null, connection: null, code, detail: 'others' },
      more: 0,
    };
    rest.more += 1;
    this.counted.set('rest', rest);
  }
}
