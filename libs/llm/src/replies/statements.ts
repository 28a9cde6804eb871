import type { ReadStatement } from '@querent/sql';
import {
  ENGLISH_FROM,
  ENGLISH_WORDS,
  EXPLORATION_MARK,
  FINAL_MARK,
  SQL_LINE,
  STATEMENT_START,
  WRITE_START,
} from './reply-words';
import type { Segment } from './segments';
import { layoutOf } from './sql-text';
import { normalizeStatement } from './normalize-statement';

/** A statement of a reply. */
export interface Found {
  sql: string;
  /** The mark in the words right before it. */
  mark: 'exploration' | 'final' | null;
  /** Null: PostgreSQL's parser rejects it. */
  read: ReadStatement | null;
  /** From a fence or an object's member, where only a statement is expected. */
  fenced: boolean;
}

/** The statements of a segment in order, and the prose around them. */
export interface Extracted {
  found: Found[];
  prose: string;
}

/** Replies with more statements are rejected. */
export const MOST_STATEMENTS = 8;
/** Characters before a statement that are searched for a mark. */
const MARK_REACH = 160;

/** The statements of a fence. If its language is SQL, its content counts as a statement, broken or not. */
export async function statementsInCode({ language, text }: Segment, before: string): Promise<Extracted> {
  const declaredSql = /sql|^postgres/.test(language);
  const found: Found[] = [];
  const prose: string[] = [];
  for (const piece of piecesOf(text)) {
    const start = startOf(piece);
    if (start === null && !(declaredSql && found.length === 0 && /\w/.test(piece))) continue;
    const lead = piece.slice(0, start ?? 0);
    const statement = piece.slice(start ?? 0);
    const { sql, end, read } = await cutStatement(statement);
    if (sql === '') continue;
    const context = found.length === 0 ? `${before}\n${lead}` : lead;
    found.push({ sql: lead.trim() === '' ? sql : `${lead.trim()}\n${sql}`, mark: markOf(context), read, fenced: true });
    prose.push(statement.slice(end));
    if (found.length > MOST_STATEMENTS) break;
  }
  return { found, prose: prose.join('\n') };
}

/** The unfenced statements of a text, each opened by a line start or a colon. */
export async function statementsInProse(text: string): Promise<Extracted> {
  const found: Found[] = [];
  const prose: string[] = [];
  let from = 0;
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    const start = found.length > MOST_STATEMENTS ? null : openingFrom(text, from);
    if (start === null) break;
    const lead = text.slice(from, start);
    const stretch = text.slice(start);
    const piece = stretch.slice(0, endOfPiece(stretch, text.charAt(start - 1) === '`'));
    const { sql, end, read } = await cutStatement(piece);
    prose.push(lead);
    if (sql !== '' && (read?.full === true || isLikelyStatement(piece, text, start)))
      found.push({ sql, mark: markOf(lead), read, fenced: false });
    else prose.push(sql);
    from = start + Math.max(1, end);
  }
  prose.push(text.slice(from));
  return { found, prose: prose.join('\n') };
}

/** Maximum openings tried; most sentences that begin like a statement are none. */
const MOST_TRIED = 12;

/** A bare statement ends at its semicolon, one in backticks at the next backtick. */
function endOfPiece(text: string, quoted: boolean): number {
  const [semicolon] = layoutOf(text.slice(0, LONGEST_STATEMENT)).semicolons;
  const backtick = quoted ? text.indexOf('`') : -1;
  const ends = [semicolon ?? text.length, backtick < 0 ? text.length : backtick];
  return Math.min(...ends);
}

/** Longer statements are not split or compared; the guard refuses them anyway. */
const LONGEST_STATEMENT = 20_000;

/** The statement at the start of a text, up to its `end` according to PostgreSQL's parser. */
async function cutStatement(text: string): Promise<{ sql: string; end: number; read: ReadStatement | null }> {
  const kept = withoutEnd(text);
  const whole = await normalizeStatement(kept.trim());
  const cuts = proseBreaks(kept);
  for (const { at, blank } of cuts) {
    // A line directly below an unfinished statement may be an alias.
    if (!blank && whole.read !== null) continue;
    const head = await normalizeStatement(bareEnd(kept.slice(0, at)));
    if (head.read?.full) return { ...head, end: at };
  }
  const [first] = cuts;
  if (whole.read !== null || first === undefined) return { ...whole, end: text.length };
  return { sql: bareEnd(kept.slice(0, first.at)), end: first.at, read: null };
}

const bareEnd = (text: string): string => withoutEnd(text).trimStart();

/** A loop, because a pattern that ends in `$` would retry from each space of a long run. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ENDING.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const ENDING = /[\s;；。`]/u;

/** Maximum split positions tried. */
const MOST_BREAKS = 3;

