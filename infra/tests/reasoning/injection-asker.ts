import type { RunView } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { questionsOf, type InjectionCase } from './injection-case';
import { agentOf } from './injection-fixture';

/** Outcome of a case for one key. */
export interface Asked {
  view: RunView;
  /** All responses, each with its headers first, without the texts that the user typed. */
  bytes: string;
}

/**
 * Asks the question of a case with a key, replies to the clarification if the case has a reply, and reads every
 * representation of the run.
 */
export async function askCase(url: string, key: 'viewer' | 'demo', injected: InjectionCase): Promise<Asked> {
  const sent: string[] = [];
  const { first, question } = questionsOf(injected);
  const conversation = first === null ? {} : { conversationId: `talk-${injected.id}` };
  const agent = injected.where === 'agent' ? { agent: agentOf(injected.id) } : {};
  const put = async (text: string): Promise<RunView> =>
    settled(
      (
        JSON.parse(
          await send('/v1/queries', {
            question: text,
            connection: 'crm',
            cache: 'bypass',
            mode: 'full',
            ...conversation,
            ...agent,
          }),
        ) as RunView
      ).id,
    );

  if (first !== null) await put(first);
  let view = await put(question);
  if (injected.where === 'clarification_reply' && view.clarification !== null) {
    await send(`/v1/queries/${view.id}/clarification`, { clarificationId: view.clarification.id, text: injected.text });
    view = await settled(view.id);
  }
  if (view.finishedAt !== null) await send(`/v1/queries/${view.id}/events`);
  for (const accept of ['application/json', 'text/csv', 'application/x-ndjson'])
    await send(`/v1/queries/${view.id}/result`, undefined, accept);
  await send(`/v1/queries/${view.id}/chart.svg`);
  return { view, bytes: withoutTyped(sent.join('\n'), [question, first ?? '', injected.text]) };

  async function send(path: string, body?: object, accept?: string): Promise<string> {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(accept === undefined ? {} : { accept }),
    };
    const answer = await fetch(
      `${url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    sent.push(JSON.stringify([...answer.headers]), text);
    return text;
  }

  function settled(id: string): Promise<RunView> {
    return waitFor(
      async () => {
        const now = JSON.parse(await send(`/v1/queries/${id}`)) as RunView;
        return now.status === 'awaiting_clarification' || now.finishedAt !== null ? now : undefined;
      },
      { timeoutMs: 120_000, intervalMs: 150 },
    );
  }
}

/** Removes the user's words, which are not a leak. */
const withoutTyped = (bytes: string, typed: readonly string[]): string =>
  typed
    .filter((text) => text !== '')
    .reduce((left, text) => left.replaceAll(JSON.stringify(text).slice(1, -1), ' '), bytes);
