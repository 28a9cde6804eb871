import type { Ambiguity } from '@querent/contracts';
import { normalizeText } from '@querent/language';
import {
  MARKS,
  type Piece,
  piecesOf,
  type Position,
  positionsIn,
  type ReplyWord,
  replyWordsIn,
} from '@querent/lexicon';

/** The options that a reply picks: options by their index, all of them, or none; `yes` accepts any offer. */
export type Picked = readonly number[] | 'all' | 'none' | 'yes';
export type Pickable = Pick<Ambiguity['options'][number], 'label' | 'value' | 'aliases'>;

interface Stretch {
  start: number;
  end: number;
}

/** A stretch of a reply with its function: it names options, or is a word that applies to them. */
interface Part extends Stretch {
  does: ReplyWord | readonly number[];
  cost: number;
}

/** A name that several options share names none; the label of one option beats the alias of another. */
const LABEL_COST = 0;
const ALIAS_COST = 0.005;
const POSITION_COST = 0.015;
const WORD_COST = 0.01;
const PART_OF_NAME_COST = 0.2;
const UNKNOWN_COST = 0.3;
const CEILING = 1.2;
/** A longer reply picks nothing. */
const MOST_PIECES = 40;

/**
 * The effect of a normalised reply on the options. A reply names options, in part or by their position, one or several,
 * and may reject others. Each word names, rejects, joins or is polite; unknown words are skipped, and `more` are words
 * with another meaning. Options from `offered` on were not offered. Null if the reply is not about the options.
 */
export function pickOptions(
  text: string,
  options: readonly Pickable[],
  { offered, more }: { offered: number; more: readonly Stretch[] },
): Picked | null {
  const pieces = piecesOf(text).filter(({ kind }) => kind !== 'mark');
  if (pieces.length === 0 || pieces.length > MOST_PIECES) return null;
  const words = replyWordsIn(text);
  const parts = [
    ...words.map(({ start, end, meaning }): Part => ({ start, end, does: meaning, cost: WORD_COST })),
    ...positionsIn(text).flatMap((found) => positioned(found, offered)),
    ...namesIn(pieces, options, words),
  ];
  const path = cheapestPath(text, parts, unknownIn(pieces, more));
  return path === null ? null : pickedBy(path, options.slice(0, offered));
}

function positioned({ start, end, meaning }: Stretch & { meaning: Position }, count: number): Part[] {
  const { from, at, many } = meaning;
  const first = from === 'first' ? at : count - at - many;
  if (first < 0 || first + many > count) return [];
  return [{ start, end, does: Array.from({ length: many }, (_, one) => first + one), cost: POSITION_COST }];
}

/** Names of options, and parts of names that only one option has. */
function namesIn(pieces: readonly Piece[], options: readonly Pickable[], words: readonly Stretch[]): Part[] {
  const found = new Map<string, { start: number; end: number; cost: number; of: Set<number> }>();
  const add = (from: number, to: number, option: number, cost: number): void => {
    const [start = 0, end = 0] = [pieces[from]?.start, pieces[to - 1]?.end];
    const key = `${from} ${to}`;
    const known = found.get(key);
    if (!known || cost < known.cost) found.set(key, { start, end, cost, of: new Set([option]) });
    else if (cost === known.cost) known.of.add(option);
  };
  const isWord = ({ start, end }: Stretch): boolean => words.some((word) => word.start <= start && end <= word.end);
  for (const [option, { label, value, aliases }] of options.entries()) {
    for (const [at, name] of [label, value, ...aliases].entries()) {
      const named = piecesOf(normalizeText(name)).filter(({ kind }) => kind !== 'mark');
      for (const { from, to } of runsOf(named, pieces)) {
        if (to - from === named.length) add(from, to, option, at === 0 ? LABEL_COST : ALIAS_COST);
        else if (isSpecific(pieces.slice(from, to), isWord)) add(from, to, option, PART_OF_NAME_COST);
      }
    }
  }
  return [...found.values()].flatMap(({ start, end, cost, of }) =>
    of.size === 1 ? [{ start, end, does: [...of], cost }] : [],
  );
}

