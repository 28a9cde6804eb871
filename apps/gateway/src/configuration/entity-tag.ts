import { createHash } from 'node:crypto';
import type { SourcedItem } from '@querent/catalog';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '../problems/problem-error';
import { textDifference } from './text-difference';

/** The entity tag of an item; null: there is no such item. It differs between layers, also for equal texts. */
export function tagOf({ layer, revision, text }: SourcedItem): string | null {
  if (text === null) return null;
  const digest = createHash('sha256')
    .update(`${layer} ${revision ?? ''}\n${text}`)
    .digest('base64url');
  return `"${digest.slice(0, 22)}"`;
}

/**
 * Demands that the caller has read the item in force: `If-Match` with its tag, or for a new item `If-None-Match: *`.
 * @param texts the item now, and as the caller wants it; both as the caller may see them
 * @throws ProblemError `precondition_failed` with the difference between the texts
 */
export function demandMatch(
  headers: IncomingHttpHeaders,
  item: SourcedItem,
  texts: { now: string | null; wanted: string | null },
): void {
  const tag = tagOf(item);
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined ? tag === null && noneMatch?.trim() === '*' : tag !== null && tagsIn(match).includes(tag))
    return;
  throw new ProblemError('precondition_failed', {
    headers: tag === null ? {} : { etag: tag },
    difference: textDifference(texts.now, texts.wanted),
  });
}

const tagsIn = (header: string): string[] => header.split(',').map((part) => part.trim());
