import { createHash } from 'node:crypto';
import type { SampleAuthor, SampleEntry } from '@querent/catalog';
import { stringify } from 'yaml';
import { seesSql, type Caller } from '../auth/caller';
import { textDifference } from '../configuration/text-difference';
import { ProblemError } from '../problems/problem-error';

/** The detail of an audit entry about a change of a sample: what was there before and after. Null: none. */
export function sampleChange(
  action: 'POST' | 'PATCH' | 'DELETE' | 'restore',
  { connection, id }: { connection: string; id: string },
  before: SampleEntry | null,
  after: SampleEntry | null,
): string {
  const text = (sample: SampleEntry | null): string | null => (sample === null ? null : stringify(sample));
  return `${action} samples/${connection}/${id}\n${textDifference(text(before), text(after))}`;
}

/** A caller as the author of a revision. */
export const authorOf = ({ tenant, name }: Caller): SampleAuthor => ({ by: { tenant, key: name } });

/** The entity tag of a stored sample. */
export const tagOf = (sample: SampleEntry): string =>
  `"${createHash('sha256').update(JSON.stringify(sample)).digest('base64url').slice(0, 22)}"`;

/** The problem of a change of a sample that is another one now than the caller read; null: it was deleted. */
export const overtaken = (now: SampleEntry | null, caller: Caller): ProblemError =>
  new ProblemError('precondition_failed', {
    ...(now === null ? {} : { headers: { etag: tagOf(now) } }),
    ...(now !== null && seesSql(caller) ? { difference: stringify(now) } : {}),
  });
