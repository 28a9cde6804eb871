import { settledWithin } from '@querent/platform';
import type { ItemState } from '../revisions/revision';
import type { CatalogRevisions, Overlay } from '../revisions/revision-store';
import { readFolder, type FolderFiles } from './folder-files';

/** Text of an item, with the revision that wrote it. */
export interface SourcedItem extends ItemState {
  /** Number of the revision; null: the layer is not `revision`. */
  revision: string | null;
}

/** The longest wait for the revisions, ms. While Redis is unavailable, commands wait for it. */
const REVISIONS_WAIT_MS = 2_000;

/** The files of the configuration folder with the revisions on top of them. */
export class LayeredFiles {
  private folder: FolderFiles = new Map();
  private overlay: Overlay | null = null;
  private inForce: FolderFiles = new Map();

  constructor(
    private readonly dir: string,
    private readonly revisions: CatalogRevisions | undefined,
    private readonly warn: (reason: string, message: string) => void,
  ) {}

  /** Calls `listener` when the revisions may have changed. */
  follow(listener: () => void): void {
    this.revisions?.store.follow(this.revisions.subscriber, listener);
  }

  /** Reads both layers. Resolves with whether a text in force changed. */
  async read(): Promise<boolean> {
    const [folder, overlay] = await Promise.all([readFolder(this.dir), this.overlayNow()]);
    const written = new Map([...(overlay?.entries ?? [])].map(([path, { text }]) => [path, text]));
    const texts = merged(folder, written);
    const isChanged = !sameFiles(texts, this.inForce);
    this.folder = folder;
    this.overlay = overlay;
    if (isChanged) this.inForce = texts;
    return isChanged;
  }

  /** The texts in force, by path. */
  get texts(): FolderFiles {
    return this.inForce;
  }

  item(path: string): SourcedItem {
    const written = this.overlay?.entries.get(path);
    if (written !== undefined) return { layer: 'revision', ...written };
    const text = this.folder.get(path) ?? null;
    return { layer: text === null ? 'none' : 'file', text, revision: null };
  }

  /** Number of the last revision that was read; null: none was read. */
  get head(): string | null {
    return this.overlay?.head ?? null;
  }

  get isComplete(): boolean {
    return this.revisions === undefined || this.overlay !== null;
  }

  /** The last one read while Redis is unavailable; null if none was read. */
  private async overlayNow(): Promise<Overlay | null> {
    if (this.revisions === undefined) return null;
    try {
      const late = (): Error => new Error('Redis does not answer');
      return await settledWithin(REVISIONS_WAIT_MS, this.revisions.store.overlay(), late);
    } catch (error) {
      this.warn(
        (error as Error).message,
        this.overlay === null
          ? 'the changes made over the API cannot be read: the configuration files alone are in force until Redis is available'
          : 'the changes made over the API cannot be read; the last known ones stay in force',
      );
      return this.overlay;
    }
  }
}

/** Texts with others on top; null removes one. */
export function merged(texts: FolderFiles, changes: ReadonlyMap<string, string | null>): FolderFiles {
  const all = new Map<string, string | null>([...texts, ...changes]);
  return new Map([...all].filter((entry): entry is [string, string] => entry[1] !== null).sort(byPath));
}

const byPath = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);

const sameFiles = (a: FolderFiles, b: FolderFiles): boolean =>
  a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);
