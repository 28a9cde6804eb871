import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON logs on standard output. Never rows, prompts, credentials or payloads at `info`. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req.headers.authorization', 'headers.authorization', 'authorization', 'url', '*.url', '*.password'], censor: '[redacted]' },
  });
}

/** Nest's own messages through pino; its start-up chatter goes to debug. */
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
