import { hostname } from 'node:os';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { productVersion } from '../product-version';
import { redacted } from './redacted';
import { activeRequestId } from './request-context';
import { traceIdOf } from '../traceparent';
import { activeSpan } from '../tracing/span';
import { withoutCredentials } from './without-credentials';

export type { Logger } from 'pino';

/**
 * JSON logs on standard output, with the level as a word and the time in ISO 8601. Never rows, prompts, credentials or
 * payloads at `info`. Every string of a line
 * (including errors, their stacks and causes) is passed through `redacted`: measured, 0.8 µs more on a usual line of
 * 3.5 µs. Lines are written synchronously, which is as fast (6 µs per line into a pipe, both ways). pino's asynchronous
 * writing would, at the exit of a process whose reader has died, retry for ever (`flushSync` of sonic-boom 4.2 takes
 * EPIPE for a full pipe).
 * @param destination replaces standard output, for specs
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service, version: productVersion, hostname: hostname(), pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: contextFields,
    redact: {
      paths: ['req.headers.authorization', 'headers.authorization', 'authorization', 'url', '*.url', '*.password'],
      censor: '[redacted]',
    },
    serializers: {
      err: (error: unknown) => withoutCredentials(error instanceof Error ? pino.stdSerializers.err(error) : error),
    },
    formatters: { level: (label) => ({ level: label }), log: cleanLine },
    hooks: {
      logMethod(args, method) {
        method.apply(this, cleanArguments(args) as Parameters<typeof method>);
      },
    },
  };
  return pino(options, destination ?? pino.destination({ dest: process.stdout.fd, sync: true }));
}

/** Adds the ids of the request and of the trace that the line belongs to. */
function contextFields(): object {
  const requestId = activeRequestId();
  const span = activeSpan();
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(span === undefined ? {} : { traceId: traceIdOf(span.traceparent) }),
  };
}

/** An error under `err` is left to the serialiser, which also includes its causes. */
function cleanLine({ err, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return { ...(err === undefined ? {} : { err }), ...(withoutCredentials(fields) as Record<string, unknown>) };
}

/** Without a message, pino uses the error's message and bypasses the formatters. */
function cleanArguments(args: readonly unknown[]): unknown[] {
  const [first, message, ...rest] = args;
  if (typeof first === 'string') return args.map(cleanText);
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const text = message === undefined && error instanceof Error ? error.message : message;
  return [first instanceof Error ? { err: first } : first, cleanText(text), ...rest.map(cleanText)];
}

const cleanText = (value: unknown): unknown => (typeof value === 'string' ? redacted(value) : value);

/** Logs Nest's messages through pino; its start-up messages at debug. */
export class NestPino implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }
  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }
  debug(message: unknown): void {
    this.logger.trace(String(message));
  }
  verbose(message: unknown): void {
    this.logger.trace(String(message));
  }
}
