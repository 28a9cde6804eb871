import type { Locale } from '@querent/language';
import { randomChoices } from '../meaning/random/random-choices';
import type { Family } from './grammar/family';
import type { Case } from './grammar/phrase';
import { type Target, targetIn, TODAY } from './target';
import { DOMAIN_WORDS } from './world/domain-words';
import { madeUpWords } from './world/made-up-words';
import { randomWorld } from './world/random-world';
import type { Vocabulary } from './world/vocabulary';
import { COMPOSITIONS } from './grammar/compositions';
import { CONDITIONS } from './grammar/conditions';
import { COUNTS_AND_FIGURES } from './grammar/counts-and-figures';
import { RELATED_ROWS } from './grammar/related-rows';
import { THINGS_AND_FIGURES } from './grammar/things-and-figures';
import { TIMES } from './grammar/times';
import { TWO_COLUMNS } from './grammar/two-columns';

export interface CaseOptions {
  seed: number;
  cases: number;
  /** Substrings of names of families. Default: all families. */
  families?: readonly string[];
  locale?: Locale;
}

/** A generated question with its target. */
export interface GeneratedCase {
  one: Case;
  target: Target;
  /** Generates the same question about the same world in another vocabulary. Null if the vocabulary has none. */
  inOtherWords: (words: Vocabulary) => { one: Case; target: Target } | null;
}

/** Generates questions about worlds of random shapes and vocabularies. The seed determines them. */
export function* casesOf({ seed, cases, families, locale }: CaseOptions): Generator<GeneratedCase> {
  const chosen = FAMILIES.filter(({ name }) => families === undefined || families.some((one) => name.includes(one)));
  const locales: readonly Locale[] = locale ? [locale] : ['zh', 'en'];
  for (let first = 0; first < cases; first += CASES_A_WORLD) {
    const random = randomChoices(seed * 1_000_003 + first);
    const words = random.chance(0.4) ? madeUpWords(random) : random.pick(DOMAIN_WORDS);
    const naming = random.chance(0.8) ? 'words' : 'opaque';
    const shape = seed * 7_000_003 + first;
    const targetOf = (vocabulary: Vocabulary, names: 'words' | 'opaque'): Target =>
      targetIn(randomWorld(randomChoices(shape), vocabulary, names), vocabulary);
    const target = targetOf(words, naming);
    for (let at = first; at < Math.min(cases, first + CASES_A_WORLD); at++) {
      const family = chosen[Math.floor(at / locales.length) % chosen.length];
      const asker = locales[at % locales.length];
      if (!family || !asker) return;
      const one = caseOf(family, asker, target, seed * 13_000_027 + at);
      if (!one) continue;
      yield {
        one,
        target,
        inOtherWords: (vocabulary) => {
          const other = targetOf(vocabulary, 'opaque');
          const same = caseOf(family, asker, other, seed * 13_000_027 + at);
          return same && { one: same, target: other };
        },
      };
    }
  }
}

const CASES_A_WORLD = 40;

function caseOf({ name, make }: Family, locale: Locale, { parts }: Target, seed: number): Case | null {
  const made = make({ random: randomChoices(seed), locale, parts: parts[locale], today: TODAY });
  return (
    made && {
      family: name,
      locale,
      wording: made.asked.wording.replaceAll(/ +/g, ' ').trim(),
      question: made.asked.text.replaceAll(/ +/g, ' ').trim(),
      expected: made.expected,
      also: made.also ?? [],
      open: made.open ?? [],
      ...(made.context === undefined ? {} : { context: made.context }),
    }
  );
}

/** All families of questions of the grammar. */
export const FAMILIES: readonly Family[] = [
  ...COUNTS_AND_FIGURES,
  ...CONDITIONS,
  ...RELATED_ROWS,
  ...THINGS_AND_FIGURES,
  ...TIMES,
  ...TWO_COLUMNS,
  ...COMPOSITIONS,
];
