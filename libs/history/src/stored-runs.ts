import {
  UNANSWERED,
  type HistoryQuery,
  type HistoryWriter,
  type MovingRun,
  type Position,
  type ResultReader,
  type RunHistory,
  type StoredPage,
  type StoredRun,
} from '@querent/saga';
import type { ClientBase } from 'pg';
import { dayOf, dayOfId, daysAfter } from './days';
import type { HistoryDatabase } from './history-database';
import { Partitions } from './partitions';
import { decodeRecord, encodeRecord } from './run-records';
import { storedText } from './stored-text';

/** Held by transactions that store runs, and by an erasure for a moment: see `eraseTenant`. */
const STORE_LOCK = 7_140_002;

/** Days of the first part of a list that is searched; each further part has twice as many. */
const FIRST_DAYS = 4;

/** A run that may have been asked before its id's day, by a gateway with a wrong clock, or after it. */
const TOLERANCE_DAYS = 1;

/** Runs in the history, with the pages of their results. */
export class StoredRuns implements RunHistory, HistoryWriter {
  constructor(
    private readonly database: HistoryDatabase,
    private readonly partitions: Partitions,
    readonly afterMs: number,
  ) {}

  async get(id: string): Promise<StoredRun | null> {
    return (await this.getAll([id])).get(id) ?? null;
  }

  async getAll(ids: readonly string[]): Promise<Map<string, StoredRun>> {
    const found = await this.select(ids, ids.map(dayOfId));
    // A replayed run has the id of its first one, and an id without a time may be of any day.
    const rest = ids.filter((id) => !found.has(id) && (id.includes('_') || dayOfId(id) === null));
    return rest.length === 0 ? found : new Map([...found, ...(await this.select(rest, [null]))]);
  }

  async entries(
    { tenant, keyName, statuses, isUnanswered, conversationId }: HistoryQuery,
    after: Position | null,
    most: number,
  ): Promise<{ entries: Position[]; isEnd: boolean }> {
    const [first] = await this.partitions.days('run');
    const entries: Position[] = [];
    let newest = after === null ? '9999-12-31' : daysAfter(dayOf(after.score), TOLERANCE_DAYS);
    let days = FIRST_DAYS;
    while (first !== undefined && newest >= first && entries.length < most) {
      // Without a position the newest day is the last partition, which is today or soon.
      const from =
        after === null && days === FIRST_DAYS ? daysAfter(dayOf(Date.now()), -days) : daysAfter(newest, -days);
      const rows = await this.database.rows<{ id: string; listed_at: string }>(
        `SELECT id, listed_at FROM querent_history.run
          WHERE tenant = $1 AND day > $2 AND day <= $3
            AND ($4::text IS NULL OR key_name = $4) AND ($5::text[] IS NULL OR status = ANY($5))
            AND (unanswered OR NOT $6::boolean)
            AND ($7::text IS NULL OR conversation = $7)
            AND ($8::bigint IS NULL OR (listed_at, id) < ($8, $9))
          ORDER BY listed_at DESC, id DESC LIMIT $10`,
        [
          storedText(tenant),
          from,
          newest,
          keyName === undefined ? null : storedText(keyName),
          statuses ?? null,
          isUnanswered ?? false,
          conversationId === undefined ? null : storedText(conversationId),
          after?.score ?? null,
          after?.id ?? '',
          most - entries.length,
        ],
      );
      entries.push(...rows.map(({ id, listed_at }) => ({ id, score: Number(listed_at) })));
      [newest, days] = [from, days * 2];
    }
    return { entries, isEnd: entries.length < most };
  }

  async count(tenant: string, since: number): Promise<number> {
    const [row] = await this.database.rows<{ count: string }>(
      'SELECT count(*) AS count FROM querent_history.run WHERE tenant = $1 AND listed_at >= $2 AND day >= $3',
      [storedText(tenant), since, daysAfter(dayOf(since), -TOLERANCE_DAYS)],
    );
    return Number(row?.count ?? 0);
  }

  async page(
    { tenant, createdAt }: ResultReader,
    { run, blob, page }: Omit<StoredPage, 'content'>,
  ): Promise<Buffer | null> {
    const home = dayOfId(run);
    const days = [createdAt.slice(0, 10), ...(home === null ? [] : around(home))];
    const [row] = await this.database.rows<{ content: Buffer }>(
      `SELECT content FROM querent_history.result_page
        WHERE day = ANY($1::date[]) AND tenant = $2 AND run = $3 AND blob = $4 AND page = $5 LIMIT 1`,
      [days, storedText(tenant), run, blob, page],
    );
    return row?.content ?? null;
  }

