import type { Ambiguity, PlanResult, SemanticQuery } from '@querent/contracts';
import { detectLocale, type NormalizedText, normalizeQuestionWithMap, originalStretch } from '@querent/language';
import { withRoles } from '@querent/model';
import { factsFor, wordsOf } from '@querent/reading';
import { writtenIn } from '../answers/wording';
import type { PlanInput } from '../plan-input';
import { planQuestion } from '../plan-question';
import { alternativeSteps } from './alternatives';
import type { AlternativesSought, Draft, Preview, PreviewPart } from './preview';
import { apart, queryParts, type ReadQuestion } from './query-parts';
import { wordParts } from './word-parts';

export interface PreviewInput extends PlanInput {
  /** The plan, if more than the planner decided it: habits, or a decision about the previous question. */
  plan?: PlanResult;
}

export interface AlternativeSearch {
  sought?: AlternativesSought;
  isOver?: () => boolean;
}

/** The first option of at most this many clarifications is taken, to find the other parts of the question. */
const MOST_ASKED = 3;

/**
 * How the planner would read a question, in steps of a few milliseconds. Pure.
 * @param search how many alternatives are sought, and whether the time for them is over; default: few, without a bound
 * of time
 */
export function* previewSteps(input: PreviewInput, search: AlternativeSearch = {}): Generator<void, Preview> {
  const { sought = 'few', isOver = () => false } = search;
  const plan = input.plan ?? planQuestion(input);
  yield;
  const normal = normalizeQuestionWithMap(input.question);
  const read = readQuestion(normal.text, input);
  const stretchOf = (one: { start: number; end: number }) => originalStretch(normal, input.question, one);
  const drafts = yield* draftSteps(plan, input, read);
  const alternatives = yield* alternativeSteps(drafts, { input, plan, sought, stretchOf, isOver });
  const parts = drafts
    .map((draft): PreviewPart => {
      const found = alternatives.get(draft) ?? [];
      return {
        ...stretchOf(draft),
        kind: draft.kind,
        label: draft.label,
        ...(draft.definition ? { definition: draft.definition } : {}),
        ...(found.length > 0 ? { alternatives: found } : {}),
      };
    })
    .filter((part, at, all) => part.from < part.to && part.from >= (all[at - 1]?.to ?? 0));
  return { ...conclusionOf(plan), parts, uncovered: uncoveredIn(plan, normal, input.question) };
}

/** `previewSteps` in one go. */
export function previewQuestion(input: PreviewInput, search?: AlternativeSearch): Preview {
  const steps = previewSteps(input, search);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function readQuestion(text: string, { question, locale, today, model: physical }: PlanInput): ReadQuestion {
  const model = withRoles(physical);
  const { units } = wordsOf(text, { model, today });
  return {
    text,
    units,
    wording: { facts: factsFor(model), locale, asWritten: writtenIn(question) },
    language: detectLocale(question),
    today,
  };
}

/** The parts of the question, without overlaps. */
function* draftSteps(plan: PlanResult, input: PlanInput, read: ReadQuestion): Generator<void, Draft[]> {
  if (plan.kind === 'planned') return queryParts(plan.query, read);
  if (plan.kind === 'chitchat') return [];
  if (plan.kind === 'unsupported') return wordParts(read.units, read.wording).sort((a, b) => a.start - b.start);
  const asked = askedPart(plan.ambiguity, read);
  const query = yield* firstMeaning(plan, input);
  const others = query ? queryParts(query, read) : wordParts(read.units, read.wording);
  const isAsked = (draft: Draft): boolean => asked !== null && draft.start < asked.end && asked.start < draft.end;
  const kind = others.find(isAsked)?.kind;
  return apart(
    [...(asked ? [{ ...asked, kind: kind ?? asked.kind }] : []), ...others.filter((one) => !isAsked(one))],
    read,
  );
}

/** The query of a question if its asker takes the first options. */
function* firstMeaning(plan: PlanResult, input: PlanInput): Generator<void, SemanticQuery | null> {
  let choices = [...input.choices];
  for (let asked = 0; plan.kind === 'ambiguous' && asked < MOST_ASKED; asked++) {
    const { key, options } = plan.ambiguity;
    const [option] = options;
    if (!option || plan.ambiguity.trigger === 'unknown_term') return null;
    choices = [...choices, { key, value: option.value }];
    plan = planQuestion({ ...input, choices }, false);
    yield;
  }
  return plan.kind === 'planned' ? plan.query : null;
}

/** The words that a clarification is about, with its options as choices. */
function askedPart({ key, span, options, trigger }: Ambiguity, { text, units, wording }: ReadQuestion): Draft | null {
  if (!span || span.start >= span.end || text.slice(span.start, span.end) !== span.text) return null;
  const { start, end } = span;
  const named = wordParts(
    units.filter((unit) => unit.start >= start && unit.end <= end),
    wording,
  )[0]?.kind;
  return {
    start,
    end,
    kind: trigger === 'ambiguous_metric' ? 'metric' : (named ?? 'filter'),
    label: options.map(({ label }) => label).join(' / '),
    candidates: (own) =>
      options.map(({ label, aliases, value }) => ({
        label,
        ways: [label, ...aliases.slice(0, 2)].map((words) => [{ start: own.start, end: own.end, words }]),
        choice: { key, value },
      })),
  };
}

/** What a plan concludes, with the text that its asker reads. */
export function conclusionOf(plan: PlanResult): Pick<Preview, 'kind' | 'text' | 'clarification'> {
  switch (plan.kind) {
    case 'planned':
      return { kind: 'planned', text: plan.refinedQuestion };
    case 'chitchat':
      return { kind: 'unsupported', text: plan.reply };
    case 'unsupported':
      return { kind: unreadIn(plan).length > 0 && !plan.conclusive ? 'uncovered' : 'unsupported', text: plan.reason };
    case 'ambiguous': {
      const { trigger, question, options, allowText } = plan.ambiguity;
      const shown = options.map(({ id, label, description }) => ({ id, label, ...(description && { description }) }));
      return { kind: 'ambiguous', text: question, clarification: { trigger, question, options: shown, allowText } };
    }
  }
}

/** The words that a plan does not account for. */
function unreadIn(plan: PlanResult): string[] {
  if (plan.kind === 'planned' || plan.kind === 'chitchat') return [];
  return [...plan.unknown, ...(plan.kind === 'unsupported' ? (plan.uncombined ?? []) : [])];
}

/** The unread words of a plan, each at its first occurrence behind the previous ones of the same spelling. */
function uncoveredIn(plan: PlanResult, normal: NormalizedText, question: string): Preview['uncovered'] {
  const text = normal.text.toLowerCase();
  const taken = new Map<string, number>();
  const found = unreadIn(plan).flatMap((written) => {
    const word = written.toLowerCase();
    const start = positionOf(word, text, taken.get(word) ?? 0);
    if (word === '' || start < 0) return [];
    taken.set(word, start + word.length);
    const { from, to } = originalStretch(normal, question, { start, end: start + word.length });
    return from < to ? [{ from, to, text: question.slice(from, to) }] : [];
  });
  return found.sort((a, b) => a.from - b.from);
}

/** The position of a whole word, else of its letters; -1 if there is none. */
function positionOf(word: string, text: string, after: number): number {
  const isLetter = (at: number): boolean => /[\p{Script=Latin}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(word, after); at >= 0; at = text.indexOf(word, at + 1))
    if (!(isLetter(at) && isLetter(at - 1)) && !(isLetter(at + word.length - 1) && isLetter(at + word.length)))
      return at;
  return text.indexOf(word, after);
}
