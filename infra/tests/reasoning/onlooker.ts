import type { RunView, SubmitBody } from '@querent/contracts';
import { echoesPrompt } from '@querent/llm';
import { type LlmRequest, type ScriptedLlm, type ScriptStep, waitFor } from '@querent/testing';
import { leaksIn } from '../../suites/leak/leak-check';

/** Physical names that no business word resembles. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  crm: ['full_name', 'user_id', 'joined_on', 'bought_on'],
  commerce: ['order_items', 'ordered_at', 'customer_id', 'registered_at', 'unit_price'],
  tourism: ['a_sight', 'tourist_spot', '所属省份', '所属城市', 'combined_data'],
  education: ['bandwidth_score', 'wifi_score', 'district_id', 'purchased_at'],
};

/** A reply of the scripted model: its text, or a whole step. */
export type ModelReply = string | ScriptStep;
export type Asking = Partial<SubmitBody> & { question: string; connection: string };

/** A run with the requests that the model received for it. */
export interface ObservedRun {
  run: RunView;
  requests: LlmRequest[];
  /** Last message of the last request. */
  prompt: string;
}

/** A client with one key that reads everything that the API shows of its runs. */
export class Onlooker {
  constructor(
    private readonly url: string,
    private readonly llm: ScriptedLlm,
    readonly key: 'demo' | 'viewer',
  ) {}

  /** Asks with a model that gives these replies in order. The last one repeats. */
  async ask(asking: Asking, modelReplies: readonly ModelReply[] = []): Promise<ObservedRun> {
    this.llm.script(
      modelReplies.map((one, index) =>
        typeof one !== 'string' ? one : { ...(index < modelReplies.length - 1 && { times: 1 }), reply: { text: one } },
      ),
    );
    const { id } = JSON.parse(await this.bytes('/v1/queries', { cache: 'bypass', ...asking })) as RunView;
    return this.settled(id);
  }

  /** Replies to the run's clarification, by the option with this label or in free text. */
  async reply({ run }: ObservedRun, answer: { option: string } | { text: string }): Promise<ObservedRun> {
    const { clarification } = run;
    if (clarification === null) throw new Error(`${run.status}: the run awaits no clarification`);
    const chosen =
      'text' in answer ? answer : { optionId: clarification.options.find(({ label }) => label === answer.option)?.id };
    const response = await this.bytes(`/v1/queries/${run.id}/clarification`, {
      clarificationId: clarification.id,
      ...chosen,
    });
    if ((JSON.parse(response) as { code?: string }).code !== undefined) throw new Error(response);
    return this.settled(run.id, clarification.id);
  }

  /** Returns the forbidden texts that the API shows to a key without `sql:read`. */
  async leaks({ id, connection, finishedAt }: RunView): Promise<string[]> {
    const paths = ['', ...(finishedAt === null ? [] : ['/events', '/result', '/chart.svg'])].map(
      (path) => `/v1/queries/${id}${path}`,
    );
    const shown = await Promise.all([...paths, '/v1/queries?limit=1'].map((path) => this.bytes(path)));
    return [
      ...shown.flatMap((bytes) => leaksIn(bytes, NAMES[connection] ?? [])),
      ...shown.filter(echoesPrompt).map((bytes) => `prompt ${bytes}`),
    ];
  }

  /** Returns the response as text. @param body sends a POST request */
  async bytes(path: string, body?: object): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    return (
      await fetch(
        `${this.url}${path}`,
        body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
      )
    ).text();
  }

  private async settled(id: string, answeredId: string | null = null): Promise<ObservedRun> {
    const run = await waitFor(
      async () => {
        const view = JSON.parse(await this.bytes(`/v1/queries/${id}`)) as RunView;
        return (
          (view.finishedAt !== null || (view.clarification !== null && view.clarification.id !== answeredId)) && view
        );
      },
      { timeoutMs: 90_000, intervalMs: 30 },
    );
    const requests = this.llm.requests.filter((request) => request.run === id);
    return { run, requests, prompt: requests.at(-1)?.messages.at(-1)?.content ?? '' };
  }
}

export const kinds = ({ steps }: RunView): string[] => steps.map(({ kind }) => kind);
export const messages = ({ steps }: RunView): string[] => steps.map(({ message }) => message);
