/** A trie over unit keys; every node may carry items. */
export class Trie<T> {
  private readonly root: Node<T> = { next: new Map(), items: [] };
  /** Every key of the model's own words: what a misspelt word may have meant. */
  readonly vocabulary = new Set<string>();
  /** Every key on any path. */
  readonly known = new Set<string>();

  add(keys: readonly string[], item: T, correctable = true): void {
    let node = this.root;
    for (const key of keys) {
      this.known.add(key);
      if (correctable) this.vocabulary.add(key);
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
}

interface Node<T> {
  next: Map<string, Node<T>>;
  items: T[];
}
