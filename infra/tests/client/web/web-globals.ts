/**
 * The globals that browsers and edge runtimes share, apart from those of the language (WinterTC's minimum, in part):
 * nothing of Node. As in browsers, `fetch` and timers may not be called as methods of another object, and timers have
 * numbers.
 */
export function webGlobals(): Record<string, unknown> {
  const timers = new Map<number, NodeJS.Timeout>();
  let count = 0;
  return {
    fetch(this: unknown, ...given: Parameters<typeof fetch>) {
      demandGlobal(this);
      return fetch(...given);
    },
    setTimeout(this: unknown, action: () => void, ms?: number): number {
      demandGlobal(this);
      timers.set((count += 1), setTimeout(action, ms));
      return count;
    },
    clearTimeout(this: unknown, timer?: number): void {
      demandGlobal(this);
      clearTimeout(timers.get(timer ?? 0));
      timers.delete(timer ?? 0);
    },
    ...{ AbortController, AbortSignal, DOMException, Event, EventTarget, Headers, Request, Response, URL },
    ...{ URLSearchParams, ReadableStream, TextDecoder, TextEncoder, atob, btoa, crypto, performance },
  };
}

function demandGlobal(receiver: unknown): void {
  // A plain call of a function has no receiver; a call by the name of a global has the global object.
  if (receiver !== undefined && Object(receiver).AbortController !== AbortController)
    throw new TypeError('Illegal invocation');
}
