import type { Ambiguity, Choice } from '@querent/contracts';
import type { Readings } from '@querent/reading';
import type { Candidate } from './candidate';
import { openTerm } from './candidate-terms';
import { commonOrEach } from './common-or-each';
import { afterChoice, asAmbiguity, type Decision, MOST_OPTIONS } from './decision';
import { differences } from './differences';
import { storedTwice } from './stored-twice';
import { metricForm } from './metric-forms';
import { rankBy } from './rank-by';
import { type QueryContext, tooVague } from './too-vague';
import { ofAllOrLast, oneOfTwoKinds } from './which-rows';
import { relatedTwice } from './related-twice';
import { whichPath } from './which-path';
import { spread, valuesInPart } from './values-in-part';

export type Settled = { candidate: Candidate } | { ask: Ambiguity; best: Candidate } | { missing: string };

/** More decisions than any question needs. The bound ends the loop if a choice does not settle its decision. */
const MOST_DECISIONS = 16;

/**
 * Applies the asker's choices to the decisions that they settle. The first decision that is still open is asked, in the
 * order of its effect on the answer.
 */
export function settle(
  candidates: readonly Candidate[],
  { read, context, choices }: { read: Readings; context: QueryContext; choices: readonly Choice[] },
): Settled | null {
  let left = candidates;
  for (let taken = 0; taken < MOST_DECISIONS; taken++) {
    const [best] = left;
    if (!best) return null;
    const open = openDecisions(left, read, context);
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
  /** A term without any value that it could mean. */
  missing: string | null;
  /** The best candidate, with a term replaced by its only possible value. */
  taken: Candidate | null;
}

/** The open decisions, in order: the request itself, the figure, terms, values, then every other difference. */
function openDecisions(candidates: readonly Candidate[], read: Readings, context: QueryContext): Open {
  const [best] = candidates;
  if (!best) return { decisions: [], missing: null, taken: null };
  // A follow-up asks for the same as the question before.
  const vague = best.reading.continued ? null : tooVague(best, read.text, context);
  if (vague !== null && vague.ways.length > 1 && !best.decided.includes(vague.key))
    return { decisions: [vague], missing: null, taken: null };
  const rank = rankBy(candidates, context);
  if (rank !== null && !best.decided.includes(rank.key)) return { decisions: [rank], missing: null, taken: null };
  const whole =
    commonOrEach(candidates, context) ?? oneOfTwoKinds(candidates, context) ?? ofAllOrLast(candidates, context);
  if (whole !== null && !best.decided.includes(whole.key)) return { decisions: [whole], missing: null, taken: null };
  const form = metricForm(candidates, context);
  const apart = differences(spread(candidates, read.units, context, MOST_OPTIONS), context);
  if (form !== null || apart.length > 0)
    return { decisions: [...(form === null ? [] : [form]), ...apart], missing: null, taken: null };
  const twice = storedTwice(best, context);
  if (twice !== null && !best.decided.includes(twice.key)) return { decisions: [twice], missing: null, taken: null };
  const tied = relatedTwice(best, read.text, context);
  if (tied !== null && !best.decided.includes(tied.key))
    return 'taken' in tied
      ? { decisions: [], missing: null, taken: tied.taken }
      : { decisions: [tied], missing: null, taken: null };
  const way = whichPath(best, read.text, context);
  if (way !== null && !best.decided.includes(way.key))
    return 'taken' in way
      ? { decisions: [], missing: null, taken: way.taken }
      : { decisions: [way], missing: null, taken: null };
  const term = openTerm(best, context);
  if (term && 'decision' in term) return { decisions: [term.decision], missing: null, taken: null };
  if (term)
    return {
      decisions: [],
      missing: 'missing' in term ? term.missing : null,
      taken: 'taken' in term ? term.taken : null,
    };
  const values = valuesInPart(best, read.units, context);
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
