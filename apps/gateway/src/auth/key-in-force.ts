import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problems/problem-error';
import { authenticate, type FindKey } from './bearer';
import { callerOf, type Caller } from './caller';

/** Longest delay of a timer, ms. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The key that a request came with, for answers that outlast the check at their beginning. */
export interface KeyInForce {
  /** Whether the same credentials would be let in now as the same caller: not revoked, expired or changed since. */
  isCurrent(): boolean;
  /** Throws `unauthorized` where it is not. */
  demand(): void;
  /** Calls back once, as soon as it is not in force any more. @returns unsubscribes */
  onEnd(listener: () => void): () => void;
}

export function keyInForce(
  { catalog, findKey }: { catalog: Pick<Catalog, 'onChange'>; findKey: FindKey },
  request: FastifyRequest,
): KeyInForce {
  const caller = callerOf(request);
  const current = (): Caller => authenticate(findKey, request.headers.authorization);
  const isCurrent = (): boolean => {
    try {
      return isDeepStrictEqual(current(), caller);
    } catch {
      return false;
    }
  };
  return {
    isCurrent,
    demand() {
      if (!isDeepStrictEqual(current(), caller)) throw new ProblemError('unauthorized');
    },
    onEnd(listener) {
      let timer: NodeJS.Timeout | undefined;
      const stop = (): void => {
        clearTimeout(timer);
        unsubscribe();
      };
      const check = (): void => {
        clearTimeout(timer);
        if (isCurrent()) return wait();
        stop();
        listener();
      };
      const wait = (): void => {
        if (caller.expiresAt === undefined) return;
        timer = setTimeout(
          check,
          Math.min(Math.max(0, Date.parse(caller.expiresAt) - Date.now()), LONGEST_DELAY_MS),
        ).unref();
      };
      const unsubscribe = catalog.onChange(check);
      wait();
      return stop;
    },
  };
}

/**
 * The parts of a long answer, for as long as its reader's rights are in force; then an error, which cuts the answer
 * off.
 */
export async function* whileInForce<T>(
  parts: AsyncIterable<T>,
  rights: { demand(): void | Promise<void> },
): AsyncGenerator<T> {
  for await (const part of parts) {
    await rights.demand();
    yield part;
  }
}
