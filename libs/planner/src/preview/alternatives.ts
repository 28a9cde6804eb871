import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { signatureOf } from '@querent/model';
import type { PlanInput } from '../plan-input';
import { planQuestion } from '../plan-question';
import type { Alternative, AlternativesSought, Candidate, Draft, Edit, Stretch, TextSpan } from './preview';

/** Limits of the search: alternatives of a part, and changed questions to plan, at one to five milliseconds each. */
const LIMITS: Record<Exclude<AlternativesSought, 'none'>, { ofPart: number; tried: number }> = {
  few: { ofPart: 6, tried: 12 },
  all: { ofPart: 8, tried: 120 },
};
/** The alternatives of a longer question would take too long to read. */
const LONGEST = 200;

interface AlternativeContext {
  input: PlanInput;
  plan: PlanResult;
  sought: AlternativesSought;
  stretchOf: (one: TextSpan) => Stretch;
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
  const { sought, isOver, input, plan } = context;
  const found = new Map<Draft, Alternative[]>();
  if (sought === 'none' || input.question.length > LONGEST) return found;
  const most = LIMITS[sought];
  const seen = new Set([meaningOf(plan)]);
  const turns = drafts.map((draft) => ({ draft, queue: candidatesOf(draft, sought), offered: [] as Alternative[] }));
  const omitted = new Map<Draft, Alternative>();
  const result = (): Map<Draft, Alternative[]> => {
    // The question without the part is the last of its alternatives.
    for (const { draft, offered } of turns)
      found.set(draft, [...offered, ...[omitted.get(draft)].filter((one) => one !== undefined)]);
    return found;
  };
  let tried = 0;
  for (let at = 0; turns.some(({ queue }) => at < queue.length); at++)
    for (const { draft, queue, offered } of turns) {
      const next = queue[at];
      if (!next || offered.length + (omitted.has(draft) ? 1 : 0) >= most.ofPart) continue;
      for (const edits of next.candidate.ways) {
        if (tried >= most.tried || isOver()) return result();
        tried += 1;
        const alternative = alternativeOf(draft, next.candidate, edits, context, seen);
        yield;
        if (alternative === null) continue;
        if (next.isOmission) omitted.set(draft, alternative);
        else offered.push(alternative);
        break;
      }
    }
  return result();
}

/** The candidates in the order of their turns: the omission is the second, so that it is tried in any case. */
function candidatesOf(draft: Draft, sought: AlternativesSought): { candidate: Candidate; isOmission: boolean }[] {
  const others = draft.candidates(draft).map((candidate) => ({ candidate, isOmission: false }));
  if (sought !== 'all' || !draft.omission) return others;
  return [...others.slice(0, 1), { candidate: draft.omission(draft), isOmission: true }, ...others.slice(1)];
}

/** A changed question, if it is read with a new meaning; otherwise null. */
function alternativeOf(
  { kind }: Draft,
  candidate: Candidate,
  edits: readonly Edit[],
  { input, plan, stretchOf }: AlternativeContext,
  seen: Set<string>,
): Alternative | null {
  const replacement = edited(input.question, edits, stretchOf);
  if (replacement === null) return null;
  const read = planQuestion({ ...input, question: replacement }, false);
  const meaning = meaningOf(read);
  if (seen.has(meaning) || !isChangeOf(plan, read, candidate) || !isChosen(candidate, meaning, input)) return null;
  seen.add(meaning);
  const query = read.kind === 'planned' ? read.query : null;
  const named = typeof candidate.label === 'function' ? (query ? candidate.label(query) : undefined) : candidate.label;
  const period = kind === 'time' && query ? periodOf(query) : undefined;
  return { label: named ?? period ?? edits[0]?.words ?? '', replacement };
}

/** The question with changed words, tidied up: one space between words, and a capital where it had one. */
function edited(question: string, edits: readonly Edit[], stretchOf: AlternativeContext['stretchOf']): string | null {
  let text = question;
  for (const { start, end, words } of [...edits].sort((a, b) => b.start - a.start)) {
    const { from, to } = stretchOf({ start, end });
    if (from >= to) return null;
    text = `${text.slice(0, from)}${words}${text.slice(to)}`;
  }
  const tidy = text
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,?.!])/g, '$1')
    .replace(/^[\s,，、的]+/u, '')
    .trim();
  if (tidy === '' || tidy === question) return null;
  return /^\p{Lu}/u.test(question) ? tidy.charAt(0).toUpperCase() + tidy.slice(1) : tidy;
}

/** Whether the words of an option are read as the option. */
function isChosen({ choice }: Candidate, meaning: string, input: PlanInput): boolean {
  if (!choice) return true;
  return meaningOf(planQuestion({ ...input, choices: [...input.choices, choice] }, false)) === meaning;
}

const periodOf = ({ filters }: SemanticQuery): string | undefined =>
  filters.flatMap((one) => (one.kind === 'time' ? [one.range.label] : []))[0];

/**
 * Whether a changed question is read as the question with one part changed. An alternative of an ambiguous question is
 * answered or asks about something else.
 */
function isChangeOf(plan: PlanResult, read: PlanResult, { means }: Candidate): boolean {
  if (plan.kind === 'planned')
    return read.kind === 'planned' && (means?.(read.query) ?? shapeOf(read.query) === shapeOf(plan.query));
  if (plan.kind !== 'ambiguous') return false;
  if (means) return read.kind === 'planned' && means(read.query);
  return read.kind === 'planned' || (read.kind === 'ambiguous' && read.ambiguity.key !== plan.ambiguity.key);
}

const shapeOf = ({ measures, dimensions, filters, having, order, limit, select }: SemanticQuery): string =>
  [measures, dimensions, filters, having, order, select].map(({ length }) => length).join(' ') + ` ${limit}`;

function meaningOf(plan: PlanResult): string {
  if (plan.kind === 'planned') return signatureOf(plan.query);
  return plan.kind === 'ambiguous' ? plan.ambiguity.key : plan.kind;
}
