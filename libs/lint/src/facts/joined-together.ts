import type { JoinFact } from './statement-facts';

/** Whether the equality follows from others: a = b and b = c imply a = c. */
export function joinedTogether({ left, right }: JoinFact, joins: readonly JoinFact[]): boolean {
  const reached = new Set([left]);
  const equalities = joins.filter(({ op }) => op === '=');
  for (let grew = true; grew;) {
    const before = reached.size;
    for (const join of equalities) {
      if (reached.has(join.left)) reached.add(join.right);
      else if (reached.has(join.right)) reached.add(join.left);
    }
    grew = reached.size > before;
  }
  return reached.has(right);
}
