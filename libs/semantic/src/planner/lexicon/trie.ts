/** Every key of the model's own words and what it comes from: a word that labels something, or only people's and places' names. */
export type Vocabulary = ReadonlyMap<string, 'word' | 'name'>;

/** A trie over unit keys; every node may carry items. */
export class Trie<T> {
  private readonly root: Node<T> = { next: new Map(), items: [] };
  /** What a misspelt word may have meant. */
  readonly vocabulary = new Map<string, 'word' | 'name'>();
  /** Every key on any path. */
  readonly known = new Set<string>();

  /** `from` says whose words the keys are; null: grammar, which no misspelling is read as. */
  add(keys: readonly string[], item: T, from: 'word' | 'name' | null = 'word'): void {
    let node = this.root;
    for (const key of keys) {
      this.known.add(key);
      if (from !== null && this.vocabulary.get(key) !== 'word') this.vocabulary.set(key, from);
      let next = node.next.get(key);
      if (!next) node.next.set(key, (next = { next: new Map(), items: [] }));
      node = next;
    }
    if (node !== this.root) node.items.push(item);
  }

  /** Everything that matches from `from` on, shortest first; `to` is exclusive. */
  matches(keys: readonly string[], from: number): { to: number; items: T[] }[] {
    const found: { to: number; items: T[] }[] = [];
    let node: Node<T> | undefined = this.root;
    for (let at = from; at < keys.length; at++) {
      node = node.next.get(keys[at] ?? '');
      if (!node) break;
      if (node.items.length > 0) found.push({ to: at + 1, items: node.items });
    }
    return found;
  }

  /** What exactly these keys stand for. */
  exactly(keys: readonly string[]): T[] {
    return this.matches(keys, 0).find(({ to }) => to === keys.length)?.items ?? [];
  }
}

interface Node<T> {
  next: Map<string, Node<T>>;
  items: T[];
}
