import type { Node } from 'libpg-query';
import { isRecord } from '@querent/sql';

/** Whether to descend into a visited node. */
export type Descent = 'inside' | 'past';

/** A visited node: its tag, its fields, and the node itself if it is wrapped. */
export interface Met {
  tag: string;
  node: Node;
}

/** Visits every node below a value, parents first. Type names are skipped: their words have no meaning here. */
export function eachNode(value: unknown, meet: (met: Met) => Descent): void {
  if (Array.isArray(value)) {
    for (const item of value) eachNode(item, meet);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'typeName' || key === 'TypeName') continue;
    const isNode = /^[A-Z]/.test(key);
    if (isNode && meet({ tag: key, node: { [key]: inner } as unknown as Node }) === 'past') continue;
    eachNode(inner, meet);
  }
}

/** All nodes below a value that pass a test; nested queries are searched only on request. */
export function nodesWhere<T>(
  value: unknown,
  pick: (node: Node) => T | null,
  queries: 'with queries' | 'this query' = 'this query',
): T[] {
  const found: T[] = [];
  eachNode(value, ({ tag, node }) => {
    if (tag === 'SelectStmt' && queries === 'this query') return 'past';
    const picked = pick(node);
    if (picked !== null) found.push(picked);
    return 'inside';
  });
  return found;
}

/** True if nodes are nested deeper than the limit; stops at the limit itself. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (limit < 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit));
  return (
    isRecord(value) &&
    Object.entries(value).some(([key, inner]) => isDeeperThan(inner, /^[A-Z]|^[lr]arg$/.test(key) ? limit - 1 : limit))
  );
}
