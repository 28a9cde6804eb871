import { hkdfSync, randomBytes } from 'node:crypto';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import { secretsIn } from '@querent/catalog';
import type { Clarification } from '@querent/contracts';
import { z } from 'zod';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';

/** A pause that a client was asked about. */
const pauseStateSchema = z.strictObject({ run: z.string(), clarification: z.string() });
export type PauseState = z.infer<typeof pauseStateSchema>;

/** What the signing keys are read from. */
interface SigningServices extends Pick<GatewayServices, 'redis'> {
  env: Pick<GatewayServices['env'], 'QUERENT_SECRET_KEY'>;
  store: Pick<GatewayServices['store'], 'keys'>;
}

/**
 * Signs the state that a client returns with its reply, so that any gateway can continue. It is bound to the tenant and
 * key, and valid as long as the clarification. The keys are derived from QUERENT_SECRET_KEY: the first signs, all
 * verify. Without it, one random key is kept in Redis, beside the runs that the states are about.
 */
export class PauseStates {
  private keys: Promise<Buffer[]> | null = null;

  constructor(private readonly services: SigningServices) {}

  async sign(caller: Caller, state: PauseState, { expiresAt }: Pick<Clarification, 'expiresAt'>): Promise<string> {
    const [key] = await this.signingKeys();
    if (key === undefined) throw new Error('There is no key for the states of MCP requests');
    const ttlSeconds = Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));
    // The binding does not use the context, but the codec requires one.
    return codec(key, caller, ttlSeconds).mint(state, {} as never);
  }

  /** Rejects if the state was changed, is not the caller's, or has expired. */
  async verify(caller: Caller, text: string): Promise<PauseState> {
    const attempts = (await this.signingKeys()).map((key) => codec(key, caller).verify(text, {} as never));
    return pauseStateSchema.parse(await Promise.any(attempts));
  }

  private signingKeys(): Promise<Buffer[]> {
    this.keys ??= this.readKeys().catch((error: unknown) => {
      this.keys = null;
      throw error;
    });
    return this.keys;
  }

  private async readKeys(): Promise<Buffer[]> {
    const secrets = secretsIn(this.services.env.QUERENT_SECRET_KEY);
    if (secrets.length > 0)
      return secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'querent/mcp-states/v1', 32)));
    const { redis, store } = this.services;
    await redis.set(store.keys.mcpStateKey(), randomBytes(32).toString('hex'), 'NX');
    return [Buffer.from((await redis.get(store.keys.mcpStateKey())) ?? '', 'hex')];
  }
}

const codec = (key: Buffer, { tenant, name }: Caller, ttlSeconds?: number): RequestStateCodec<PauseState> =>
  createRequestStateCodec<PauseState>({ key, ttlSeconds, bind: () => JSON.stringify([tenant, name]) });
