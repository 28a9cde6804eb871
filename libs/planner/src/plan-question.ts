import type { PlanResult } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import { namesSteps, openNames } from '@querent/lexicon';
import {
  interpretReply as interpretInSteps,
  isContinuation as continuesInSteps,
  lexiconSteps,
  type PlanInput,
  planQuestion as planInSteps,
  readByWords,
  type SemanticModel,
  usesReservedWords as usesReservedInSteps,
  withRoles,
} from '@querent/semantic';
import { type AskedKind, askedKind } from './answers/asked-kind';
import { readQuestion } from './read-question';
import { readReply } from './replies/read-reply';
import { goesOn } from './turns/goes-on';

const isNew = process.env['QUERENT_PLANNER'] !== 'old';

/** What reads the questions of the product. `QUERENT_PLANNER=old` lets the planner in steps do it, for comparisons. */
export const planQuestion: (input: PlanInput) => PlanResult = isNew ? readQuestion : planInSteps;

/** Whether a question uses the name of something that is not set up correctly: no language model can answer it either. */
export const usesReservedWords: (input: PlanInput) => boolean = isNew ? namesReserved : usesReservedInSteps;

/** What a reply to a clarification means, and how it changes the question. */
export const interpretReply: typeof readReply = isNew ? readReply : interpretInSteps;

/** The model whose names the queries of plans have: with its role tables. */
export const modelOfPlans: (model: SemanticModel) => SemanticModel = isNew ? withRoles : (model) => model;

/** Builds the words of a model in steps of a few milliseconds; what is left of them is built by the first question. */
export function* wordsSteps(model: SemanticModel): Generator<void> {
  yield* lexiconSteps(model);
  if (isNew) yield* namesSteps(withRoles(model));
}

function namesReserved({ question, model }: PlanInput): boolean {
  if (model.reserved === undefined) return false;
  const units = openNames(withRoles(model)).unitsIn(normalizeQuestion(question));
  return units.some(({ meaning }) => meaning.type === 'reserved');
}

/** What a question's words alone say of the answer wanted. */
export const kindOf: (question: string, model: SemanticModel) => AskedKind = isNew ? askedKind : readByWords;

/** Whether a turn goes on with the question before, where that has no semantic query. */
export const isContinuation: (input: PlanInput) => boolean = isNew
  ? ({ question, model }) => goesOn(question, model)
  : continuesInSteps;
