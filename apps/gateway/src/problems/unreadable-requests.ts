import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from '@querent/platform';
import { REQUEST_ID_HEADER } from '../tracing/request-id';
import { ProblemError } from './problem-error';

/**
 * Answers bytes that are no HTTP request, or not one in time, with a problem, and closes the connection. Nothing of the
 * request is known, so the problem is in English and has a new id.
 */
export function answerUnreadable(logger: Logger): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    // The client has closed the connection.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
    const requestId = randomUUID();
    logger.info({ requestId, code: error.code }, 'a request could not be read');
    const problem = new ProblemError('bad_request');
    const body = JSON.stringify({ ...problem.body('en'), requestId });
    socket.end(
      [
        `HTTP/1.1 ${problem.status} ${problem.body('en').title}`,
        'Content-Type: application/problem+json; charset=utf-8',
        'Content-Language: en',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `${REQUEST_ID_HEADER}: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
