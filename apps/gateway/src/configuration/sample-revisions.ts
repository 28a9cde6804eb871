import { isOpenTo, revisionNumber, sampleIn, type SampleEntry, type SampleRevision } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { authorOf, overtaken, sampleChange, tagOf } from '../admin/sample-change';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { fitStatement } from '../feedback/fit-statement';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { tagMatches } from '../runs/if-none-match';
import type { itemStateSchema, revisionViewSchema } from './configuration-schemas';

type Services = Pick<GatewayServices, 'sampleStore' | 'catalog' | 'models' | 'audit'>;

export const isSampleRevision = (id: string): boolean => /^s\d{1,15}$/.test(id);

/** The changes of the samples of the caller's tenant, on the connections that are open to the caller. */
export class SampleRevisions {
  constructor(private readonly services: Services) {}

  /** Newest first. @param name of the connection; undefined: all */
  list(
    caller: Caller,
    name: string | undefined,
    page: { below: number | null; limit: number },
  ): Promise<SampleRevision[]> {
    const connections = this.connections(caller).filter((connection) => name === undefined || connection === name);
    return this.services.sampleStore.log.list(caller.tenant, connections, page);
  }

  /** Throws `not_found`. */
  async get(caller: Caller, id: string): Promise<SampleRevision> {
    const { log } = this.services.sampleStore;
    const found = await log.get(caller.tenant, this.connections(caller), revisionNumber(id));
    if (found === null) throw new ProblemError('not_found');
    return found;
  }

  /**
   * Puts a sample back to its state after (or before) a change, byte for byte, as a revision. `etag`: null if the
   * sample was deleted thereby.
   */
  async restore(
    request: FastifyRequest,
    id: string,
    state: 'after' | 'before',
  ): Promise<{ revision: SampleRevision; etag: string | null }> {
    const caller = callerOf(request);
    const { name: connection, sample, ...old } = await this.get(caller, id);
    const scope = { tenant: caller.tenant, connection };
    const wanted = sampleIn(old[state]);
    const now = await this.services.sampleStore.get(scope, sample);
    if (wanted !== null && wanted.sql !== now?.sql && !seesSql(caller)) throw new ProblemError('forbidden');
    if (!isAsRead(request, now)) throw overtaken(now, caller);
    if (wanted?.status === 'approved') await fitStatement(this.services, scope, { path: 'sql', sql: wanted.sql });
    const detail = sampleChange('restore', { connection, id: sample }, now, wanted);
    await this.services.audit.administering(request, { connection }, detail);
    const change = { expected: now, text: old[state] };
    const revision = await this.services.sampleStore.restore(scope, sample, change, { ...authorOf(caller), of: id });
    if (revision === null) throw overtaken(await this.services.sampleStore.get(scope, sample), caller);
    return { revision, etag: wanted === null ? null : tagOf(wanted) };
  }

  private connections(caller: Caller): string[] {
    return this.services.catalog
      .connections()
      .filter((connection) => isOpenTo(caller, connection))
      .map(({ name }) => name);
  }
}

/** A revision for its reader: states are YAML texts, which need `sql:read`. */
export function sampleRevisionFor(
  caller: Caller,
  { before, after, ...summary }: SampleRevision,
): z.infer<typeof revisionViewSchema> {
  const state = (text: string | null): z.infer<typeof itemStateSchema> | null => {
    if (!seesSql(caller)) return null;
    if (text === null) return { layer: 'none', text: null };
    return { layer: 'revision', text: stringify(JSON.parse(text)) };
  };
  return { ...summary, before: state(before), after: state(after) };
}

/** Whether the sample is as the caller read it. Without `If-Match` and `If-None-Match` nothing is demanded. */
function isAsRead({ headers }: FastifyRequest, now: SampleEntry | null): boolean {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined) return now !== null && tagMatches(match, tagOf(now));
  return noneMatch === undefined || (noneMatch.trim() === '*' && now === null);
}
