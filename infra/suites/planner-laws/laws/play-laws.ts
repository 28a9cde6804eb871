import type { Locale } from '@querent/language';
import { randomChoices } from '../../meaning/random/random-choices';
import { type CaseOptions, casesOf } from '../cases';
import { planOf } from '../place';
import { type Law, outlineOf } from './law';
import { MODEL_LAWS } from './model-laws';
import { WORDING_LAWS } from './wording-laws';

export const LAWS: readonly Law[] = [...WORDING_LAWS, ...MODEL_LAWS];

export interface Upheld {
  law: string;
  locale: Locale;
  holds: boolean;
  question: string;
  twin: string;
  /** What both came to. */
  before: string;
  after: string;
}

/** Asks each generated question once more under one of the laws, in turn; deterministic by seed. */
export function* playLaws(options: CaseOptions): Generator<Upheld> {
  let at = 0;
  for (const asked of casesOf(options)) {
    const { one, place } = asked;
    const plan = planOf(one.question, place, one.locale);
    const law = LAWS[at % LAWS.length];
    at += 1;
    const random = randomChoices(options.seed * 31_000_003 + at);
    const twin = law?.twin(asked, random, plan);
    if (!law || !twin) continue;
    const later = planOf(twin.question, twin.place, one.locale);
    const byPlace = law.inOtherWords === true;
    // Other words are compared over the same meaningless names.
    const first = byPlace ? asked.inOtherWords(place.words) : { one, place };
    if (!first) continue;
    const before = outlineOf(
      byPlace ? planOf(first.one.question, first.place, one.locale) : plan,
      first.place,
      byPlace,
    );
    const after = outlineOf(later, twin.place, byPlace);
    const isAsked = law.mayAsk === true && later.kind === 'ambiguous';
    yield {
      law: law.name,
      locale: one.locale,
      holds: before === after || isAsked,
      question: one.question,
      twin: twin.question,
      before,
      after,
    };
  }
}
