import { estimateTokens } from '../estimate-tokens';

/** A piece of text with its estimated tokens, so that constant texts are measured once. */
export interface Fragment {
  text: string;
  tokens: number;
}
export const fragment = (text: string): Fragment => ({ text, tokens: estimateTokens(text) });

/**
 * Order in which parts are dropped from a prompt that is too long; within a class, the last part goes first. A dropped
 * table takes its dependent parts along. Keys and columns of kept joins go only with their table. The question, the
 * clarifications and a failed statement are never dropped.
 */
export const DROP_ORDER = [
  'sample',
  'explored row',
  'result row',
  'description',
  'description of named',
  'values',
  'values of named',
  'hint',
  'preferences',
  'metric not named',
  'term not named',
  'column not named',
  'tried',
  'facts',
  'table',
  'explored',
  'conversation',
  'understood',
  'conditions',
] as const;
export type DropClass = (typeof DROP_ORDER)[number];

/** A piece of a block: the pieces of one block follow each other in the given order, each with its line breaks. */
export interface Part extends Fragment {
  block: string;
  /** Null: never dropped. */
  drop: DropClass | null;
  /** Description for `dropped`. */
  what: string;
  /** Tables that the part depends on. */
  needs: readonly string[];
}

/**
 * Drops the least relevant parts until the rest takes at most `room` tokens. `frame`: tokens of the marks around a
 * block, counted while the block is not empty. `tokens`: tokens of the kept parts; `over`: tokens above `room` that
 * even the mandatory parts take, else 0.
 */
export function fitParts(
  parts: readonly Part[],
  room: number,
  frame: (block: string) => number,
): { kept: Part[]; dropped: string[]; tokens: number; over: number } {
  const removed = new Set<Part>();
  const dropped: string[] = [];
  const left = new Map<string, number>();
  for (const { block } of parts) left.set(block, (left.get(block) ?? 0) + 1);
  let total = [...left.keys()].reduce(
    (sum, block) => sum + frame(block),
    parts.reduce((sum, part) => sum + part.tokens, 0),
  );
  const remove = (part: Part): void => {
    if (removed.has(part)) return;
    removed.add(part);
    const others = (left.get(part.block) ?? 1) - 1;
    left.set(part.block, others);
    total -= part.tokens + (others === 0 ? frame(part.block) : 0);
  };
  for (const part of leastFirst(parts)) {
    if (total <= room) break;
    if (removed.has(part)) continue;
    dropped.push(`${part.drop}: ${part.what}`);
    remove(part);
    if (part.drop === 'table') parts.filter(({ needs }) => needs.includes(part.what)).forEach(remove);
  }
  return { kept: parts.filter((part) => !removed.has(part)), dropped, tokens: total, over: Math.max(0, total - room) };
}

function leastFirst(parts: readonly Part[]): Part[] {
  const byClass = new Map<DropClass, Part[]>(DROP_ORDER.map((name) => [name, []]));
  for (const part of parts) if (part.drop !== null) byClass.get(part.drop)?.push(part);
  return [...byClass.values()].flatMap((found) => found.reverse());
}
