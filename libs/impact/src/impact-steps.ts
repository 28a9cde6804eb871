import { compareReadings, meaningsIn, type Meaning, type ModelMeanings } from './compare-readings';
import { changeClasses, impactClasses, type ImpactChange, type ImpactResult, type Reading } from './impact';
import type { KnownQuestion } from './known-questions';

export interface ImpactInput {
  questions: readonly KnownQuestion[];
  questionsLeftOff: number;
  inForce: ModelMeanings;
  draft: ModelMeanings;
}

/** At most so many changes are listed. */
const MOST_CHANGES = 500;
/** Texts of a change are cut to this length. */
const LONGEST = 500;

/**
 * Reads each question with both models, in steps of one reading each; yields the number of questions that were read.
 * Pure.
 */
export function* impactSteps({
  questions,
  questionsLeftOff,
  inForce,
  draft,
}: ImpactInput): Generator<number, ImpactResult> {
  const summary = Object.fromEntries(impactClasses.map((one) => [one, 0])) as ImpactResult['summary'];
  const changes: ImpactChange[] = [];
  for (const [at, known] of questions.entries()) {
    const before = meaningsIn(inForce, known.question, known.locale);
    yield at;
    const after = meaningsIn(draft, known.question, known.locale);
    const found = compareReadings(before, after);
    summary[found] += 1;
    if (found !== 'unchanged') changes.push(changeOf(known, found, before, after));
    yield at + 1;
  }
  const sorted = changes.sort((a, b) => severityOf(a) - severityOf(b) || b.asked - a.asked);
  return {
    summary,
    changes: sorted.slice(0, MOST_CHANGES),
    changesLeftOff: Math.max(0, sorted.length - MOST_CHANGES),
    questionsLeftOff,
  };
}

const severityOf = (change: ImpactChange): number => changeClasses.indexOf(change.class);

const changeOf = (
  { question, locale, source, asked }: KnownQuestion,
  of: ImpactChange['class'],
  before: Meaning,
  after: Meaning,
): ImpactChange => ({
  question: short(question),
  locale,
  class: of,
  source,
  asked,
  before: bounded(before.reading),
  after: bounded(after.reading),
});

const bounded = ({ kind, text, options }: Reading): Reading => ({
  kind,
  text: short(text),
  ...(options && { options: options.map(short) }),
});

const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);
