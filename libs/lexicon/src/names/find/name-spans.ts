import { isClosedWord } from '../derive/closed-words';
import { correctionsOf, type Correction } from './misspelt-words';
import { type IndexedForm, isWritten, partKey } from '../name-form';
import type { NameIndex } from '../name-index';
import type { TrieNode } from './phrase-trie';
import { costOf, type RuleName } from '../rules';
import { isReadable, type TextPieces } from './text-pieces';

/** Names over a span of a text's pieces. */
export interface NameSpan {
  to: number;
  forms: readonly IndexedForm[];
  /** How the text abbreviates or misspells them, and the cost; null if it spells them out. */
  by: 'part' | 'typo' | null;
  cost: number;
}

/** For each piece of a text the spans of names that begin with it. */
export function nameSpansIn(text: TextPieces, index: NameIndex): NameSpan[][] {
  const beginnings = new Beginnings(text, index);
  const nameSpans = text.keys.map((_, from) =>
    index.trie.path(text.keys, from).flatMap(({ to, node }): NameSpan[] => {
      if (!isReadable(text, from, to)) return [];
      const spelt: NameSpan[] = node.items === null ? [] : [{ to, forms: node.items, by: null, cost: 0 }];
      const parts = beginnings.at(node, from, to);
      return parts.length === 0 ? spelt : [...spelt, { to, forms: parts, by: 'part', cost: costOf('beginning') }];
    }),
  );
  addMisspelt(text, index, nameSpans);
  addSounded(text, index, nameSpans);
  return nameSpans;
}

/**
 * Rules whose names may be abbreviated: values and the last words of their names, so that a word from the middle is
 * found.
 */
const OF_VALUES: ReadonlySet<RuleName> = new Set<RuleName>(['stored', 'listed', 'lastWords']);
/** Maximum number of stored values with one beginning, and the number from which they are chosen. */
const MOST_VALUES = 16;
const MOST_BEGUN = 400;
/** Beginnings searched in one text; a question has a few dozen words. */
const MOST_BEGINNINGS = 256;

/** Stored values by their beginnings: Acme, 华为. */
class Beginnings {
  private readonly known = new Map<TrieNode<IndexedForm>, readonly IndexedForm[]>();

  constructor(
    private readonly text: TextPieces,
    private readonly index: NameIndex,
  ) {}

  at(node: TrieNode<IndexedForm>, from: number, to: number): readonly IndexedForm[] {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    if (this.known.size >= MOST_BEGINNINGS || !mayBegin(this.text, from, to) || node.items?.some(isWritten)) return [];
    const [first, last] = [this.text.pieces[from], this.text.pieces[to - 1]];
    const begun = this.text.text.slice(first?.start, last?.end);
    const found = this.index.trie.under(node, MOST_BEGUN, ({ rule }) => OF_VALUES.has(rule));
    const values = fewestFirst(found.filter(({ phrase }) => !isDoerOf(phrase, begun))).slice(0, MOST_VALUES);
    this.known.set(node, values);
    return values;
  }
}

/** A 检验员 performs a 检验; 检验 is not a short form of the name. */
const isDoerOf = (phrase: string, begun: string): boolean =>
  phrase.length === begun.length + 1 && /[员师人者手工]$/u.test(phrase) && phrase.startsWith(begun);

/** Columns with few matches first: two cities are not hidden by hundreds of names with the same beginning. */
function fewestFirst(forms: readonly IndexedForm[]): IndexedForm[] {
  const byColumn = new Map<string, IndexedForm[]>();
  for (const form of forms) {
    const column = partKey(form.meaning);
    byColumn.set(column, [...(byColumn.get(column) ?? []), form]);
  }
  return [...byColumn.values()].sort((a, b) => a.length - b.length).flat();
}

/**
 * Whether pieces may begin a name: two Han characters or a word of three letters may, a number or a word of grammar may
 * not.
 */
