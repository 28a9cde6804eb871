import { z } from 'zod';

const TRACE_ID = '{traceId}';
const example = 'a'.repeat(32);

/** Whether an address leads to a trace over http or https, whatever the id of the trace is. */
function leadsToTrace(template: string): boolean {
  const address = addressIn(template, example);
  return template.includes(TRACE_ID) && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

export const traceUrlEnv = {
  TRACE_URL: z
    .string()
    .max(2_000)
    .refine(leadsToTrace, 'must be an http or https address that contains {traceId}')
    .optional()
    .describe(
      'address of a trace in the viewer of traces, with {traceId} in place of its id: https://traces.example.com/trace/{traceId}. The console links to it from the details of a question; without it there is no link',
    ),
};

/** The address of a trace in the viewer; null: none is configured. */
export const traceUrlOf = ({ TRACE_URL }: { TRACE_URL?: string | undefined }, traceId: string): string | null =>
  TRACE_URL === undefined ? null : addressIn(TRACE_URL, traceId);

const addressIn = (template: string, traceId: string): string => template.replaceAll(TRACE_ID, traceId);
