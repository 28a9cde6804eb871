import { Counter, Gauge, type Registry } from 'prom-client';

/** A write to a trail: entries that it dropped before their expiry, entries that remain, and the maximum. */
export interface Appended {
  /** Empty: the shared trail. */
  tenant: string;
  dropped: number;
  entries: number;
  most: number;
}

export interface AuditMeasures {
  onAppended(write: Appended): void;
}

type Kind = 'tenant' | 'shared';

/** Time after which another trail may replace the fullest one, if that receives no more entries, ms. */
const SILENT_MS = 600_000;

/**
 * Measures the audit trails that this process writes to. Tenants are unbounded, so the gauges show the fullest of their
 * trails. Call once per registry.
 * @param now a monotonic clock, ms
 */
export function measureTrails(registry: Registry, now: () => number = () => performance.now()): AuditMeasures {
  const registers = [registry];
  const entries = new Gauge({
    name: 'querent_audit_trail_entries',
    help: 'Entries of the fullest audit trail that this process has written to',
    labelNames: ['trail'],
    registers,
  });
  const limit = new Gauge({
    name: 'querent_audit_trail_limit',
    help: 'Maximum number of entries of an audit trail',
    labelNames: ['trail'],
    registers,
  });
  const dropped = new Counter({
    name: 'querent_audit_entries_dropped_total',
    help: 'Audit entries that were dropped before their retention ended, because their trail was full',
    labelNames: ['trail'],
    registers,
  });
  for (const trail of ['tenant', 'shared']) dropped.inc({ trail }, 0);
  const fullest = new Map<Kind, { tenant: string; entries: number; at: number }>();
  return {
    onAppended(write) {
      const trail: Kind = write.tenant === '' ? 'shared' : 'tenant';
      if (write.dropped > 0) dropped.inc({ trail }, write.dropped);
      const known = fullest.get(trail);
      const at = now();
      const isFullest =
        known === undefined ||
        known.tenant === write.tenant ||
        known.entries <= write.entries ||
        at - known.at > SILENT_MS;
      if (!isFullest) return;
      fullest.set(trail, { tenant: write.tenant, entries: write.entries, at });
      entries.set({ trail }, write.entries);
      limit.set({ trail }, write.most);
    },
  };
}
