import { createHash } from 'node:crypto';
import { audienceOf } from '../audience';
import type { Catalog } from '../catalog';
import { sameSample, sampleHash, type Retirement, type SampleEntry } from './sample-entry';
import type { Sample } from './sample-lines';
import type { SampleScope, SampleStore } from './sample-store';

const FILE_ID = 'file-';

/** All samples of a tenant's connection: those of its file, which all of its tenants share, and the tenant's own. */
export class SampleBook {
  constructor(
    private readonly catalog: Pick<Catalog, 'samples' | 'connection'>,
    private readonly store: SampleStore,
  ) {}

  /** Newest first, those of the file last. */
  async list(scope: SampleScope): Promise<SampleEntry[]> {
    const [own, retired, votes] = await Promise.all([
      this.store.list(scope),
      this.store.fileRetirements(this.audience(scope)),
      this.store.votes(scope),
    ]);
    const file = this.catalog
      .samples(scope.connection)
      .map((sample) => fileEntry(sample, retired.get(sampleHash(sample))));
    const all = [...own, ...new Map(file.map((entry) => [entry.id, entry])).values()].sort(newestFirst);
    return all.map((entry) => (votes.has(entry.id) ? { ...entry, votes: votes.get(entry.id) } : entry));
  }

  /** The sample that says the same already, approved ones first; null: none. */
  async same(scope: SampleScope, sample: Pick<Sample, 'question' | 'sql'>): Promise<SampleEntry | null> {
    const key = sameSample(sample);
    const found = (await this.list(scope)).filter((entry) => sameSample(entry) === key);
    return found.find(({ status }) => status === 'approved') ?? found[0] ?? null;
  }

  /**
   * Changes whenever `list` may, and only then: equal samples have one revision, however often the catalogue hands them
   * out as new arrays.
   */
  async revision(scope: SampleScope): Promise<string> {
    const stored = await this.store.revision(scope, this.audience(scope));
    return `${stored}/${digestOf(this.catalog.samples(scope.connection))}`;
  }

  /** Takes a sample out of use for a version of the model. */
  async retire(scope: SampleScope, entry: SampleEntry, retirement: Retirement): Promise<void> {
    if (entry.source === 'file') return this.store.markFile(this.audience(scope), sampleHash(entry), retirement);
    await this.store.change(scope, entry.id, (now) =>
      now !== null && isSame(now, entry) && now.status === 'approved'
        ? { ...now, ...retirement, status: 'retired' }
        : now,
    );
  }

  /** Takes a retired sample into use again, whose statement fits the model as it is now. */
  async restore(scope: SampleScope, entry: SampleEntry, modelVersion: string): Promise<void> {
    if (entry.source === 'file') return this.store.markFile(this.audience(scope), sampleHash(entry), null);
    await this.store.change(scope, entry.id, (now) => {
      if (now === null || !isSame(now, entry) || now.status !== 'retired') return now;
      const { reason: _, ...rest } = now;
      return { ...rest, modelVersion, status: 'approved' };
    });
  }

  private audience({ tenant, connection }: SampleScope): string {
    const known = this.catalog.connection(connection);
    return known === undefined ? connection : audienceOf(known, tenant);
  }
}

/** Whether an id stands for a sample of a file: those are changed in the file. */
export const isFileSample = (id: string): boolean => id.startsWith(FILE_ID);

/** The order of a list of samples; total, so that a page can go on behind any of them. */
export const newestFirst = (
  a: Pick<SampleEntry, 'createdAt' | 'id'>,
  b: Pick<SampleEntry, 'createdAt' | 'id'>,
): number => (b.createdAt ?? '').localeCompare(a.createdAt ?? '') || a.id.localeCompare(b.id);

/** By array, so that a file is hashed once; a new array with the same samples has the same digest. */
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