/** Line ends after which prose begins. A misspelt clause is not prose: dropping it would answer another question. */
function proseBreaks(text: string): { at: number; blank: boolean }[] {
  if (text.length > LONGEST_STATEMENT) return [];
  const { breaks, bare } = layoutOf(text);
  const found: { at: number; blank: boolean }[] = [];
  for (const at of breaks) {
    const line = /^\n*[ \t]*\n?[^\n]*/.exec(text.slice(at, at + 400))?.[0] ?? '';
    const blank = /^\n[ \t]*\n/.test(line);
    const words = line.trim();
    if (words !== '' && isProse(words, bare.slice(at, at + line.length).trim(), blank)) found.push({ at, blank });
    if (found.length === MOST_BREAKS) break;
  }
  // 。and ，begin a remark if nothing on the line resembles SQL.
  const remark = /[，。][^A-Za-z=<>()*\n]*(?:\n|$)/u.exec(bare);
  return remark === null ? found : [...found, { at: remark.index, blank: false }].sort((a, b) => a.at - b.at);
}

function isProse(line: string, bare: string, blank: boolean): boolean {
  if (/^(?:#{1,6}\s|\*\*|[（(]?注[：:]|说明|解释|note\b|explanation\b|this\b)/iu.test(line)) return true;
  if (blank && /^(?:>\s|[-*•]\s+\S|\d+[.)]\s)/u.test(line)) return true;
  if (/^(?:(?:[-*•]|\d+[.)])\s+(?:select|with)\b|(?:step|option|query)\s*\d|第[一二三四五\d]步|步骤)/iu.test(line))
    return true;
  if (SQL_LINE.test(line)) return false;
  if (!blank && /[=<>]/.test(bare)) return false;
  if (/\p{Script=Han}/u.test(bare))
    return /[，。：！？；]|这|该|此|以上|查询|语句/u.test(bare) || (blank && !/[A-Za-z]{2}/.test(bare));
  return (bare.match(ENGLISH_WORDS) ?? []).length >= 2;
}

const markOf = (before: string): Found['mark'] => {
  const near = before.slice(-MARK_REACH);
  return EXPLORATION_MARK.test(near) ? 'exploration' : FINAL_MARK.test(near) ? 'final' : null;
};

/** Splits a code text at the semicolons outside quotes and comments; comment-only pieces are omitted. */
function piecesOf(text: string): string[] {
  if (text.length > LONGEST_STATEMENT) return [text];
  const { semicolons, bare } = layoutOf(text);
  const ends = [...semicolons.slice(0, MOST_STATEMENTS + 1), text.length];
  return ends.flatMap((end, index) => {
    const from = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    return bare.slice(from, end).trim() === '' ? [] : [text.slice(from, end)];
  });
}

/** The start of the statement in a code text, after comments and prose lines; null if there is none. */
function startOf(text: string): number | null {
  const { bare } = layoutOf(text.slice(0, LONGEST_STATEMENT));
  let at = 0;
  for (const line of bare.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (startsStatement(text.slice(at + indent))) return at + indent;
    at += line.length + 1;
  }
  return null;
}

/** What may precede a bare statement: a line start, bullets, a colon, a backtick. */
const OPENING =
  /(?:^|\n|[:：`;；])[ \t]*(?:[-*•>]\s+|\d+[.)]\s+|\*\*\s?|`+)*(?=\(?\s?(?:select|with|values|drop|alter|create|truncate|delete|insert|update|merge|grant|revoke|copy|call|do|explain|set|begin|vacuum|lock|show|pragma)\b)/giu;

function openingFrom(text: string, from: number): number | null {
  OPENING.lastIndex = from;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const start = match.index + match[0].length;
    if (match[0] === '') OPENING.lastIndex += 1;
    if (
      startsStatement(text.slice(start, start + 300)) &&
      !ENGLISH_FROM.test(/^[^;\n]{0,120}/u.exec(text.slice(start, start + 120))?.[0] ?? '')
    )
      return start;
  }
  return null;
}

const startsStatement = (text: string): boolean =>
  STATEMENT_START.test(text.slice(0, 200)) && /^\(?\s*(?:select|with|values)\b/iu.test(text)
    ? true
    : WRITE_START.test(text.slice(0, 200));

/**
 * Whether a broken bare statement is meant as SQL rather than a sentence that begins with "select": it has capitals,
 * SQL marks, or is the whole reply.
 */
function isLikelyStatement(piece: string, text: string, start: number): boolean {
  return (
    /^(?:SELECT|WITH|INSERT|UPDATE|DELETE|DROP|ALTER|CREATE|TRUNCATE)\b/.test(piece) ||
    /\bselect\b[^\n]*[*=(]|\bfrom\b[^\n]+\bwhere\b/iu.test(piece) ||
    (text.slice(0, start).trim() === '' && (piece.match(ENGLISH_WORDS) ?? []).length < 2)
  );
}
