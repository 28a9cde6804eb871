import type { BrowserContext, Page, Request } from 'playwright-core';

/** The members of a `securitypolicyviolation` event that identify its cause. */
interface Violation {
  directive: string;
  blocked: string;
  document: string;
  sample: string;
}

const binding = 'reportViolationToTest';

/**
 * Collects what goes wrong in all documents of a context, later ones, frames and pop-ups included, one line each:
 * errors on the console, exceptions that no code caught, violations of the content security policy (also of one that
 * only reports), requests that failed, requests to other origins, and crashes. A request that the page itself cancelled
 * is no failure; Chromium reports a response with status 400 or higher as an error on the console.
 * @param options.url an address of the own origin
 * @param options.expected patterns of lines that are not collected
 * @returns a function that waits until the open pages have reported what has happened so far, and returns all lines
 */
export async function collectFindings(
  context: BrowserContext,
  { url, expected }: { url: string; expected: readonly RegExp[] },
): Promise<() => Promise<string[]>> {
  const lines: string[] = [];
  const add = (line: string): void => {
    if (!expected.some((pattern) => pattern.test(line))) lines.push(line);
  };
  const addIfForeign = (address: string, line: string): void => {
    if (!isOwn(address, url)) add(`request to another origin: ${line}`);
  };
  context.on('console', (message) => {
    const { url: source, lineNumber } = message.location();
    if (message.type() === 'error') add(`console: ${message.text()} (${source}:${lineNumber + 1})`);
  });
  context.on('weberror', (error) => add(`exception: ${error.error().message}`));
  context.on('request', (request) => addIfForeign(request.url(), nameOf(request)));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    if (reason !== 'net::ERR_ABORTED') add(`request failed: ${nameOf(request)} ${reason}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => addIfForeign(socket.url(), `WebSocket ${socket.url()}`));
    page.on('crash', () => add(`crash: ${page.url()}`));
  });
  await context.exposeBinding(binding, (_source, violation: Violation) => {
    const sample = violation.sample === '' ? '' : ` (${violation.sample})`;
    add(`CSP: ${violation.directive} blocks ${violation.blocked} on ${violation.document}${sample}`);
  });
  await context.addInitScript(reportViolations, binding);
  return async () => {
    await Promise.all(context.pages().map(tasksHaveRun));
    return [...lines];
  };
}

/** Runs in each document, before its own scripts. */
function reportViolations(name: string): void {
  const report = (globalThis as unknown as Record<string, (violation: Violation) => unknown>)[name];
  // The type of the event, which is not in Node's library of types.
  type Event = { effectiveDirective: string; blockedURI: string; documentURI: string; sample: string };
  (
    globalThis as unknown as { addEventListener(type: string, listener: (event: Event) => void): void }
  ).addEventListener(
    'securitypolicyviolation',
    (event) =>
      void report?.({
        directive: event.effectiveDirective,
        blocked: event.blockedURI,
        document: event.documentURI,
        sample: event.sample,
      }),
  );
}

/** Chromium dispatches events of violations in later tasks than those that caused them. */
async function tasksHaveRun(page: Page): Promise<void> {
  await page
    .evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))))
    // The document was replaced meanwhile; its events were reported before.
    .catch(() => undefined);
}

const nameOf = (request: Request): string => `${request.method()} ${request.url()}`;

/** `data:` and `blob:` addresses send nothing to a server. */
function isOwn(address: string, url: string): boolean {
  const { protocol, host } = new URL(address);
  return /^(data|blob|about):$/.test(protocol) || host === new URL(url).host;
}
