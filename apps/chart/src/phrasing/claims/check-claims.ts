import { normalizeText } from '@querent/language';
import { claimTokens, type Token } from './claim-tokens';
import { checkClause } from './check-clause';
import type { Claimed } from './claimed';
import type { Context } from './said';

/**
 * The first clause of a phrased answer whose claims the rows do not prove; null: all hold. A figure counts where it is
 * the value of the row and the measure that it is said of, in their unit; a word such as highest, rose or more than
 * counts where the rows bear it out. What cannot be attached to one row and one measure (a sum, an average, "it" in a
 * new sentence) is not proven.
 */
export function unprovenClaim(text: string, claimed: Claimed): string | null {
  const plain = normalizeText(text);
  const asked = normalizeText(claimed.asked);
  const tokens = claimTokens(plain, claimed.shape, claimed.rows, asked, claimed.today);
  for (const sentence of split(plain, { start: 0, end: plain.length }, tokens, SENTENCE_ENDS)) {
    const carried: Context = { labels: [], measure: null, times: [] };
    for (const clause of clausesOf(plain, sentence, tokens)) {
      const own = tokens.filter((token) => token.start >= clause.start && token.end <= clause.end);
      if (!checkClause({ text: plain, ...clause, tokens: own }, { ...claimed, asked }, carried))
        return plain.slice(clause.start, clause.end).trim();
    }
  }
  return null;
}

interface Span {
  start: number;
  end: number;
}

const SENTENCE_ENDS = /[。!?！？;；\n]|\.(?!\d)/g;
/** A comma between digits belongs to the number. */
const CLAUSE_ENDS = /[,，:：](?!(?<=\d[,，])\d{3})/g;
const JOINTS = /(?<![a-z])(?:and|while|whereas|but|with)(?![a-z])|而|但|且|、/g;

function clausesOf(text: string, sentence: Span, tokens: readonly Token[]): Span[] {
  // A list of names before "respectively", and of figures behind it, is one claim.
  const isPaired = tokens.some(
    (token) => isWithin(token, sentence) && token.kind === 'word' && token.sense === 'respectively',
  );
  return isPaired
    ? [sentence]
    : withNames(
        split(text, sentence, tokens, CLAUSE_ENDS).flatMap((clause) => atJoints(text, clause, tokens)),
        tokens,
      );
}

/** "The highest revenue, 800 yuan, was in May" claims nothing before its name: up to that it is one clause. */
function withNames(clauses: readonly Span[], tokens: readonly Token[]): Span[] {
  const named = clauses.findIndex((clause) =>
    tokens.some((token) => token.kind === 'label' && isWithin(token, clause)),
  );
  const [first, until] = [clauses[0], clauses[named]];
  const claims = clauses
    .slice(0, Math.max(0, named))
    .some((clause) =>
      tokens.some(
        (token) =>
          isWithin(token, clause) && (token.kind === 'figure' || (token.kind === 'word' && token.sense !== 'count')),
      ),
    );
  return first === undefined || until === undefined || !claims
    ? [...clauses]
    : [{ start: first.start, end: until.end }, ...clauses.slice(named + 1)];
}

/** "A leads with 5 and B has 3" are two clauses, "A and B" is one list. */
function atJoints(text: string, clause: Span, tokens: readonly Token[]): Span[] {
  const claims = (piece: Span): boolean =>
    tokens.some((token) => isWithin(token, piece) && (token.kind === 'figure' || token.kind === 'word'));
  const joined: Span[] = [];
  for (const piece of split(text, clause, tokens, JOINTS)) {
    const last = joined.at(-1);
    if (last !== undefined && !(claims(last) && claims(piece))) last.end = piece.end;
    else joined.push({ ...piece });
  }
  return joined;
}

const isWithin = (token: Span, span: Span): boolean => token.start >= span.start && token.end <= span.end;

/** The pieces between marks that are part of no token. */
function split(text: string, span: Span, tokens: readonly Token[], marks: RegExp): Span[] {
  const cuts = Array.from(text.matchAll(marks), ({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
  })).filter((cut) => isWithin(cut, span) && !tokens.some((token) => token.start < cut.end && cut.start < token.end));
  const starts = [span.start, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), span.end];
  return starts.map((start, at) => ({ start, end: ends[at] ?? span.end })).filter(({ start, end }) => end > start);
}