  async store<T extends MovingRun>(read: () => Promise<T[]>): Promise<T[]> {
    let failure: { error: unknown } | null = null;
    const careful = async (): Promise<T[]> =>
      read().catch((error: unknown) => {
        failure = { error };
        throw error;
      });
    try {
      return await this.database.transaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock_shared($1)', [STORE_LOCK]);
        const runs = await careful();
        if (runs.length === 0) return runs;
        const rows = runs.map(rowOf);
        // Over another connection, which commits them at once.
        await this.partitions.create(
          'run',
          rows.map(({ day }) => day),
        );
        await client.query(
          `INSERT INTO querent_history.run (day, id, tenant, key_name, listed_at, status, conversation, unanswered, version, record)
           SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::boolean[], $9::int[], $10::bytea[])
           ON CONFLICT (day, id) DO UPDATE SET status = excluded.status, unanswered = excluded.unanswered, version = excluded.version, record = excluded.record
             WHERE run.version < excluded.version`,
          columnsOf(rows, [
            'day',
            'id',
            'tenant',
            'keyName',
            'listedAt',
            'status',
            'conversation',
            'unanswered',
            'version',
            'record',
          ]),
        );
        const pages = runs.flatMap((run, at) => pagesOf(run, rows[at] as RunRow));
        if (pages.length > 0) {
          await this.partitions.create(
            'result_page',
            pages.map(({ day }) => day),
          );
          await client.query(
            `INSERT INTO querent_history.result_page (day, tenant, run, blob, page, listed_at, content)
             SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::int[], $6::bigint[], $7::bytea[])
             ON CONFLICT (day, tenant, run, blob, page)
             DO UPDATE SET listed_at = greatest(result_page.listed_at, excluded.listed_at)`,
            columnsOf(unrepeated(pages), ['day', 'tenant', 'run', 'blob', 'page', 'listedAt', 'content']),
          );
        }
        for (const [at, { result, pages: own }] of runs.entries())
          if (result !== null && own.length === 0) await copyPages(client, result, rows[at] as RunRow);
        return runs;
      });
    } catch (error) {
      throw (failure as { error: unknown } | null)?.error ?? error;
    }
  }

  /**
   * Deletes a tenant's runs that were listed by a time, with their results. Call it after they are erased from Redis:
   * it waits for the transactions that have read them there, and later ones find none. Returns the number of runs.
   */
  async eraseTenant(tenant: string, until: number): Promise<number> {
    await this.database.transaction((client) => client.query('SELECT pg_advisory_xact_lock($1)', [STORE_LOCK]));
    let erased = 0;
    for (const table of ['result_page', 'run'] as const)
      for (const day of await this.partitions.days(table)) {
        const rows = await this.database.rows(
          `WITH gone AS (DELETE FROM querent_history.${table} WHERE day = $1 AND tenant = $2 AND listed_at <= $3 RETURNING 1)
           SELECT count(*) AS count FROM gone`,
          [day, storedText(tenant), until],
        );
        if (table === 'run') erased += Number((rows[0] as { count: string } | undefined)?.count ?? 0);
      }
    return erased;
  }

  /** Runs of these ids that were asked about these days; a null among the days: on any day. */
  private async select(ids: readonly string[], days: readonly (string | null)[]): Promise<Map<string, StoredRun>> {
    const known = days.flatMap((day) => (day === null ? [] : around(day)));
    const rows = await this.database.rows<{ id: string; record: Buffer }>(
      `SELECT id, record FROM querent_history.run WHERE id = ANY($1::text[]) ${days.includes(null) ? '' : 'AND day = ANY($2::date[])'}`,
      days.includes(null) ? [ids] : [ids, [...new Set(known)]],
    );
    return new Map(rows.map(({ id, record }) => [id, decodeRecord(record)]));
  }
}

const around = (day: string): string[] => [daysAfter(day, -TOLERANCE_DAYS), day, daysAfter(day, TOLERANCE_DAYS)];

interface RunRow {
  day: string;
  id: string;
  tenant: string;
  keyName: string;
  listedAt: number;
  status: string;
  conversation: string | null;
  unanswered: boolean;
  version: number;
  record: Buffer;
}

function rowOf({ id, hash, events, listedAt }: MovingRun): RunRow {
  const { conversationId } = JSON.parse(hash['request'] ?? '{}') as { conversationId?: string | null };
  return {
    day: (hash['createdAt'] ?? '').slice(0, 10),
    id,
    tenant: storedText(hash['tenant'] ?? ''),
    keyName: storedText(hash['keyName'] ?? ''),
    listedAt,
    status: hash['status'] ?? '',
    conversation: typeof conversationId === 'string' ? storedText(conversationId) : null,
    unanswered: hash[UNANSWERED] === '1',
    version: Number(hash['version']),
    record: encodeRecord({ hash, events }),
  };
}

interface PageRow extends StoredPage {
  day: string;
  tenant: string;
  listedAt: number;
}

const pagesOf = ({ pages }: MovingRun, { day, tenant, listedAt }: RunRow): PageRow[] =>
  pages.map((page) => ({ ...page, day, tenant, listedAt }));

/** Copies the pages of a result that has moved with the run that computed it, for a run that shares it. */
async function copyPages(
  client: ClientBase,
  { run, blob }: NonNullable<MovingRun['result']>,
  { day, tenant, listedAt }: RunRow,
): Promise<void> {
  const home = dayOfId(run);
  await client.query(
    `INSERT INTO querent_history.result_page (day, tenant, run, blob, page, listed_at, content)
     SELECT DISTINCT ON (page) $1::date, $2, run, blob, page, $3::bigint, content FROM querent_history.result_page
      WHERE run = $4 AND blob = $5 ${home === null ? '' : 'AND day = ANY($6::date[])'}
     ON CONFLICT DO NOTHING`,
    [day, tenant, listedAt, run, blob, ...(home === null ? [] : [around(home)])],
  );
}

/** Runs of one batch may share pages, and a statement must not change a row twice: the latest reader counts. */
const unrepeated = (pages: readonly PageRow[]): PageRow[] => [
  ...new Map(
    [...pages]
      .sort((a, b) => a.listedAt - b.listedAt)
      .map((row) => [JSON.stringify([row.day, row.tenant, row.run, row.blob, row.page]), row]),
  ).values(),
];

const columnsOf = <Row, Name extends keyof Row>(rows: readonly Row[], names: readonly Name[]): Row[Name][][] =>
  names.map((name) => rows.map((row) => row[name]));
