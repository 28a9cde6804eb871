/** An entry of a trail as its stream holds it: its id, `<ms since 1970>-<n>`, and `e`, its JSON, and `h`, its link. */
export interface StoredEntry {
  id: string;
  entry: string;
  link: string;
}

/** Entries that have left Redis. Methods reject if the history is unavailable. */
export interface AuditHistory {
  /** Time that an entry stays in Redis, ms. A later one is never here. */
  readonly afterMs: number;
  /** Age up to which entries of a tenant's trail are shown, ms. */
  retentionMs(tenant: string): number;
  /** Entries of a tenant's trail between two ids, both included, oldest first. */
  entries(tenant: string, from: string, to: string, most: number): Promise<StoredEntry[]>;
}

/** Where moved entries are stored. */
export interface AuditHistoryWriter {
  readonly afterMs: number;
  /** Stores entries of a tenant's trail; those that are stored already stay. */
  storeEntries(tenant: string, entries: readonly StoredEntry[]): Promise<void>;
}
