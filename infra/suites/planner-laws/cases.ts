import type { Locale } from '@querent/language';
import { randomChoices } from '../meaning/random/random-choices';
import { FAMILIES } from './grammar/families';
import type { Family } from './grammar/family';
import type { Case } from './grammar/phrase';
import { type Place, placeIn, TODAY } from './place';
import { DOMAIN_WORDS } from './world/domain-words';
import { madeUpWords } from './world/made-up-words';
import { randomWorld } from './world/random-world';
import type { Vocabulary } from './world/vocabulary';

export interface CaseOptions {
  seed: number;
  cases: number;
  /** Parts of the names of families; absent: all. */
  families?: readonly string[];
  locale?: Locale;
}

/** A generated question, with what it takes to ask it of the same world in other words. */
export interface Asked {
  one: Case;
  place: Place;
  /** The same question and world in the words of another vocabulary; null where they have no such question. */
  inOtherWords: (words: Vocabulary) => { one: Case; place: Place } | null;
}

/** Questions over worlds of random shapes and words; the same seed gives the same. */
export function* casesOf({ seed, cases, families, locale }: CaseOptions): Generator<Asked> {
  const chosen = FAMILIES.filter(({ name }) => families === undefined || families.some((one) => name.includes(one)));
  const locales: readonly Locale[] = locale ? [locale] : ['zh', 'en'];
  for (let first = 0; first < cases; first += CASES_A_WORLD) {
    const random = randomChoices(seed * 1_000_003 + first);
    const words = random.chance(0.4) ? madeUpWords(random) : random.pick(DOMAIN_WORDS);
    const naming = random.chance(0.8) ? 'words' : 'opaque';
    const shape = seed * 7_000_003 + first;
    const placeOf = (vocabulary: Vocabulary, names: 'words' | 'opaque'): Place =>
      placeIn(randomWorld(randomChoices(shape), vocabulary, names), vocabulary);
    const place = placeOf(words, naming);
    for (let at = first; at < Math.min(cases, first + CASES_A_WORLD); at++) {
      const family = chosen[Math.floor(at / locales.length) % chosen.length];
      const asker = locales[at % locales.length];
      if (!family || !asker) return;
      const one = caseOf(family, asker, place, seed * 13_000_027 + at);
      if (!one) continue;
      yield {
        one,
        place,
        inOtherWords: (vocabulary) => {
          const other = placeOf(vocabulary, 'opaque');
          const same = caseOf(family, asker, other, seed * 13_000_027 + at);
          return same && { one: same, place: other };
        },
      };
    }
  }
}

const CASES_A_WORLD = 40;

function caseOf({ name, make }: Family, locale: Locale, { parts }: Place, seed: number): Case | null {
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
