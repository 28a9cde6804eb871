import type { Fetch } from '@querent/client';
import { observable } from '../observable';

/** The host page's function that gets a token from its backend. */
export type TokenFunction = () => Promise<string> | string;

/**
 * `missing`: the host page has set no function yet; `ready`: tokens can be asked for; `failed`: the function failed or
 * gave no token; `refused`: the server refuses a token that was just given.
 */
export type TokenState = 'missing' | 'ready' | 'failed' | 'refused';

/** The longest wait for a token, ms. */
const LONGEST_MS = 30_000;

/**
 * The tokens of one element. One is kept in memory until the server refuses it; then the function is asked once more.
 * After a failure the function is left alone until `retry`, so that no page asks its backend without end.
 */
export class Tokens {
  readonly state = observable<TokenState>('missing');
  private provide: TokenFunction | null = null;
  private current: Promise<string> | null = null;

  /** Replaces the function. The last token is used until it is refused: frameworks set a property again and again. */
  use(provide: TokenFunction | null): void {
    this.provide = provide;
    if (provide === null || this.state.get() !== 'ready') this.retry();
  }

  /** Permits the function to be asked again. */
  retry(): void {
    this.current = null;
    this.state.set(this.provide === null ? 'missing' : 'ready');
  }

  /** @throws an error without a token; `state` has the reason */
  get(): Promise<string> {
    if (this.state.get() !== 'ready' || this.provide === null)
      return Promise.reject(new Error(`No token: ${this.state.get()}`));
    return (this.current ??= this.provided(this.provide));
  }

  /** Sends requests without cookies, and once more with a new token if the server refuses theirs. */
  fetchWith(send: Fetch): Fetch {
    return async (url, init) => {
      const used = tokenOf(init.headers);
      const request = { ...init, credentials: 'omit' } as const;
      const response = await send(url, request);
      if (response.status !== 401) return response;
      const next = await this.after(used).catch(() => null);
      if (next === null) return response;
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${next}`);
      const repeated = await send(url, { ...request, headers });
      if (repeated.status === 401) await this.refuse(next);
      return repeated;
    };
  }

  /** The token after one that was refused. Requests that were refused at the same time share it. */
  private async after(refused: string): Promise<string> {
    if ((await this.get()) === refused) this.current = null;
    return this.get();
  }

  private async refuse(token: string): Promise<void> {
    const current = await this.current?.catch(() => null);
    if (current === token) this.state.set('refused');
  }

  private async provided(provide: TokenFunction): Promise<string> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('No token came.')), LONGEST_MS);
      });
      const token: unknown = await Promise.race([provide(), late]);
      if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
        throw new TypeError('The function gave no token.');
      return token;
    } catch (error) {
      this.state.set('failed');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const tokenOf = (headers: RequestInit['headers']): string =>
  new Headers(headers).get('authorization')?.replace(/^Bearer /, '') ?? '';
