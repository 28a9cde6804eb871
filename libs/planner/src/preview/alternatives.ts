import type { PlanResult, SemanticQuery } from '@querent/contracts';
import type { PlanInput } from '../plan-input';
import { planQuestion } from '../plan-question';
import { signatureOf } from '@querent/model';
import type { Alternative, Candidate, Draft, Stretch } from './preview';

/** Most alternatives of a part. */
const MOST_OF_PART = 6;
/** A preview plans at most this many changed questions, at about a millisecond each. */
const MOST_TRIED = 12;
/** The alternatives of a longer question would take too long to read. */
const LONGEST = 200;

interface AlternativeContext {
  input: PlanInput;
  plan: PlanResult;
  stretchOf: (one: { start: number; end: number }) => Stretch;
  isOver: () => boolean;
}

/**
 * The alternatives of each part. Each is planned, and offered only if it is read with another meaning. The parts take
 * turns, so that no part uses the bound on the work alone.
 */
export function* alternativeSteps(
  drafts: readonly Draft[],
  context: AlternativeContext,
): Generator<void, Map<Draft, Alternative[]>> {
  const found = new Map(drafts.map((draft): [Draft, Alternative[]] => [draft, []]));
  if (context.input.question.length > LONGEST) return found;
  const seen = new Set([meaningOf(context.plan)]);
  let tried = 0;
  const longest = Math.max(0, ...drafts.map(({ choices }) => choices.candidates.length));
  for (let at = 0; at < longest; at++)
    for (const draft of drafts) {
      const candidate = draft.choices.candidates[at];
      const offered = found.get(draft) ?? [];
      if (!candidate || offered.length >= MOST_OF_PART) continue;
      for (const words of candidate.words) {
        if (tried >= MOST_TRIED || context.isOver()) return found;
        tried += 1;
        const alternative = alternativeOf(draft, candidate, words, context, seen);
        yield;
        if (alternative === null) continue;
        offered.push(alternative);
        break;
      }
    }
  return found;
}

/** A changed question, if it is read with a new meaning; otherwise null. */
function alternativeOf(
  { choices, kind }: Draft,
  candidate: Candidate,
  words: string,
  { input, plan, stretchOf }: AlternativeContext,
  seen: Set<string>,
): Alternative | null {
  const { question } = input;
  const { from, to } = stretchOf(choices);
  if (from >= to) return null;
  const before = question.slice(0, from);
  const lead = kind === 'time' && RELATIVE.test(words) ? before.replace(PREPOSITION, '') : before;
  const replacement = `${lead}${words}${question.slice(to)}`;
  const read = planQuestion({ ...input, question: replacement }, false);
  const meaning = meaningOf(read);
  if (seen.has(meaning) || !isChangeOf(plan, read) || !isChosen(candidate, meaning, input)) return null;
  seen.add(meaning);
  const period = kind === 'time' && read.kind === 'planned' ? periodOf(read.query) : undefined;
  return { label: candidate.label ?? period ?? words, replacement };
}

/** Words that need no preposition: last year. */
const RELATIVE = /^(?:this|last) /;
const PREPOSITION = /\b(?:in|during|for)\s+$/i;

/** Whether the words of an option are read as the option. */
function isChosen({ choice }: Candidate, meaning: string, input: PlanInput): boolean {
  if (!choice) return true;
  return meaningOf(planQuestion({ ...input, choices: [...input.choices, choice] }, false)) === meaning;
}

const periodOf = ({ filters }: SemanticQuery): string | undefined =>
  filters.flatMap((one) => (one.kind === 'time' ? [one.range.label] : []))[0];

/**
 * Whether a changed question is read as the question with one part changed. An alternative of a planned question keeps
 * the number of its parts; one of an ambiguous question is answered or asks about something else.
 */
function isChangeOf(plan: PlanResult, read: PlanResult): boolean {
  if (plan.kind === 'planned') return read.kind === 'planned' && shapeOf(read.query) === shapeOf(plan.query);
  if (plan.kind !== 'ambiguous') return false;
  return read.kind === 'planned' || (read.kind === 'ambiguous' && read.ambiguity.key !== plan.ambiguity.key);
}

const shapeOf = ({ measures, dimensions, filters, having, order, limit, select }: SemanticQuery): string =>
  [measures, dimensions, filters, having, order, select].map(({ length }) => length).join(' ') + ` ${limit}`;

function meaningOf(plan: PlanResult): string {
  if (plan.kind === 'planned') return signatureOf(plan.query);
  return plan.kind === 'ambiguous' ? plan.ambiguity.key : plan.kind;
}
