import type { IndexedForm } from '../name-form';
import { PhraseTrie } from './phrase-trie';
import { characterSounds, soundsOf } from './sounds';

/** Shorter names sound like too many words; longer ones rarely have a single wrong character. */
const SHORTEST = 3;
const LONGEST = 12;

/** Chinese names by sound, for text from an input method with one wrong character. */
export class SoundIndex {
  private readonly trie = new PhraseTrie<string>();
  private readonly known = new Set<string>();

  /** Adds a name. Stored values are excluded: a similar-sounding name may be another value. */
  add({ phrase, rule }: IndexedForm): void {
    if (rule !== 'label' && rule !== 'synonym') return;
    if (
      phrase.length < SHORTEST ||
      phrase.length > LONGEST ||
      this.known.has(phrase) ||
      !/^\p{Script=Han}+$/u.test(phrase)
    )
      return;
    this.known.add(phrase);
    this.trie.add(soundsOf(phrase), phrase);
  }

  /** Names that sound like the characters from `from` on and differ in one of them. */
  near(characters: readonly string[], from: number): string[] {
    if (this.known.size === 0) return [];
    const sounds = characters.slice(from, from + LONGEST).map(characterSounds);
    const found: string[] = [];
    for (const { to, node } of this.trie.paths(sounds)) {
      for (const name of node.items ?? [])
        if (to >= SHORTEST && differences(name, characters, from) === 1) found.push(name);
    }
    return found;
  }
}

function differences(name: string, characters: readonly string[], from: number): number {
  let different = 0;
  for (const [at, character] of Array.from(name).entries()) if (characters[from + at] !== character) different++;
  return different;
}
