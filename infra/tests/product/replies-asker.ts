import type { Clarification, Problem, ReplyBody, RunView, SubmitBody } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { HttpAsker, type Reply } from './http-asker';

/**
 * Questions about ambiguous parent metrics. Each is about another metric, so that no habit forms.
 */
export const openQuestions = [
  '基础设施情况',
  '网络情况',
  '终端情况',
  '教室情况',
  '教学应用情况',
  '资源应用情况',
  '课堂应用情况',
  '数字素养情况',
] as const;

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

/** A client of runs with clarifications: it waits, follows events, replies and cancels. */
export class ReplyingAsker extends HttpAsker {
  ask(question: string): Promise<Reply<RunView>> {
    return this.submit({ question, connection: 'education', cache: 'bypass' });
  }

  /** Waits until the run awaits a clarification. */
  async paused(question: string): Promise<RunView & { clarification: Clarification }> {
    const { body } = await this.ask(question);
    return pausedView(await this.inStatus(body.id, 'awaiting_clarification'));
  }

  /** Waits until the run meets the condition. */
  until(id: string, condition: (run: RunView) => boolean): Promise<RunView> {
    return waitFor(
      async () => {
        const run = await this.view(id);
        return condition(run) && run;
      },
      { timeoutMs: 60_000 },
    );
  }

  /** Submits with `Prefer: wait` and returns the run of the response. */
  async waited(question: string, more: Partial<SubmitBody> = {}): Promise<{ status: number; body: RunView }> {
    const body = JSON.stringify({ question, connection: 'education', cache: 'bypass', ...more });
    const answer = await fetch(`${this.url}/v1/queries`, {
      method: 'POST',
      headers: { ...headers, prefer: 'wait=30' },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as RunView };
  }

  replyWith(
    id: string,
    body: ReplyBody | Record<string, unknown>,
  ): Promise<Reply<RunView & Pick<Problem, 'code' | 'detail'>>> {
    return this.call(`/v1/queries/${id}/clarification`, body);
  }

  cancel(id: string): Promise<Reply<RunView>> {
    return this.call(`/v1/queries/${id}/cancel`, {});
  }

  /** Data of the first event with this name in the run's stream. */
  async firstEvent<T>(id: string, name: string): Promise<T> {
    const answer = await fetch(`${this.url}/v1/queries/${id}/events`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (reader === undefined) throw new Error(`${answer.status} without a body`);
    let unread = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = `${unread}${chunk.value}`.split('\n\n');
      unread = events.pop() ?? '';
      const data = events
        .map((event) => /^event: (.*)\ndata: (.*)$/m.exec(event))
        .find((match) => match?.[1] === name)?.[2];
      if (data === undefined) continue;
      await reader.cancel();
      return JSON.parse(data) as T;
    }
    throw new Error(`The stream of ${id} ended without ${name}`);
  }
}

export function pausedView(run: RunView): RunView & { clarification: Clarification } {
  const { clarification } = run;
  if (clarification === null) throw new Error(`${run.id} is ${run.status} and awaits no clarification`);
  return { ...run, clarification };
}