/** Stretches of a text that occur in a name, without those inside longer ones. */
function runsOf(name: readonly Piece[], text: readonly Piece[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < text.length; from++) {
    for (let at = 0; at < name.length; at++) {
      if (at > 0 && from > 0 && name[at - 1]?.key === text[from - 1]?.key) continue;
      let length = 0;
      while (at + length < name.length && name[at + length]?.key === text[from + length]?.key) length++;
      if (length > 0) runs.push({ from, to: from + length });
    }
  }
  return runs;
}

/** Whether a run is specific: at least two Han characters or a word, and not only words that are common in replies. */
function isSpecific(run: readonly Piece[], isWord: (piece: Piece) => boolean): boolean {
  const own = run.filter((piece) => !isWord(piece));
  const [first] = own;
  return (
    first !== undefined && (own.length > 1 || run.length > 1 || (first.kind !== 'han' && first.surface.length > 1))
  );
}

const unknownIn = (pieces: readonly Piece[], more: readonly Stretch[]): Stretch[] =>
  pieces.filter((piece) => !more.some(({ start, end }) => start < piece.end && piece.start < end));

interface Path {
  cost: number;
  parts: readonly Part[];
}

/**
 * The cheapest segmentation of the whole text into parts, at least one of which has an effect; null if there is none.
 */
function cheapestPath(text: string, parts: readonly Part[], unknown: readonly Stretch[]): readonly Part[] | null {
  const [idle, acting]: [(Path | null)[], (Path | null)[]] = [[{ cost: 0, parts: [] }], [null]];
  const reach = (paths: (Path | null)[], at: number, path: Path): void => {
    const known = paths[at] ?? null;
    if (path.cost <= CEILING && (known === null || path.cost < known.cost)) paths[at] = path;
  };
  const [partsAt, unknownAt] = [byStart(parts), byStart(unknown)];
  for (let at = 0; at < text.length; at++) {
    for (const paths of [idle, acting]) {
      const path = paths[at] ?? null;
      if (path === null) continue;
      if (MARKS.test(text.charAt(at))) reach(paths, at + 1, path);
      for (const { end } of unknownAt.get(at) ?? [])
        reach(paths, end, { cost: path.cost + UNKNOWN_COST, parts: path.parts });
      for (const part of partsAt.get(at) ?? [])
        reach(doesSomething(part) ? acting : paths, part.end, {
          cost: path.cost + part.cost,
          parts: [...path.parts, part],
        });
    }
  }
  return acting[text.length]?.parts ?? null;
}

const doesSomething = ({ does }: Part): boolean =>
  typeof does !== 'string' || does === 'all' || does === 'none' || does === 'yes';

function byStart<T extends Stretch>(stretches: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const one of stretches) found.set(one.start, [...(found.get(one.start) ?? []), one]);
  return found;
}

/**
 * "Not the first, the second"; "all but C"; 不要综合评分，要明细. A rejection applies until the next part that accepts an option.
 */
function pickedBy(path: readonly Part[], offered: readonly Pickable[]): Picked | null {
  const [taken, rejected] = [new Set<number>(), new Set<number>()];
  const replyWords = new Set<ReplyWord>();
  let isRejecting = false;
  for (const { does } of path) {
    if (typeof does !== 'string') for (const option of does) (isRejecting ? rejected : taken).add(option);
    else {
      replyWords.add(does);
      if (does === 'deny' || does === 'but') isRejecting = true;
      if (does === 'want' || does === 'comma') isRejecting = false;
    }
  }
  const picked = [...taken].filter((option) => !rejected.has(option)).sort((a, b) => a - b);
  if (picked.length > 0) return picked;
  if (rejected.size > 0) {
    const left = offered.flatMap(({ value }, at) => (rejected.has(at) || value === 'ignore' ? [] : [at]));
    return left.length === 1 || replyWords.has('but') || replyWords.has('all') ? left : 'none';
  }
  if (replyWords.has('none')) return 'none';
  if (replyWords.has('deny')) return null;
  if (replyWords.has('all')) return 'all';
  return replyWords.has('yes') ? 'yes' : null;
}
