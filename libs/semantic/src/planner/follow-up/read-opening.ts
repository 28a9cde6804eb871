import type { Span } from '@querent/contracts';
import { HEADLESS, LEADING, type Mark, REFERRING, REVERSING, TRAILING } from './opening-words';
import { REMOVALS, type Removed } from './removal-words';

/** The clause that a mark speaks of: 只看上海，不要VIP leaves out only VIP. */
export interface Scope {
  mark: Mark;
  start: number;
  end: number;
}

export interface Opening {
  marks: ReadonlySet<Mark>;
  scopes: readonly Scope[];
  removed: Removed[];
  /** The words for the rows of the answer before, where there are any. */
  reference: string;
  /** The turn with all that is read already blanked out, so that positions stay. */
  rest: string;
}

/** Takes from a turn the words that say how it goes on, and those that lift something of the question before. */
export function readOpening(text: string, isContentBefore: (position: number) => boolean): Opening {
  const turn = { marks: new Set<Mark>(), scopes: [] as Scope[], removed: [] as Removed[], reference: '', rest: text };
  const headless = find(turn.rest.replace(/[\s?!.,。]+$/, ''), `${HEADLESS.zh}|\\b(?:${HEADLESS.en})\\b`);
  if (headless && !isContentBefore(headless.start)) turn.marks.add('headless');
  else if (headless && /^的|是|属于|来自/.test(headless.words)) turn.marks.add('headless');
  takeLeading(turn);
  takeTrailing(turn);
  takeReversal(turn);
  takeReference(turn, isContentBefore);
  takeRemovals(turn);
  takeLeading(turn);
  return turn;
}

interface Unread {
  reference: string;
  marks: Set<Mark>;
  scopes: Scope[];
  removed: Removed[];
  rest: string;
}

const LEADS = LEADING.map(({ mark, zh, en }) => ({ mark, pattern: new RegExp(`(?:^|[,，])[\\s,，]*(?:(?:${zh})|(?:${en})(?![a-z]))`) }));

function takeLeading(turn: Unread): void {
  for (let taken = true; taken; ) {
    taken = false;
    for (const { mark, pattern } of LEADS) {
      const found = pattern.exec(turn.rest);
      const end = (found?.index ?? 0) + (found?.[0].length ?? 0);
      if (!found || /^[\s,，]*$/.test(found[0]) || !/[^\s\p{P}]/u.test(turn.rest.slice(end))) continue;
      mask(turn, mark, found.index + (/^[,，]/.test(found[0]) ? 1 : 0), end);
      taken = true;
    }
  }
}

const TRAILS = TRAILING.map(({ mark, zh, en }) => ({ mark, pattern: new RegExp(`(?:(?:${zh})|(?<![a-z])(?:${en}))(?=[\\s?!.,。，]*(?:$|(?<=呢)[,，]))`) }));

function takeTrailing(turn: Unread): void {
  for (let taken = true; taken; ) {
    taken = false;
    for (const { mark, pattern } of TRAILS) {
      const found = pattern.exec(turn.rest);
      if (!found || found[0] === '') continue;
      mask(turn, mark, found.index, found.index + found[0].length);
      taken = true;
    }
  }
}

function takeReference(turn: Unread, isContentBefore: (position: number) => boolean): void {
  const found = find(turn.rest, `${REFERRING.zh}|\\b(?:${REFERRING.en})\\b`);
  if (!found || isContentBefore(found.start)) return;
  turn.reference = found.words;
  mask(turn, 'those', found.start, found.end);
}

function takeReversal(turn: Unread): void {
  const found = find(turn.rest, `${REVERSING.zh}|\\b(?:${REVERSING.en})\\b`);
  if (found) mask(turn, 'reversed', found.start, found.end);
}

function takeRemovals(turn: Unread): void {
  for (const { what, zh, en } of REMOVALS) {
    const found = find(turn.rest, `${zh}|\\b(?:${en})\\b`);
    if (!found) continue;
    turn.removed.push({ what, words: found.words });
    mask(turn, null, found.start, found.end);
  }
}

function find(text: string, pattern: string): { start: number; end: number; words: string } | null {
  const found = new RegExp(pattern).exec(text);
  return found ? { start: found.index, end: found.index + found[0].length, words: found[0] } : null;
}

/** Whether a mark stands in the clause of a span. */
export function isMarked({ scopes }: Pick<Opening, 'scopes'>, mark: Mark, span: Span | undefined): boolean {
  return scopes.some((scope) => scope.mark === mark && (span === undefined || (scope.start <= span.start && span.end <= scope.end)));
}

function mask(turn: Unread, mark: Mark | null, start: number, end: number): void {
  if (mark) turn.marks.add(mark);
  const [before, after] = [turn.rest.slice(0, start), turn.rest.slice(end)];
  const next = after.search(/[,，]/);
  if (mark) turn.scopes.push({ mark, start: Math.max(before.lastIndexOf(','), before.lastIndexOf('，')) + 1, end: next < 0 ? turn.rest.length : end + next });
  turn.rest = turn.rest.slice(0, start) + ' '.repeat(end - start) + turn.rest.slice(end);
}
