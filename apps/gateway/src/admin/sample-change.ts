import type { SampleEntry } from '@querent/catalog';
import { stringify } from 'yaml';
import { textDifference } from '../configuration/text-difference';

/** The detail of an audit entry about a change of a sample: what was there before and after. Null: none. */
export function sampleChange(
  action: 'POST' | 'PATCH' | 'DELETE',
  connection: string,
  before: SampleEntry | null,
  after: SampleEntry | null,
): string {
  const text = (sample: SampleEntry | null): string | null => (sample === null ? null : stringify(sample));
  const id = (after ?? before)?.id ?? '';
  return `${action} samples/${connection}/${id}\n${textDifference(text(before), text(after))}`;
}
