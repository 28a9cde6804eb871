import { z } from 'zod';
import {
  stepSchema,
  clarificationSchema,
  runStatusSchema,
  type Stage,
  type Step,
  type RunStatus,
  type Clarification,
} from '@querent/contracts';

/** An event of a run; `seq` is its number and the id of the server-sent event. */
export type RunEvent =
  | { seq: number; event: 'step'; data: Step }
  | { seq: number; event: 'status'; data: { status: RunStatus } }
  | { seq: number; event: 'clarification'; data: Clarification }
  /** The run has finished; clients receive its view as the data of this event. */
  | { seq: number; event: 'end'; data: { status: RunStatus } };

const statusSchema = z.object({ status: runStatusSchema });

/** Reads a list entry, `<seq> <kind> <JSON>`. */
export function decodeEvent(entry: string): RunEvent {
  const [seq = '', kind = ''] = entry.split(' ', 2);
  return eventOf(Number(seq), kind, entry.slice(seq.length + kind.length + 2));
}

/** The list entry of a stream entry `[id, [field, value, …]]` of a version before 0.2.0. */
export const earlierEventText = ([id, fields]: [string, string[]]): string =>
  `${id.split('-')[0]} ${fields[1] ?? ''} ${fields[3] ?? 'null'}`;

function eventOf(seq: number, kind: string, json: string): RunEvent {
  const data: unknown = JSON.parse(json);
  if (kind === 'step') return { seq, event: 'step', data: stepSchema.parse({ ...(data as object), seq }) };
  if (kind === 'clarification') return { seq, event: 'clarification', data: clarificationSchema.parse(data) };
  return { seq, event: kind === 'end' ? 'end' : 'status', data: statusSchema.parse(data) };
}

/** The events of one transition as `advance` takes them: steps, then the status, the pause, the end. */
export function encodeEvents(input: {
  stage: Stage;
  at: string;
  steps: readonly { kind: string; message: string; durationMs?: number }[];
  status: RunStatus;
  clarification: Clarification | null;
  over: boolean;
}): string[] {
  const encoded = input.steps.flatMap(({ kind, message, durationMs }) => [
    'step',
    JSON.stringify({ at: input.at, stage: input.stage, kind, message, durationMs: durationMs ?? null }),
  ]);
  encoded.push('status', JSON.stringify({ status: input.status }));
  if (input.clarification !== null) encoded.push('clarification', JSON.stringify(input.clarification));
  if (input.over) encoded.push('end', JSON.stringify({ status: input.status }));
  return encoded;
}
