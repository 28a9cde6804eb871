import type { AuditTrail } from '@querent/audit';
import type { AuditEntry, AuditKind } from '@querent/contracts';
import type { Logger } from '@querent/platform';
import type { FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../auth/caller';
import { addressOf } from './address-of';
import { Denials } from './denials';

/** A run as far as the audit goes. */
interface AuditedRun {
  id: string;
  tenant: string;
  keyName: string;
  request: { question: string; connection: string };
}

/** What the gateway writes into the audit trail. */
export class GatewayAudit {
  private readonly denials = new Denials((entry) => this.note(entry));

  constructor(
    readonly trail: AuditTrail,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Resolves when the trail has it; rejects when it does not take it: the question must not be taken in then. */
  asked(run: AuditedRun): Promise<void> {
    return this.trail.record(entryOf('asked', run, { question: run.request.question }));
  }

  /** Not waited for: the rows were read, and their reading recorded, when the answer was computed. */
  answeredFromCache(run: AuditedRun, rows: number | undefined): void {
    this.note(
      entryOf('answered_from_cache', run, { question: run.request.question, ...(rows === undefined ? {} : { rows }) }),
    );
  }

  /** What somebody does to a run; written before what follows from it. Rejects like `asked`. */
  acted(kind: 'replied' | 'cancel_asked' | 'rated', run: AuditedRun, caller: Caller, detail?: string): Promise<void> {
    return this.trail.record({
      ...entryOf(kind, run, detail === undefined ? {} : { detail }),
      tenant: caller.tenant,
      key: caller.name,
    });
  }

  /** The first rows of a result, sent with the last of a run's events or to its webhook. */
  readAtEnd(run: AuditedRun, caller: Caller, rows: number, detail: 'events' | 'webhook'): void {
    this.note({ ...entryOf('result_read', run, { rows, detail }), tenant: caller.tenant, key: caller.name });
  }

  /**
   * What an administrator or operator is about to do; to be waited for before anything is done. It is in the trail of
   * the tenant whose thing it is, and in the caller's where that is another. Rejects like `asked`.
   * @param about tenant: whose thing it is; absent: the caller's own, or that of the installation
   * @param detail method and address if absent
   */
  async administering(
    request: FastifyRequest,
    { tenant, connection, runId }: { tenant?: string; connection?: string; runId?: string } = {},
    detail = addressOf(request),
  ): Promise<void> {
    const caller = callerOf(request);
    const entry = {
      kind: 'administered',
      at: now(),
      key: caller.name,
      runId: runId ?? null,
      connection: connection ?? null,
      detail,
    } as const;
    await Promise.all(
      [...new Set([caller.tenant, tenant ?? caller.tenant])].map((whose) =>
        this.trail.record({ ...entry, tenant: whose }),
      ),
    );
  }

  denied(entry: Omit<AuditEntry, 'kind' | 'at'>): void {
    this.denials.add({ kind: 'denied', at: now(), ...entry });
  }

  /** Writes without being waited for; an entry that is lost is in the log. */
  note(entry: AuditEntry): void {
    this.trail.recordSoon(entry).catch((error: unknown) => {
      const { kind, tenant, key, runId, connection } = entry;
      this.logger.error({ err: error, kind, tenant, key, runId, connection }, 'an entry of the audit trail was lost');
    });
  }

  /** Tells what is still being counted, and waits until all is written. */
  close(): Promise<void> {
    this.denials.flush();
    return this.trail.drain();
  }
}

const now = (): string => new Date().toISOString();

function entryOf(kind: AuditKind, { id, tenant, keyName, request }: AuditedRun, more: Partial<AuditEntry>): AuditEntry {
  return { kind, at: now(), tenant, key: keyName, runId: id, connection: request.connection, ...more };
}
