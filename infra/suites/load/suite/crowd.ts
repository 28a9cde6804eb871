import { Agent, request } from 'node:http';
import { keyOf } from '../../worlds/asker-keys';
import type { StraightQuestion } from '../../worlds/suite-world';

/** A submission that was answered. */
export interface Submitted {
  status: number;
  id: string;
  /** From the request's first byte to the answer's last. */
  ms: number;
}

/** One client of the API with connections that are kept. */
export class Crowd {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    private readonly question: StraightQuestion,
    atOnce: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  submit(tenant: string, headers: Record<string, string> = {}): Promise<Submitted> {
    const body = JSON.stringify(this.question);
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
              id: (JSON.parse(Buffer.concat(chunks).toString()) as { id: string }).id,
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

  /** As fast as `atOnce` clients get their answers. @throws when one is not accepted */
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
   * `perSecond`, whether or not earlier ones were answered: what waits for the gateway is not hidden by clients that
   * wait with it.
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
