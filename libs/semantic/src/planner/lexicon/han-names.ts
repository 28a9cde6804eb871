/** One character has no spelling; longer than this nobody types a name by heart. */
const SHORTEST = 2;
const LONGEST = 12;
/** Names between which a build lets others go. */
const STEP = 500;

/** Names in Han characters, found again under spellings with one character missing. */
export class HanNames {
  private readonly names = new Set<string>();
  /** Names under each of their spellings without one character (SymSpell, W. Garbe 2012). */
  private shortened: Shortened | null = null;

  add(name: string): void {
    if (name.length < SHORTEST || name.length > LONGEST || this.names.has(name)) return;
    this.names.add(name);
    this.shortened = null;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Prepares `near`, which does so itself where nobody has. */
  *steps(): Generator<void> {
    if (this.shortened !== null) return;
    const index = new Shortened(this.names);
    yield* index.build();
    this.shortened = index;
  }

  /** Names at one edit from the text, the text itself not among them. */
  near(text: string): string[] {
    const steps = this.steps();
    while (this.shortened === null && steps.next().done !== true);
    const found = new Set<string>(this.shortened?.under(text, -1, text));
    for (let at = 0; at < text.length; at++) {
      const shorter = text.slice(0, at) + text.slice(at + 1);
      if (this.names.has(shorter)) found.add(shorter);
      for (const name of this.shortened?.under(text, at, shorter) ?? []) if (isOneEdit(text, name)) found.add(name);
    }
    found.delete(text);
    return [...found];
  }
}

/** Postings under the hash of a shortened name, 8 bytes each and no text of its own; sorted by counting, names in the order they came. */
class Shortened {
  private readonly texts: string[];
  private starts = new Uint32Array(0);
  private hashes = new Uint32Array(0);
  private ids = new Uint32Array(0);
  private mask = 0;

  constructor(names: ReadonlySet<string>) {
    this.texts = [...names];
  }

  *build(): Generator<void> {
    const size = this.texts.reduce((sum, { length }) => sum + length, 0);
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, size)));
    this.mask = buckets - 1;
    const starts = new Uint32Array(buckets + 1);
    yield* this.each((hash) => add(starts, (hash & this.mask) + 1, 1));
    for (let bucket = 0; bucket < buckets; bucket++) {
      add(starts, bucket + 1, starts[bucket] ?? 0);
      if (bucket % BUCKETS_A_STEP === 0) yield;
    }
    const next = starts.slice();
    [this.starts, this.hashes, this.ids] = [starts, new Uint32Array(size), new Uint32Array(size)];
    yield* this.each((hash, id) => {
      const place = next[hash & this.mask] ?? 0;
      next[hash & this.mask] = place + 1;
      this.hashes[place] = hash;
      this.ids[place] = id;
    });
  }

  /** Names that are `shorter` with one character more; `shorter` is the text without its character at `without`. */
  under(text: string, without: number, shorter: string): string[] {
    const hash = hashWithout(text, without);
    const found: string[] = [];
    for (let at = this.starts[hash & this.mask] ?? 0; at < (this.starts[(hash & this.mask) + 1] ?? 0); at++) {
      const name = this.hashes[at] === hash ? this.texts[this.ids[at] ?? 0] : undefined;
      if (name !== undefined && isShortened(name, shorter)) found.push(name);
    }
    return found;
  }

  private *each(found: (hash: number, id: number) => void): Generator<void> {
    for (const [id, text] of this.texts.entries()) {
      for (let at = 0; at < text.length; at++) found(hashWithout(text, at), id);
      if (id % STEP === STEP - 1) yield;
    }
  }
}

const BUCKETS_A_STEP = 100_000;

function add(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}

/** FNV-1a (G. Fowler, L. C. Noll & P. Vo) of a text without one of its characters, its low bits mixed; -1 leaves out none. */
function hashWithout(text: string, without: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) if (at !== without) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Whether a name has one character more than a text, and all of its others. */
function isShortened(name: string, shorter: string): boolean {
  if (name.length !== shorter.length + 1) return false;
  let same = 0;
  while (same < shorter.length && name[same] === shorter[same]) same++;
  return name.endsWith(shorter.slice(same));
}

/** Of equal length: one character other, or two neighbours swapped. */
function isOneEdit(a: string, b: string): boolean {
  const differing = Array.from(a, (char, at) => (char === b[at] ? -1 : at)).filter((at) => at >= 0);
  const [first = 0, second = 0] = differing;
  return differing.length === 1 || (differing.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]);
}
