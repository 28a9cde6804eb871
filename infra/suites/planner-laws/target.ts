import type { PlanResult, SemanticQuery } from '@querent/contracts';
import type { Locale } from '@querent/language';
import { planQuestion } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import { type Parts, partsOf } from './grammar/parts';
import type { Vocabulary } from './world/vocabulary';
import { modelOf, type World } from './world/world';

export const TODAY = '2026-11-23';
export const TIMEZONE = 'Asia/Shanghai';

/** A world with its model, vocabulary and typed words, about which questions are generated and planned. */
export interface Target {
  words: Vocabulary;
  world: World;
  model: SemanticModel;
  parts: Record<Locale, Parts>;
}

export function targetIn(world: World, words: Vocabulary): Target {
  const model = modelOf(world);
  const pasts = new Map(words.happenings.map(({ en, past }) => [en, past]));
  return { words, world, model, parts: { zh: partsOf(model, 'zh', pasts), en: partsOf(model, 'en', pasts) } };
}

export function planOf(
  question: string,
  { model }: Pick<Target, 'model'>,
  locale: Locale,
  context: SemanticQuery | null = null,
): PlanResult {
  return planQuestion({ question, locale, model, choices: [], context, today: TODAY, timezone: TIMEZONE });
}
