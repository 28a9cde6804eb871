/** A node of the trie: the items whose keys end there, and its children. */
export interface TrieNode<T> {
  readonly items: readonly T[] | null;
}

/** A trie over the keys of pieces. */
export class PhraseTrie<T> {
  private readonly root: Node<T> = { key: '', only: null, next: null, items: null };

  add(keys: readonly string[], item: T): void {
    let node = this.root;
    for (const key of keys) node = childOf(node, key) ?? addChild(node, key);
    if (node === this.root) return;
    if (node.items === null) node.items = [item];
    else node.items.push(item);
  }

  /** The items with exactly these keys. */
  exactly(keys: readonly string[]): readonly T[] {
    let node: Node<T> | undefined = this.root;
    for (const key of keys) {
      node = childOf(node, key);
      if (node === undefined) return [];
    }
    return node.items ?? [];
  }

  /** Every node on the path along the keys from `from` on, nearest first; `to` is excluded. */
  path(keys: readonly string[], from: number): { to: number; node: TrieNode<T> }[] {
    const found: { to: number; node: TrieNode<T> }[] = [];
    let node: Node<T> | undefined = this.root;
    for (let at = from; at < keys.length; at++) {
      node = childOf(node, keys[at] ?? '');
      if (node === undefined) break;
      found.push({ to: at + 1, node });
    }
    return found;
  }

  /** Every reachable node if each position has several keys. */
  paths(keys: readonly (readonly string[])[]): { to: number; node: TrieNode<T> }[] {
    const found: { to: number; node: TrieNode<T> }[] = [];
    let open: Node<T>[] = [this.root];
    for (const [at, alternatives] of keys.entries()) {
      open = open.flatMap((node) => alternatives.flatMap((key) => childOf(node, key) ?? []));
      if (open.length === 0) break;
      for (const node of open) found.push({ to: at + 1, node });
    }
    return found;
  }

  /** The root of the trie. */
  get start(): TrieNode<T> {
    return this.root;
  }

  /** The child of a node for a key. */
  step(node: TrieNode<T>, key: string): TrieNode<T> | undefined {
    return childOf(node as Node<T>, key);
  }

  /** Items of all phrases, in the insertion order of their first pieces. */
  *items(): Generator<T> {
    yield* below(this.root);
  }

  /** The first items of the phrases that continue from a node, at most `most`. */
  under(node: TrieNode<T>, most: number, wanted: (item: T) => boolean): T[] {
    const found: T[] = [];
    const open: Node<T>[] = [...childrenOf(node as Node<T>)].reverse();
    for (let visits = 0; found.length < most && visits < most * VISITS_AN_ITEM; visits++) {
      const next = open.pop();
      if (next === undefined) break;
      for (const item of next.items ?? []) if (found.length < most && wanted(item)) found.push(item);
      open.push(...[...childrenOf(next)].reverse());
    }
    return found;
  }
}

/** Nodes that `under` visits per requested item: long names have a node for each of their pieces. */
const VISITS_AN_ITEM = 16;

/** Most nodes of stored names have one child. A map for each would take ten times the node's memory. */
interface Node<T> extends TrieNode<T> {
  key: string;
  only: Node<T> | null;
  next: Map<string, Node<T>> | null;
  items: T[] | null;
}

function childOf<T>(node: Node<T>, key: string): Node<T> | undefined {
  if (node.next !== null) return node.next.get(key);
  return node.only !== null && node.only.key === key ? node.only : undefined;
}

function childrenOf<T>(node: Node<T>): Iterable<Node<T>> {
  return node.next?.values() ?? (node.only === null ? [] : [node.only]);
}

function addChild<T>(node: Node<T>, key: string): Node<T> {
  const child: Node<T> = { key, only: null, next: null, items: null };
  if (node.next !== null) node.next.set(key, child);
  else if (node.only === null) node.only = child;
  else
    [node.next, node.only] = [
      new Map([
        [node.only.key, node.only],
        [key, child],
      ]),
      null,
    ];
  return child;
}

function* below<T>(node: Node<T>): Generator<T> {
  yield* node.items ?? [];
  for (const child of childrenOf(node)) yield* below(child);
}