function mayBegin({ text, pieces }: TextPieces, from: number, to: number): boolean {
  const [first, last] = [pieces[from], pieces[to - 1]];
  if (first === undefined || last === undefined || last.kind === 'mark' || last.kind === 'number') return false;
  if (first.kind === 'han' ? to - from < 2 : !/\p{L}{3}/u.test(first.surface)) return false;
  return !isClosedWord(text.slice(first.start, last.end)) && (first.kind === 'han' || !isClosedWord(first.surface));
}

/** Maximum number of pieces of a name before the misspelled one. */
const MOST_BEFORE = 4;

function addMisspelt(text: TextPieces, { words, trie }: NameIndex, nameSpans: readonly NameSpan[][]): void {
  const corrections = correctionsOf(text, words);
  const starts = new Set(
    [...corrections.keys()].flatMap((at) =>
      Array.from({ length: Math.min(at, MOST_BEFORE) + 1 }, (_, before) => at - before),
    ),
  );
  for (const from of starts) {
    const found = [...corrected(text, corrections, trie.start, from, 0, (node, key) => trie.step(node, key))];
    nameSpans[from]?.push(...found.filter(({ to }) => isReadable(text, from, to)));
  }
}

type Step = (node: TrieNode<IndexedForm>, key: string) => TrieNode<IndexedForm> | undefined;

/** Names spelled out after some of the corrections, at least one. */
function* corrected(
  text: TextPieces,
  corrections: ReadonlyMap<number, Correction[]>,
  node: TrieNode<IndexedForm>,
  at: number,
  cost: number,
  step: Step,
): Generator<NameSpan> {
  if (cost > 0 && node.items !== null) yield { to: at, forms: node.items.filter(isCorrectable), by: 'typo', cost };
  const key = text.keys[at];
  if (key === undefined) return;
  const next = step(node, key);
  if (next !== undefined) yield* corrected(text, corrections, next, at + 1, cost, step);
  for (const correction of corrections.get(at) ?? []) {
    const reached = correction.keys.reduce<TrieNode<IndexedForm> | undefined>(
      (before, one) => before && step(before, one),
      node,
    );
    if (reached !== undefined)
      yield* corrected(text, corrections, reached, at + correction.pieces, cost + correction.cost, step);
  }
}

/** Corrections do not apply to forms that are guesses themselves. */
const NO_GUESS: ReadonlySet<RuleName> = new Set<RuleName>([
  'pinyin',
  'pinyinValue',
  'storedWord',
  'storedNumber',
  'lastWords',
  'flagOpposite',
]);
const isCorrectable = ({ rule, form }: IndexedForm): boolean => form !== 'dictionary' && !NO_GUESS.has(rule);

/** Number of positions searched for names of similar sound. */
const MOST_SOUNDED = 64;

/** Adds Chinese names with one wrong character of the same sound, where no label covers the span. */
function addSounded(text: TextPieces, { sounded, trie }: NameIndex, nameSpans: readonly NameSpan[][]): void {
  const characters = text.pieces.map(({ kind, surface }) => (kind === 'han' ? surface : ' '));
  const covered = coveredBy(nameSpans);
  let searched = 0;
  for (const [from, piece] of text.pieces.entries()) {
    if (piece.kind !== 'han' || searched >= MOST_SOUNDED || covered.slice(from, from + REACH).every(Boolean)) continue;
    searched++;
    for (const name of sounded.near(characters, from)) {
      const to = from + name.length;
      if (covered.slice(from, to).every(Boolean) || !isReadable(text, from, to)) continue;
      nameSpans[from]?.push({
        to,
        forms: trie.exactly(Array.from(name)).filter(isWritten),
        by: 'typo',
        cost: costOf('sounded'),
      });
    }
  }
}

/** Maximum length of a name searched by sound. */
const REACH = 6;

/** The pieces covered by written names. */
function coveredBy(nameSpans: readonly (readonly NameSpan[])[]): boolean[] {
  const covered = nameSpans.map(() => false);
  for (const [from, here] of nameSpans.entries()) {
    for (const { to, forms, by } of here)
      if (by === null && to - from > 1 && forms.some(isWritten)) covered.fill(true, from, to);
  }
  return covered;
}
