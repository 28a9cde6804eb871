import type { Routes } from '@querent/client';

export function explanationLines(explanation: Routes['POST /v1/queries/explain']['output']): string[];
