import type { Locale } from '@querent/language';
import { randomChoices } from '../../meaning/random/random-choices';
import { type CaseOptions, casesOf } from '../cases';
import { planOf } from '../target';
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
  /** Outlines of both plans. */
  before: string;
  after: string;
}

/** Plans each generated question and its twin under one of the laws, in turn. The seed determines the questions. */
export function* playLaws(options: CaseOptions): Generator<Upheld> {
  let at = 0;
  for (const asked of casesOf(options)) {
    const { one, target } = asked;
    const plan = planOf(one.question, target, one.locale);
    const law = LAWS[at % LAWS.length];
    at += 1;
    const random = randomChoices(options.seed * 31_000_003 + at);
    const twin = law?.twin(asked, random, plan);
    if (!law || !twin) continue;
    const later = planOf(twin.question, twin.target, one.locale);
    const byIndex = law.inOtherWords === true;
    // For another vocabulary, both targets use the same meaningless physical names.
    const first = byIndex ? asked.inOtherWords(target.words) : { one, target };
    if (!first) continue;
    const before = outlineOf(
      byIndex ? planOf(first.one.question, first.target, one.locale) : plan,
      first.target,
      byIndex,
    );
    const after = outlineOf(later, twin.target, byIndex);
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

/** A table of the share of upheld cases of each law by language, with examples of violations. */
export function lawsText(played: readonly Upheld[], examples: number): string {
  const rows = LAWS.map(({ name }) => {
    const cells = (['zh', 'en'] as const).map((locale) => {
      const own = played.filter((each) => each.law === name && each.locale === locale);
      const upheld = own.filter(({ holds }) => holds).length;
      return (own.length === 0 ? '–' : `${Math.round((100 * upheld) / own.length)} % (${upheld}/${own.length})`).padEnd(
        16,
      );
    });
    return [name.padEnd(48), ...cells].join('');
  });
  const broken = LAWS.flatMap(({ name }) =>
    played.filter(({ law, holds }) => law === name && !holds).slice(0, examples),
  );
  return [
    `${'law'.padEnd(48)}${'zh'.padEnd(16)}en`,
    ...rows,
    '',
    ...broken.flatMap(({ law, question, twin, before, after }) => [
      `${law}: ${question} | ${twin}`,
      `    ${before}`,
      `    ${after}`,
    ]),
  ].join('\n');
}
