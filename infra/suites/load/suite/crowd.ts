import { Agent, request } from 'node:http';
import { keyOf } from '../../worlds/asker-keys';
import type { StraightQuestion } from '../../worlds/suite-world';

/** A response to a submission. */
export interface Answered {
  status: number;
  text: string;
  /** Time from the request's first byte to the response's last. */
  ms: number;
}

/** An answered submission. */
export interface Submitted extends Omit<Answered, 'text'> {
  id: string;
}

/** An API client with keep-alive connections. */
export class Crowd {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    private readonly question: StraightQuestion,
    atOnce: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  async submit(tenant: string, headers: Record<string, string> = {}): Promise<Submitted> {
    const { text, ...answered } = await this.ask(tenant, this.question, headers);
    return { ...answered, id: (JSON.parse(text) as { id: string }).id };
  }

  /** Submits another question than the crowd's own. */
  ask(tenant: string, question: object, headers: Record<string, string> = {}): Promise<Answered> {
    const body = JSON.stringify(question);
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}/v1/queries`,
        {
          agent: this.agent,
          method: 'POST',
          headers: {
            authorization: `Bearer ${keyOf(tenant)}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
            }),
          );
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Submits with `atOnce` concurrent clients, as fast as they get responses. @throws when one is not accepted */
  async fill(tenant: string, count: number, atOnce: number): Promise<Submitted[]> {
    const all: Submitted[] = [];
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) {
          const one = await this.submit(tenant);
          if (one.status !== 202) throw new Error(`A question was answered with ${one.status}`);
          all.push(one);
        }
      }),
    );
    return all;
  }

  /**
   * Submits at a fixed rate, regardless of pending responses. Clients that wait for each other would hide the gateway's
   * queueing time (coordinated omission).
   */
  async atRate(tenant: string, count: number, perSecond: number): Promise<Submitted[]> {
    const began = performance.now();
    return Promise.all(
      Array.from({ length: count }, async (_, n) => {
        await new Promise((resume) =>
          setTimeout(resume, Math.max(0, began + (n * 1_000) / perSecond - performance.now())),
        );
        return this.submit(tenant);
      }),
    );
  }

  close(): void {
    this.agent.destroy();
  }
}
