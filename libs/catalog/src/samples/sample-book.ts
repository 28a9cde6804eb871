import { createHash } from 'node:crypto';
import { audienceOf } from '../audience';
import type { Catalog } from '../catalog';
import { sameSample, sampleHash, type Retirement, type SampleEntry, type SampleScope } from './sample-entry';
import type { Sample } from './sample-lines';
import type { SampleStore } from './sample-store';

const FILE_ID = 'file-';

/** All samples of a tenant's connection: those of its files, shared ones and the tenant's, and added ones. */
export class SampleBook {
  constructor(
    private readonly catalog: Pick<Catalog, 'samples' | 'connection'>,
    private readonly store: SampleStore,
  ) {}

  /** Newest first; samples of the file last. */
  async list(scope: SampleScope): Promise<SampleEntry[]> {
    const [own, retired, votes] = await Promise.all([
      this.store.list(scope),
      this.store.fileRetirements(this.audience(scope)),
      this.store.votes(scope),
    ]);
    const file = this.catalog
      .samples(scope.connection, scope.tenant)
      .map((sample) => fileEntry(sample, retired.get(sampleHash(sample))));
    const all = [...own, ...new Map(file.map((entry) => [entry.id, entry])).values()].sort(newestFirst);
    return all.map((entry) => (votes.has(entry.id) ? { ...entry, votes: votes.get(entry.id) } : entry));
  }

  /** An equivalent sample, approved ones preferred; null if there is none. */
  async same(scope: SampleScope, sample: Pick<Sample, 'question' | 'sql'>): Promise<SampleEntry | null> {
    const key = sameSample(sample);
    const found = (await this.list(scope)).filter((entry) => sameSample(entry) === key);
    return found.find(({ status }) => status === 'approved') ?? found[0] ?? null;
  }

  /** Revision of `list`. Equal samples have equal revisions, even if the catalogue returns them as new arrays. */
  async revision(scope: SampleScope): Promise<string> {
    const stored = await this.store.revision(scope, this.audience(scope));
    return `${stored}/${digestOf(this.catalog.samples(scope.connection, scope.tenant))}`;
  }

  /**
   * Retires a sample for a version of the model. The log of changes does not have it: it follows from the model, and
   * may concern all samples at once.
   */
  async retire(scope: SampleScope, entry: SampleEntry, retirement: Retirement): Promise<void> {
    if (entry.source === 'file') return this.store.markFile(this.audience(scope), sampleHash(entry), retirement);
    const retired = (now: SampleEntry | null): SampleEntry | null =>
      now !== null && isSame(now, entry) && now.status === 'approved'
        ? { ...now, ...retirement, status: 'retired' }
        : now;
    await this.store.change(scope, entry.id, retired, null);
  }

  /** Restores a retired sample whose statement fits the current model. */
  async restore(scope: SampleScope, entry: SampleEntry, modelVersion: string): Promise<void> {
    if (entry.source === 'file') return this.store.markFile(this.audience(scope), sampleHash(entry), null);
    const restored = (now: SampleEntry | null): SampleEntry | null => {
      if (now === null || !isSame(now, entry) || now.status !== 'retired') return now;
      const { reason: _, ...rest } = now;
      return { ...rest, modelVersion, status: 'approved' };
    };
    await this.store.change(scope, entry.id, restored, null);
  }

  private audience({ tenant, connection }: SampleScope): string {
    const known = this.catalog.connection(connection);
    return known === undefined ? connection : audienceOf(known, tenant);
  }
}

/** Whether an id belongs to a sample of a file, which can only be changed in the file. */
export const isFileSample = (id: string): boolean => id.startsWith(FILE_ID);

/** Total order of a list of samples, so that a page can continue after any of them. */
export const newestFirst = (
  a: Pick<SampleEntry, 'createdAt' | 'id'>,
  b: Pick<SampleEntry, 'createdAt' | 'id'>,
): number => (b.createdAt ?? '').localeCompare(a.createdAt ?? '') || a.id.localeCompare(b.id);

/** Digests by array, so that a file is hashed once; an equal array has an equal digest. */
const digests = new WeakMap<readonly Sample[], string>();

function digestOf(samples: readonly Sample[]): string {
  const digest = digests.get(samples) ?? createHash('sha256').update(JSON.stringify(samples)).digest('hex');
  digests.set(samples, digest);
  return digest;
}

function fileEntry(sample: Sample, retirement: Retirement | undefined): SampleEntry {
  return {
    id: `${FILE_ID}${sampleHash(sample)}`,
    question: sample.question,
    sql: sample.sql,
    ...(sample.locale === undefined ? {} : { locale: sample.locale }),
    source: 'file',
    createdAt: null,
    by: null,
    status: retirement === undefined ? 'approved' : 'retired',
    ...retirement,
  };
}

const isSame = (a: SampleEntry, b: SampleEntry): boolean => a.question === b.question && a.sql === b.sql;
