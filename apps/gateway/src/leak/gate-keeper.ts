import {
  audienceOf,
  type Catalog,
  type ModelRegistry,
  type RegisteredModel,
  type SnapshotStore,
} from '@querent/catalog';
import type { Locale, Row, Run } from '@querent/contracts';
import type { Logger, Metrics } from '@querent/platform';
import { leakGate, type GatePlan, type LeakGate, type TextKind } from '@querent/sql';
import { Counter } from 'prom-client';
import { seesSql, type Caller } from '../auth/caller';
import { physicalNamesOf } from './physical-names-of';

export interface GateKeeperDeps {
  catalog: Pick<Catalog, 'connection' | 'connections'>;
  models: Pick<ModelRegistry, 'model'>;
  snapshots: Pick<SnapshotStore, 'get'>;
  metrics: Pick<Metrics, 'registry'>;
  logger: Pick<Logger, 'warn'>;
}

/** Leak gate for one reader: filters the texts of one run or connection before they are sent. */
export interface ReaderGate {
  /**
   * @param rows cells that the reader gets in the same response; their texts are not leaks
   */
  json<T>(value: T, plan: GatePlan, rows?: readonly Row[]): T;
  text(value: string, kind: TextKind, rows?: readonly Row[]): string;
}

/** Gate of readers with `sql:read`: passes every text. */
const openGate: ReaderGate = { json: (value) => value, text: (value) => value };

/**
 * Keeps one leak gate per audience of a connection and rebuilds it when the model or schema changes. A stopped text is
 * counted and logged without its content: it means that the stage that wrote it has a bug.
 */
export class GateKeeper {
  private readonly byModel = new WeakMap<RegisteredModel, Promise<LeakGate>>();
  /** Last gate of each audience, used while Redis is unavailable. */
  private readonly last = new Map<string, LeakGate>();
  /** Fallback if a connection's names are not known: it still stops SQL and driver messages. */
  private readonly nameless = leakGate({ names: [], vocabulary: [] });
  private readonly stopped: Counter<'kind'>;

  constructor(private readonly deps: GateKeeperDeps) {
    this.stopped = new Counter({
      name: 'querent_leaks_stopped_total',
      help: 'Texts for business readers that held a physical name, a driver message or SQL, by the kind of text: each is a bug',
      labelNames: ['kind'],
      registers: [deps.metrics.registry],
    });
    // Warm-up: V8 compiles a pattern at its first use and again after more uses, for one-byte and two-byte strings
    // each. That takes some 20 ms in all, which no request should pay.
    for (const text of ['one text', 'a second', '一段文字', '另一段'])
      this.nameless.text(text, 'text', { locale: 'en' });
  }

  /** Gate for the texts of a run that are sent to a caller. */
  async ofRun(caller: Caller, run: Run): Promise<ReaderGate> {
    if (seesSql(caller)) return openGate;
    const { connection, locale } = run.request;
    const isAsker = run.keyName === caller.name && run.tenant === caller.tenant;
    return this.gateFor(await this.gate(connection, run.tenant), locale, { runId: run.id, connection }, () =>
      isAsker ? ownWords(run) : [],
    );
  }

  /** Gate for texts about a question that a caller has not submitted. `own`: texts of the caller. */
  async ofQuestion(caller: Caller, connection: string, locale: Locale, own: readonly string[]): Promise<ReaderGate> {
    if (seesSql(caller)) return openGate;
    return this.gateFor(await this.gate(connection, caller.tenant), locale, { connection }, () => [...own]);
  }

  /** Gates for the askers of a tenant's runs on a connection, for callers without `sql:read`. */
  async forViewers(connection: string, tenant: string): Promise<(run: Run) => ReaderGate> {
    const gate = await this.gate(connection, tenant);
    return (run) => this.gateFor(gate, run.request.locale, { runId: run.id, connection }, () => ownWords(run));
  }

  /** Names of all connections. */
  connections(): string[] {
    return this.deps.catalog.connections().map(({ name }) => name);
  }

  /**
   * Gate for texts about a connection; null: about no connection.
   * @param tenant tenant with whose login the texts were read; the caller's if absent
   */
  async ofConnection(
    caller: Caller | null,
    connection: string | null,
    locale: Locale,
    tenant = caller?.tenant ?? null,
  ): Promise<ReaderGate> {
    if (caller !== null && seesSql(caller)) return openGate;
    return this.gateFor(
      connection === null ? this.nameless : await this.gate(connection, tenant),
      locale,
      { connection },
      () => [],
    );
  }

  private gateFor(
    gate: LeakGate,
    locale: Locale,
    about: Record<string, string | null>,
    own: () => string[],
  ): ReaderGate {
    const stopped = (kind: TextKind, reason: string): void => {
      this.stopped.inc({ kind });
      this.deps.logger.warn({ ...about, kind, reason }, 'a text that leaks technical details was stopped');
    };
    const context = (rows: readonly Row[]) => ({ locale, stopped, known: () => [...own(), ...cellTexts(rows)] });
    return {
      json: (value, plan, rows = []) => gate.json(value, plan, context(rows)),
      text: (value, kind, rows = []) => gate.text(value, kind, context(rows)),
    };
  }

  private async gate(connection: string, tenant: string | null): Promise<LeakGate> {
    const known = this.deps.catalog.connection(connection);
    const audience = known === undefined || tenant === null ? connection : audienceOf(known, tenant);
    try {
      const registered = await this.deps.models.model(connection, tenant);
      const gate = registered === null ? null : await this.built(connection, audience, registered);
      if (gate !== null) this.last.set(audience, gate);
    } catch (error) {
      this.deps.logger.warn({ err: error, connection }, 'could not read the physical names of a connection');
    }
    return this.last.get(audience) ?? this.nameless;
  }

  private built(connection: string, audience: string, registered: RegisteredModel): Promise<LeakGate> {
    const known = this.byModel.get(registered);
    if (known !== undefined) return known;
    const building = this.deps.snapshots.get(audience).then((snapshot) => {
      const label = this.deps.catalog.connection(connection)?.label ?? {};
      return snapshot === null ? this.nameless : leakGate(physicalNamesOf(snapshot, registered.model, label));
    });
    this.byModel.set(registered, building);
    building.catch(() => this.byModel.delete(registered));
    return building;
  }
}

/** Texts that the asker typed: repeating them to the asker is no leak. */
function ownWords({ request, data }: Run): string[] {
  const replies = data.clarifications.flatMap(({ answer }) => answer.text ?? []);
  return [
    request.question,
    ...replies,
    data.restatedQuestion ?? '',
    data.reply?.text ?? '',
    data.context?.question ?? '',
  ];
}

const cellTexts = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => row.filter((cell) => typeof cell === 'string'));
