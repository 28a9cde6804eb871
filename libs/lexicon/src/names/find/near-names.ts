import { abbreviatedNames } from '../derive/names-to-derive';
import { agentsOfName } from '../derive/agent-forms';
import { ONLY_WORDS } from '../derive/derived-form';
import type { NamedThing } from '../named-things';
import { nearWordsOf } from './near-words';
import { singularOf } from '../pieces';
import { type Labelled, writtenNames } from '../written-names';

/**
 * Two words are near if each is among this many first words of the other, and one of them is the first: film and movie,
 * but not price and cost.
 */
const FIRST_WORDS = 3;
const THINGS_A_STEP = 5;
const WORDS_A_STEP = 100;

/**
 * Synonyms of the names of a model without descriptions: film, of a table of movies. None without the table of near
 * words.
 */
export class NearNames {
  private readonly near = new Map<string, readonly string[]>();

  /** Builds in steps of a few milliseconds. */
  *build(things: readonly NamedThing[]): Generator<void> {
    const firsts = new Map<string, readonly string[]>();
    for (const [at, thing] of things.entries()) {
      const keys = [thing, ...thing.columns].flatMap(keysOf).filter((key) => !firsts.has(key));
      const found = nearWordsOf(new Set(keys));
      for (const key of keys) firsts.set(key, found.get(key)?.same.slice(0, FIRST_WORDS) ?? []);
      if (at % THINGS_A_STEP === 0) yield;
    }
    let since = 0;
    for (const [word, same] of firsts) {
      const others = nearWordsOf(new Set(same));
      const isMutual = (other: string, rank: number): boolean => {
        const back = others.get(other)?.same.slice(0, FIRST_WORDS).indexOf(word) ?? -1;
        return back === 0 || (back > 0 && rank === 0);
      };
      this.near.set(word, same.filter(isMutual));
      since = (since + same.length) % WORDS_A_STEP;
      if (since < same.length) yield;
    }
  }

  /** A thing and its columns with the synonyms of their names. */
  of(thing: NamedThing): NamedThing {
    return this.with({ ...thing, columns: thing.columns.map((column) => this.with(column)) });
  }

  private with<P extends Labelled>(part: P): P {
    const keys = keysOf(part);
    const near = [...new Set(keys.flatMap((key) => [...(this.near.get(key) ?? []), ...agentsOfName(key)]))];
    return near.length === 0 ? part : { ...part, near };
  }
}

/** The English names of a part as keys of the table of near words: in the singular. */
const keysOf = (part: Labelled): string[] =>
  [...writtenNames(part), ...abbreviatedNames(part)].flatMap(({ text }) =>
    ONLY_WORDS.test(text) ? [singularPhrase(text)] : [],
  );

const singularPhrase = (text: string): string => {
  const last = text.lastIndexOf(' ') + 1;
  return text.slice(0, last) + singularOf(text.slice(last));
};
