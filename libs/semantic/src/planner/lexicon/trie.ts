import { SpeltWords } from './spelt-words';

/** Every key of the model's own words and what it comes from: a word that labels something, or only people's and places' names. */
export type Vocabulary = ReadonlyMap<string, 'word' | 'name'>;

/** A trie over unit keys; every node may carry items. */
export class Trie<T> {
  private readonly root: Node<T> = emptyNode();
  /** What a misspelt word may have meant. */
  readonly vocabulary = new Map<string, 'word' | 'name'>();
  /** The words of the vocabulary that a misspelt one may have been. */
  readonly spelt = new SpeltWords();
  /** Every key on any path. */
  readonly known = new Set<string>();

  /** `from` says whose words the keys are; null: grammar, which no misspelling is read as. */
  add(keys: readonly string[], item: T, from: 'word' | 'name' | null = 'word'): void {
    let node = this.root;
    for (const key of keys) {
      this.know(key, from);
      node = childOf(node, key) ?? addChild(node, key);
    }
    if (node === this.root) return;
    if (node.items === null) node.items = [item];
    else node.items.push(item);
  }

  /** Of a path that is not written out: its key alone. */
  know(key: string, from: 'word' | 'name' | null): void {
    this.known.add(key);
    if (from !== null) this.learn(key, from);
  }

  private learn(key: string, from: 'word' | 'name'): void {
    const before = this.vocabulary.get(key);
    if (before === 'word' || before === from) return;
    this.vocabulary.set(key, from);
    if (before === undefined) this.spelt.add(key);
  }

  /** Everything that matches from `from` on, shortest first; `to` is exclusive. */
  matches(keys: readonly string[], from: number): { to: number; items: T[] }[] {
    const found: { to: number; items: T[] }[] = [];
    let node: Node<T> | undefined = this.root;
    for (let at = from; at < keys.length; at++) {
      node = childOf(node, keys[at] ?? '');
      if (!node) break;
      if (node.items !== null) found.push({ to: at + 1, items: node.items });
    }
    return found;
  }

  /** What exactly these keys stand for. */
  exactly(keys: readonly string[]): T[] {
    return this.matches(keys, 0).find(({ to }) => to === keys.length)?.items ?? [];
  }
}

/** Most nodes of stored names have one way on: a map for each would take ten times what the node itself does. */
interface Node<T> {
  key: string;
  only: Node<T> | null;
  next: Map<string, Node<T>> | null;
  items: T[] | null;
}

const emptyNode = <T>(): Node<T> => ({ key: '', only: null, next: null, items: null });

function childOf<T>(node: Node<T>, key: string): Node<T> | undefined {
  if (node.next !== null) return node.next.get(key);
  return node.only !== null && node.only.key === key ? node.only : undefined;
}

function addChild<T>(node: Node<T>, key: string): Node<T> {
  const child: Node<T> = { key, only: null, next: null, items: null };
  if (node.next !== null) node.next.set(key, child);
  else if (node.only === null) node.only = child;
  else [node.next, node.only] = [new Map([[node.only.key, node.only], [key, child]]), null];
  return child;
}
