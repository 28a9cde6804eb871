import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request; its log lines contain the request's id. */
export const withRequestId = <T>(requestId: string, work: () => T): T => current.run(requestId, work);

/** Id of the request that is served; absent outside of requests. */
export const activeRequestId = (): string | undefined => current.getStore();
