import { emptyRunData, type Run, type RunData, type RunView, type Step } from '@querent/contracts';
import { randomUUID } from 'node:crypto';
import { type Locale } from '@querent/language';
import { answerFields, answerOf, lenderOf, type CacheLookup, type ExactCache, type ExactEntry } from '@querent/cache';
import { encodeBorrowed, LENDING_MS, type EncodedPart, type RunStore } from '@querent/saga';
import { LRUCache } from 'lru-cache';
import type { ReaderGate, GateKeeper } from '../leak/gate-keeper';
import { runPlan } from '../leak/gate-plans';
import { runView } from '../runs/run-view';

/** Placeholder of the run's id in a cached view; random for each process, so that no stored text can contain it. */
const ID = randomUUID();

const REMEMBERED = 1_000;

/** View members that differ between hits. */
type Volatile = 'id' | 'question' | 'createdAt' | 'updatedAt' | 'finishedAt' | 'steps';

/** An entry of the exact cache, parsed and rendered once for all its hits. */
export interface Hit {
  /** Data of a run that is answered by this entry. */
  data: RunData;
  /** Run that computed the answer and stores its rows. */
  lender: string;
  /** Stored form of the data: a reference to the lender's. */
  encoded: EncodedPart;
  /** View of a run as JSON: the cached part and the members that differ. */
  view(run: Run, steps: Step[], sqlRead: boolean): string;
}

interface Remembered {
  stamp: string;
  hit: Hit;
  prolongedAt: number;
}

/**
 * In-process cache of recent hits, by cache key. Transferring, parsing and serialising an answer's JSON took two thirds
 * of the time of a hit.
 */
export class RememberedHits {
  private readonly hits = new LRUCache<string, Remembered>({ max: REMEMBERED });

  constructor(
    private readonly cache: Pick<ExactCache, 'read'>,
    private readonly store: Pick<RunStore, 'prolong'>,
    private readonly gates: Pick<GateKeeper, 'forViewers'>,
    private readonly count: (lookup: CacheLookup) => void,
  ) {}

  /** Current entry of a cache key; null if there is none. */
  async find(scope: { connection: string; tenant: string; audience: string }, cacheKey: string): Promise<Hit | null> {
    const hit = await this.lookup(scope, cacheKey);
    this.count({ level: 'l1', result: hit === null ? 'miss' : 'hit', reason: '' });
    return hit;
  }

  private async lookup(
    { connection, tenant, audience }: { connection: string; tenant: string; audience: string },
    cacheKey: string,
  ): Promise<Hit | null> {
    const known = this.hits.get(cacheKey);
    const found = await this.cache.read(audience, cacheKey, known?.stamp);
    if (found === null) return null;
    const current =
      found.text === null
        ? known
        : this.remember(
            cacheKey,
            found.stamp,
            readyHit(cacheKey, JSON.parse(found.text) as ExactEntry, await this.gates.forViewers(connection, tenant)),
          );
    if (current === undefined) return null;
    if (await this.prolong(current, tenant)) return current.hit;
    // The cache may hold an entry whose run is missing, if Redis was restored from a backup.
    this.hits.delete(cacheKey);
    return null;
  }

  private remember(cacheKey: string, stamp: string, hit: Hit): Remembered {
    const remembered = { stamp, hit, prolongedAt: 0 };
    this.hits.set(cacheKey, remembered);
    return remembered;
  }

  /** Extends the retention of the lending run; false if that run has been deleted, and its rows with it. */
  private async prolong(remembered: Remembered, tenant: string): Promise<boolean> {
    if (Date.now() - remembered.prolongedAt < LENDING_MS) return true;
    const { lender, data } = remembered.hit;
    if (!(await this.store.prolong({ id: lender, tenant }, lenderOf(data.result, lender).blobs))) return false;
    remembered.prolongedAt = Date.now();
    return true;
  }
}

function readyHit(cacheKey: string, entry: ExactEntry, gateFor: (run: Run) => ReaderGate): Hit {
  const answer = answerOf(entry, cacheKey);
  const { result, cache } = answer;
  const own: Partial<RunData> = { result, cacheKey, cache };
  const data: RunData = { ...emptyRunData(), ...answer };
  const templates = new Map<boolean, string[]>();
  return {
    data,
    lender: entry.runId,
    encoded: encodeBorrowed({ of: entry.runId, members: [...answerFields, 'compiled'], own }),
    view(run, steps, sqlRead) {
      const parts = templates.get(sqlRead) ?? templateOf({ ...run, data }, entry, sqlRead ? null : gateFor);
      templates.set(sqlRead, parts);
      const volatile: Pick<RunView, Volatile> = {
        id: run.id,
        question: run.request.question,
        createdAt: run.createdAt,
        updatedAt: run.updatedAt,
        finishedAt: run.finishedAt,
        steps,
      };
      return `${JSON.stringify(volatile).slice(0, -1)},${parts.join(run.id)}`;
    },
  };
}

/**
 * The other members of the view as JSON without the opening brace, split at the run's id. Gated here, once for all
 * hits.
 * @param gateFor null for readers with `sql:read`
 */
function templateOf(run: Run, entry: ExactEntry, gateFor: ((run: Run) => ReaderGate) | null): string[] {
  const {
    id: _id,
    question: _question,
    createdAt: _created,
    updatedAt: _updated,
    finishedAt: _finished,
    steps: _steps,
    ...rest
  } = runView({ ...run, id: ID }, { rows: entry.rows, steps: [], sqlRead: gateFor === null });
  const shown = gateFor === null ? rest : gateFor(run).json(rest, runPlan, entry.rows);
  return JSON.stringify(shown satisfies Omit<RunView, Volatile>)
    .slice(1)
    .split(ID);
}

export const cacheStep: Record<Locale, string> = {
  zh: '同样的问题刚刚回答过，直接给出答案',
  en: 'The same question was answered a short while ago; here is that answer',
};
