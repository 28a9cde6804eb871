import { normalizeText } from '@querent/language';
import { claimTokens, type Token } from './claim-tokens';
import { checkClause } from './check-clause';
import type { Claimed } from './claimed';
import type { Context } from './parsed-clause';

/**
 * The first clause of a phrased answer whose claims the rows do not prove; null if all are proven. A figure is proven
 * if it is the value, in the right unit, of the row and measure that the clause attributes it to; a word such as
 * highest, rose or more than is proven if the rows confirm it. A claim that cannot be attributed to one row and one
 * measure (a sum, an average, "it" in a new sentence) is not proven.
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
  // A list of names and a list of figures, connected by "respectively", are one claim.
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

/**
 * Joins the clauses up to the first one with a name, if they claim something: "The highest revenue, 800 yuan, was in
 * May".
 */
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

/**
 * Splits a clause at conjunctions if both sides claim something: "A leads with 5 and B has 3" has two clauses, "A and
 * B" is one list.
 */
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

/** Splits a span at marks that are not part of a token. */
function split(text: string, span: Span, tokens: readonly Token[], marks: RegExp): Span[] {
  const cuts = Array.from(text.matchAll(marks), ({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
  })).filter((cut) => isWithin(cut, span) && !tokens.some((token) => token.start < cut.end && cut.start < token.end));
  const starts = [span.start, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), span.end];
  return starts.map((start, at) => ({ start, end: ends[at] ?? span.end })).filter(({ start, end }) => end > start);
}
