import type { ErrorCode } from '@querent/client';
import type { OperateTexts } from '../texts-en';

/** Why runs end without an answer, those that an operator searches for first. */
export const causesToFilter = [
  'connection_unavailable',
  'connection_busy',
  'connection_misconfigured',
  'connection_unknown',
  'agent_misconfigured',
  'agent_unknown',
  'query_timeout',
  'query_failed',
  'definition_failing',
  'query_refused',
  'model_unavailable',
  'worker_failed',
  'run_timeout',
  'question_unsupported',
  'clarification_exhausted',
  'clarification_expired',
] as const satisfies readonly ErrorCode[];
export type RunCause = (typeof causesToFilter)[number];

/** The choices of a filter, with the codes of the address, which may be several. */
export function causeChoices(causes: OperateTexts['runs']['cause'], chosen: string): [code: string, text: string][] {
  const textOf = (code: string): string => causes[code as RunCause] ?? code;
  const codes = causesToFilter.includes(chosen as RunCause) || chosen === '' ? [] : [chosen];
  return [...causesToFilter, ...codes].map((code) => [code, code.split(',').map(textOf).join(' / ')]);
}
