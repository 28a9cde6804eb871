import { source, type AxeResults } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';

type FrameTree = { frame: { id: string }; childFrames?: FrameTree[] };

const options = { resultTypes: ['violations'], iframes: false };

/**
 * Checks the current state of a page with all of axe-core's default rules, its frames included if they are of the same
 * site. axe-core runs in an isolated world of each document: a strict content security policy does not prevent it, it
 * shares no globals with the page, and the page's scripts cannot see it.
 * @returns one line for each element that violates a rule: the rule, its impact, the element's selector, the reason
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const lines: string[] = [];
    for (const id of frameIdsOf(frameTree)) lines.push(...(await violationsIn(session, id)));
    return lines;
  } finally {
    await session.detach();
  }
}

const frameIdsOf = ({ frame, childFrames = [] }: FrameTree): string[] => [frame.id, ...childFrames.flatMap(frameIdsOf)];

async function violationsIn(session: CDPSession, frameId: string): Promise<string[]> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'axe',
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      ...{ contextId, expression, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails !== undefined)
      throw new Error(`axe-core: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  };
  await evaluate(`${source}; undefined`);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(violations))`;
  const violations = JSON.parse(String(await evaluate(run))) as AxeResults['violations'];
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      // The summary is a heading ("Fix any of the following:") with one reason on each further line.
      const [, ...reasons] = (failureSummary ?? '').split('\n').map((line) => line.trim());
      return `${id} (${impact ?? 'unknown'}): ${target.flat().join(' ')}: ${reasons.filter(Boolean).join(' ')}`;
    }),
  );
}
