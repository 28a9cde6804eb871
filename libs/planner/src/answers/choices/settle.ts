import type { Ambiguity, Choice } from '@querent/contracts';
import type { Readings } from '@querent/reading';
import type { Candidate } from './candidate';
import { openTerm } from './candidate-terms';
import { commonOrEach } from './common-or-each';
import { afterChoice, asAmbiguity, type Decision, MOST_OPTIONS } from './decision';
import { differences } from './differences';
import { keptTwice } from './kept-twice';
import { metricForm } from './metric-forms';
import { rankBy } from './rank-by';
import { type Making, tooVague } from './too-vague';
import { ofAllOrLast, oneOfTwoKinds } from './two-kinds-asked';
import { tiedTwice } from './tied-twice';
import { whichWay } from './which-way';
import { spread, valuesInPart } from './values-in-part';

export type Settled = { candidate: Candidate } | { ask: Ambiguity; best: Candidate } | { missing: string };

/** More decisions than any question leaves open: the bound is for a decision that its own choice would not settle. */
const MOST_DECISIONS = 16;

/**
 * Takes the asker's choices, each where it decides something; what is still open after them is asked, the most
 * decisive first.
 */
export function settle(
  candidates: readonly Candidate[],
  { read, making, choices }: { read: Readings; making: Making; choices: readonly Choice[] },
): Settled | null {
  let left = candidates;
  for (let taken = 0; taken < MOST_DECISIONS; taken++) {
    const [best] = left;
    if (!best) return null;
    const open = openDecisions(left, read, making);
    const decisions = open.decisions.filter(({ key }) => !best.decided.includes(key));
    const narrowed = decisions.map((decision) => withChoice(decision, choices)).find((after) => after !== null) ?? null;
    const [first] = decisions;
    if (narrowed) left = narrowed;
    else if (first) return { ask: asAmbiguity(first), best: first.ways[0]?.leads[0] ?? best };
    else if (open.missing !== null) return { missing: open.missing };
    else if (open.taken) left = [open.taken];
    else return { candidate: best };
  }
  return null;
}

interface Open {
  decisions: Decision[];
  /** A term without anything that it could stand for. */
  missing: string | null;
  /** The best candidate, a term of it taken for the one value that it can mean. */
  taken: Candidate | null;
}

/** What is open: what is asked at all, the figure, the terms, the values, then every other difference. */
function openDecisions(candidates: readonly Candidate[], read: Readings, making: Making): Open {
  const [best] = candidates;
  if (!best) return { decisions: [], missing: null, taken: null };
  // A turn that changes the question before asks what that question asked.
  const vague = best.reading.continued ? null : tooVague(best, read.text, making);
  if (vague !== null && vague.ways.length > 1 && !best.decided.includes(vague.key))
    return { decisions: [vague], missing: null, taken: null };
  const rank = rankBy(candidates, making);
  if (rank !== null && !best.decided.includes(rank.key)) return { decisions: [rank], missing: null, taken: null };
  const whole =
    commonOrEach(candidates, making) ?? oneOfTwoKinds(candidates, making) ?? ofAllOrLast(candidates, making);
  if (whole !== null && !best.decided.includes(whole.key)) return { decisions: [whole], missing: null, taken: null };
  const form = metricForm(candidates, making);
  const apart = differences(spread(candidates, read.units, making, MOST_OPTIONS), making);
  if (form !== null || apart.length > 0)
    return { decisions: [...(form === null ? [] : [form]), ...apart], missing: null, taken: null };
  const twice = keptTwice(best, making);
  if (twice !== null && !best.decided.includes(twice.key)) return { decisions: [twice], missing: null, taken: null };
  const tied = tiedTwice(best, read.text, making);
  if (tied !== null && !best.decided.includes(tied.key))
    return 'taken' in tied
      ? { decisions: [], missing: null, taken: tied.taken }
      : { decisions: [tied], missing: null, taken: null };
  const way = whichWay(best, read.text, making);
  if (way !== null && !best.decided.includes(way.key))
    return 'taken' in way
      ? { decisions: [], missing: null, taken: way.taken }
      : { decisions: [way], missing: null, taken: null };
  const term = openTerm(best, making);
  if (term && 'decision' in term) return { decisions: [term.decision], missing: null, taken: null };
  if (term)
    return {
      decisions: [],
      missing: 'missing' in term ? term.missing : null,
      taken: 'taken' in term ? term.taken : null,
    };
  const values = valuesInPart(best, read.units, making);
  return { decisions: values === null ? [] : [values], missing: null, taken: null };
}

function withChoice(decision: Decision, choices: readonly Choice[]): readonly Candidate[] | null {
  return (
    afterChoice(decision, choices)?.map((candidate) => ({
      ...candidate,
      decided: [...candidate.decided, decision.key],
    })) ?? null
  );
}
