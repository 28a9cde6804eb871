import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredKey } from './redis-content';

/** The content of Redis that a version stored, which later versions must read. */
export interface RecordedContracts {
  /** Version of package.json. */
  version: string;
  format: number;
  /** Members of a run's data that earlier versions did not write. They need a default permanently. */
  mayBeAbsent: string[];
  /** Keys of one run in each of its states. */
  stages: Record<string, StoredKey[]>;
  /** All keys at the end. */
  end: StoredKey[];
}

const folder = join(__dirname, '../../../libs/contracts/src/fixtures');

/** Reads the records of all versions. */
export function recordedContracts(): RecordedContracts[] {
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedContracts);
}
