import type { AuditTrail } from '@querent/audit';
import type { AuditEntry, AuditKind } from '@querent/contracts';
import type { Logger } from '@querent/platform';
import type { FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../auth/caller';
import { addressOf } from './address-of';
import { Denials } from './denials';

/** The parts of a run that the audit records. */
interface AuditedRun {
  id: string;
  tenant: string;
  keyName: string;
  request: { question: string; connection: string };
}

/** Writes the gateway's entries into the audit trail. */
export class GatewayAudit {
  private readonly denials = new Denials((entry) => this.note(entry));

  constructor(
    readonly trail: AuditTrail,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Resolves when the entry is stored; rejects when it could not be stored: the question must be refused then. */
  asked(run: AuditedRun): Promise<void> {
    return this.trail.record(entryOf('asked', run, { question: run.request.question }));
  }

  /** Does not wait: the read of the rows was recorded when the answer was computed. */
  answeredFromCache(run: AuditedRun, rows: number | undefined): void {
    this.note(
      entryOf('answered_from_cache', run, { question: run.request.question, ...(rows === undefined ? {} : { rows }) }),
    );
  }

  /** Records an action on a run; call it before the action takes effect. Rejects like `asked`. */
  acted(
    kind: 'replied' | 'cancel_asked' | 'rated' | 'shared',
    run: AuditedRun,
    caller: Caller,
    detail?: string,
  ): Promise<void> {
    return this.trail.record({
      ...entryOf(kind, run, detail === undefined ? {} : { detail }),
      tenant: caller.tenant,
      key: caller.name,
    });
  }

  /** Records a change of the caller's board; call it before the change. Rejects like `asked`. */
  pinned(
    { tenant, name }: Caller,
    { question, connection }: { question: string; connection: string },
    detail: 'added' | 'changed' | 'removed',
  ): Promise<void> {
    return this.trail.record({
      kind: 'pinned',
      at: now(),
      tenant,
      key: name,
      runId: null,
      connection,
      question,
      detail,
    });
  }

  /** Records that rows of a result were sent with a run's last event, to its webhook or by an MCP call. */
  rowsRead(run: AuditedRun, caller: Caller, rows: number, detail: 'events' | 'webhook' | 'mcp'): void {
    this.note({ ...entryOf('result_read', run, { rows, detail }), tenant: caller.tenant, key: caller.name });
  }

  /**
   * Records an action of an administrator or operator; wait for it before the action. The entry goes to the trail of
   * the affected tenant and, if that is another tenant, also to the caller's trail. Rejects like `asked`.
   * @param about tenant: the affected tenant; absent: the caller's tenant, or the whole installation
   * @param detail defaults to the method and URL of the request
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
      [...new Set([caller.tenant, tenant ?? caller.tenant])].map((affected) =>
        this.trail.record({ ...entry, tenant: affected }),
      ),
    );
  }

  denied(entry: Omit<AuditEntry, 'kind' | 'at'>): void {
    this.denials.add({ kind: 'denied', at: now(), ...entry });
  }

  /** Records in the background; an entry that cannot be stored is logged. */
  note(entry: AuditEntry): void {
    this.trail.recordSoon(entry).catch((error: unknown) => {
      const { kind, tenant, key, runId, connection } = entry;
      this.logger.error({ err: error, kind, tenant, key, runId, connection }, 'an audit entry could not be stored');
    });
  }

  /** Records the pending counts and waits until all entries are stored. */
  close(): Promise<void> {
    this.denials.flush();
    return this.trail.drain();
  }
}

const now = (): string => new Date().toISOString();

function entryOf(kind: AuditKind, { id, tenant, keyName, request }: AuditedRun, more: Partial<AuditEntry>): AuditEntry {
  return { kind, at: now(), tenant, key: keyName, runId: id, connection: request.connection, ...more };
}
