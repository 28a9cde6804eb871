import { foldCase, isWholeWord } from '@querent/language';

/** A node of the trie: the phrases with the same beginning. */
interface Node<T> {
  next: Map<string, Node<T>>;
  meanings: T[];
}

/**
 * Phrases and their meanings, found at every position of a text, overlapping ones too. The first search builds the
 * index: some services load the words and never read a question.
 */
export class PhraseIndex<T> {
  private readonly root: Node<T> = { next: new Map(), meanings: [] };
  private added: [phrase: string, meaning: T][] = [];

  add(phrase: string, meaning: T): void {
    this.added.push([phrase, meaning]);
  }

  /**
   * All occurrences, by start and then by end. A phrase that begins or ends with a Latin letter or digit matches whole
   * words only.
   */
  find(text: string): { start: number; end: number; meaning: T }[] {
    this.build();
    const folded = foldCase(text);
    const found: { start: number; end: number; meaning: T }[] = [];
    for (let start = 0; start < folded.length; start++) {
      let node = this.root.next.get(folded.charAt(start));
      for (let end = start + 1; node !== undefined; end++) {
        if (node.meanings.length > 0 && isWholeWord(folded, start, end))
          for (const meaning of node.meanings) found.push({ start, end, meaning });
        node = end < folded.length ? node.next.get(folded.charAt(end)) : undefined;
      }
    }
    return found;
  }
  private build(): void {
    for (const [phrase, meaning] of this.added) this.insert(foldCase(phrase), meaning);
    this.added = [];
  }

  private insert(key: string, meaning: T): void {
    if (key === '') return;
    let node = this.root;
    // By UTF-16 units, as in `find`: a character of two units is one path.
    for (let at = 0; at < key.length; at++) {
      const next = node.next.get(key.charAt(at)) ?? { next: new Map(), meanings: [] };
      node.next.set(key.charAt(at), next);
      node = next;
    }
    node.meanings.push(meaning);
  }
}
