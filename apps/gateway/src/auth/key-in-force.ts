import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problems/problem-error';
import { credentialsOf } from './caller';

/** Longest delay that `setTimeout` supports, ms. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Continued validity of a request's key, for responses that last longer than the check at their start. */
export interface KeyInForce {
  /** Whether the credentials still authenticate the same, unchanged key: it was not revoked, expired or changed. */
  isCurrent(): boolean;
  /** Throws `unauthorized` if the key is no longer valid. */
  demand(): void;
  /**
   * Calls `listener` once, as soon as the key is no longer valid.
   * @returns function that unsubscribes
   */
  onEnd(listener: () => void): () => void;
}

export function keyInForce({ catalog }: { catalog: Pick<Catalog, 'onChange'> }, request: FastifyRequest): KeyInForce {
  const { caller, current, ended } = credentialsOf(request);
  const isCurrent = (): boolean => isDeepStrictEqual(current(), caller);
  return {
    isCurrent,
    demand() {
      if (!isCurrent()) throw new ProblemError('unauthorized');
    },
    onEnd(listener) {
      let timer: NodeJS.Timeout | undefined;
      const stop = (): void => {
        clearTimeout(timer);
        ended?.removeEventListener('abort', check);
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
      ended?.addEventListener('abort', check);
      wait();
      return stop;
    },
  };
}

/**
 * Passes on the parts of a long response while its reader's rights are valid. Then it throws, which cuts the response
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
