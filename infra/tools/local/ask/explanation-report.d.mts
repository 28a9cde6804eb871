import type { Explanation } from '@querent/planner';

export function explanationLines(explanation: Explanation): string[];
