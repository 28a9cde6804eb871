import { z } from 'zod';

const pair = /^[^=,\s]+\s*=[^,]*$/;

/** Destination of traces, with OpenTelemetry's variable names; without an endpoint nothing is traced. */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe(
      'address of an OpenTelemetry collector (OTLP over HTTP, without the ending /v1/traces); unset: nothing is traced',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => text.split(',').every((part) => pair.test(part.trim())), {
      error: 'must be name=value, separated by commas',
    })
    .optional()
    .describe('headers for the collector, name=value separated by commas'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0)
    .max(1)
    .default(1)
    .describe('share of the questions that are traced, 0 to 1; a caller that sends a traceparent decides instead'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('`service.name` of this process in traces; unset: `querent-` and the name of the service'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe(
      'further attributes of this process in traces, name=value separated by commas, with percent-encoded values: `deployment.environment.name=production`',
    ),
};

export interface TracingEnv {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS?: string;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_SERVICE_NAME?: string;
  OTEL_RESOURCE_ATTRIBUTES?: string;
}

/** Parses `a=1,b=2` with percent-encoded values, as OpenTelemetry specifies. */
export function headersOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((part) => part.includes('='));
  return Object.fromEntries(
    pairs.map((part) => [part.slice(0, part.indexOf('=')).trim(), decoded(part.slice(part.indexOf('=') + 1).trim())]),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
