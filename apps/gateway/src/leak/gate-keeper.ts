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

/** Through here goes every text to one reader about one run or connection. */
export interface Door {
  /** @param rows cells that the reader gets in the same answer */
  json<T>(value: T, plan: GatePlan, rows?: readonly Row[]): T;
  text(value: string, kind: TextKind, rows?: readonly Row[]): string;
}

/** For readers with `sql:read`. */
const openDoor: Door = { json: (value) => value, text: (value) => value };

/**
 * Keeps a gate for each audience of a connection, made anew when its model or schema changes. What it stops is counted
 * and logged without the text: the stage that wrote it has a bug.
 */
export class GateKeeper {
  private readonly byModel = new WeakMap<RegisteredModel, Promise<LeakGate>>();
  /** The last gate of each audience, for the moments when Redis cannot be asked. */
  private readonly last = new Map<string, LeakGate>();
  /** Where a connection's names cannot be had, drivers and SQL are stopped all the same. */
  private readonly nameless = leakGate({ names: [], vocabulary: [] });
  private readonly stopped: Counter<'kind'>;

  constructor(private readonly deps: GateKeeperDeps) {
    this.stopped = new Counter({
      name: 'querent_leaks_stopped_total',
      help: 'Texts for business readers that held a name of a database, a phrase of a driver or SQL, by the kind of text: each is a bug',
      labelNames: ['kind'],
      registers: [deps.metrics.registry],
    });
    // V8 compiles a pattern when it is first used and again when it is used more, for each width of text: some 20 ms in
    // all, better spent at the start.
    for (const text of ['one text', 'a second', '一段文字', '另一段'])
      this.nameless.text(text, 'text', { locale: 'en' });
  }

  /** The way out for a run's texts to a caller. */
  async ofRun(caller: Caller, run: Run): Promise<Door> {
    if (seesSql(caller)) return openDoor;
    const { connection, locale } = run.request;
    const isAsker = run.keyName === caller.name && run.tenant === caller.tenant;
    return this.door(await this.gate(connection, run.tenant), locale, { runId: run.id, connection }, () =>
      isAsker ? ownWords(run) : [],
    );
  }

  /** The ways out to askers without `sql:read`, for a tenant's runs of a connection. */
  async forViewers(connection: string, tenant: string): Promise<(run: Run) => Door> {
    const gate = await this.gate(connection, tenant);
    return (run) => this.door(gate, run.request.locale, { runId: run.id, connection }, () => ownWords(run));
  }

  /** All that there are. */
  connections(): string[] {
    return this.deps.catalog.connections().map(({ name }) => name);
  }

  /**
   * The way out for texts about a connection; null: about none. @param tenant whose eyes they were read with; the
   * caller's own if absent
   */
  async ofConnection(
    caller: Caller | null,
    connection: string | null,
    locale: Locale,
    tenant = caller?.tenant ?? null,
  ): Promise<Door> {
    if (caller !== null && seesSql(caller)) return openDoor;
    return this.door(
      connection === null ? this.nameless : await this.gate(connection, tenant),
      locale,
      { connection },
      () => [],
    );
  }

  private door(gate: LeakGate, locale: Locale, about: Record<string, string | null>, own: () => string[]): Door {
    const stopped = (kind: TextKind, reason: string): void => {
      this.stopped.inc({ kind });
      this.deps.logger.warn({ ...about, kind, reason }, 'a text that business readers must not see was stopped');
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
      this.deps.logger.warn({ err: error, connection }, 'the names of a connection could not be read');
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

/** What the asker typed: telling it to them again is no leak. */
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
