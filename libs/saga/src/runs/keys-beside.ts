import type { RedisKeys } from '@querent/platform';
import { blobField, type RunHash } from './run-codec';

/** The keys of a run beside its hash: its events, results and large parts. */
export function keysBeside(keys: RedisKeys, id: string, hash: RunHash): string[] {
  const blobs = Object.keys(hash).flatMap((field) =>
    field.startsWith(blobField('')) ? [keys.blob(id, field.slice(blobField('').length))] : [],
  );
  return [keys.events(id), keys.earlierEvents(id), ...blobs];
}
