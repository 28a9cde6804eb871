import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredKey } from './redis-content';

/** What a version left in Redis for others to read. */
export interface RecordedContracts {
  /** As in package.json. */
  version: string;
  format: number;
  /** Members of a run's data that versions before it did not write: with a default, for good. */
  mayBeAbsent: string[];
  /** What belonged to one run when it was in that state. */
  stages: Record<string, StoredKey[]>;
  /** All there was at the end. */
  end: StoredKey[];
}

const folder = join(__dirname, '../../../libs/contracts/src/fixtures');

/** Of all versions that were recorded. */
export function recordedContracts(): RecordedContracts[] {
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedContracts);
}
