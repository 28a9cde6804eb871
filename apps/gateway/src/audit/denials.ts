import type { AuditEntry } from '@querent/contracts';

/** Denials of one kind within this window are summarised in one entry. */
const WINDOW_MS = 10_000;
/** Kinds of denials counted separately within a window; further kinds share one count. */
const KINDS = 1_000;

interface Counted {
  entry: AuditEntry;
  more: number;
}

/**
 * Rate limit for denials in the audit trail. The first denial of each kind (tenant, key, code, request) is recorded at
 * once, the following ones as one count per window. Without it a client without a key could push all other entries out
 * of the trail.
 */
export class Denials {
  private counted = new Map<string, Counted>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly record: (entry: AuditEntry) => void) {}

  add(entry: AuditEntry): void {
    this.timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    const kind = JSON.stringify([entry.tenant, entry.key, entry.code, entry.detail]);
    const known = this.counted.get(kind);
    if (known !== undefined) known.more += 1;
    else if (this.counted.size < KINDS) this.begin(kind, entry);
    else this.addToOthers(entry);
  }

  /** Records the counts of the current window and starts a new one. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ended = this.counted;
    this.counted = new Map();
    for (const { entry, more } of ended.values())
      if (more > 0)
        this.record({ ...entry, detail: `${entry.detail ?? ''} (${more} more like it within ${WINDOW_MS / 1000} s)` });
  }

  private begin(kind: string, entry: AuditEntry): void {
    this.counted.set(kind, { entry, more: 0 });
    this.record(entry);
  }

  private addToOthers({ at, code }: AuditEntry): void {
    const rest = this.counted.get('rest') ?? {
      entry: { kind: 'denied', at, tenant: '', key: '', runId: null, connection: null, code, detail: 'others' },
      more: 0,
    };
    rest.more += 1;
    this.counted.set('rest', rest);
  }
}
