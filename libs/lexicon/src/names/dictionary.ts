import { stemEnglish } from '@querent/language';
import { singularOf } from './pieces';

/** A word of the other language that has exactly this sense. */
export interface Translation {
  text: string;
  /** How far the sense is from the first of the word's senses, in costs. */
  cost: number;
}

/**
 * Gives the table of senses: lines `word<TAB>sense;sense`, Chinese words and their English senses, common words first;
 * rare words have `<TAB>rare` behind them.
 * Null: there is none.
 */
type ReadSenses = () => string | null;

let readSenses: ReadSenses = () => null;

/** Says where the table of senses is. It is read when names of a model need it, and not kept. */
export function provideSenses(read: ReadSenses): void {
  readSenses = read;
}

/** What each sense after the first costs, and how many count. */
const LATER_SENSE = 0.065;
/** Rare words are hardly what people say. */
const RARE = 0.15;
const MOST_SENSES = 4;
/** Words of one sense. */
const MOST_WORDS = 48;
/** Single characters are parts of other words more often than words. */
const ONE_CHARACTER = 0.05;
const LINES_A_STEP = 4_000;
const NAMES_A_STEP = 1_000;

/**
 * The senses of the words that some names are made of. The table is scanned once for all of them: it would take some
 * ten MB to keep.
 */
export class Dictionary {
  private readonly chineseOf = new Map<string, Translation[]>();
  private readonly englishOf = new Map<string, Translation[]>();
  /** How many names it was built for. */
  asked = 0;

  /** In steps of a few milliseconds. `names` are normalised names in either language. */
  *build(names: Iterable<string>): Generator<void> {
    const wanted: Wanted = { english: new Set(), chinese: new Set() };
    const seen = new Set<string>();
    for (const name of names) {
      if (++this.asked % NAMES_A_STEP === 0) yield;
      if (seen.has(name)) continue;
      seen.add(name);
      addWanted(name, wanted);
    }
    const table = wanted.english.size + wanted.chinese.size === 0 ? null : readSenses();
    if (table === null) return;
    let lines = 0;
    for (let start = 0; start < table.length;) {
      const end = table.indexOf('\n', start);
      this.addLine(table.slice(start, end < 0 ? table.length : end), wanted);
      start = end < 0 ? table.length : end + 1;
      if (++lines % LINES_A_STEP === 0) yield;
    }
    for (const translations of this.chineseOf.values()) surestFirst(translations);
  }

  /** Chinese words that have an English word or phrase as a sense, the surest first. */
  chinese(phrase: string): readonly Translation[] {
    const found = new Map<string, Translation>();
    for (const key of keysOf(phrase)) {
      for (const one of this.chineseOf.get(key) ?? []) {
        if ((found.get(one.text)?.cost ?? Infinity) > one.cost) found.set(one.text, one);
      }
    }
    return surestFirst([...found.values()]);
  }

  /** The English senses of a Chinese word, the first sense first. */
  english(word: string): readonly Translation[] {
    return this.englishOf.get(word) ?? [];
  }

  private addLine(line: string, { english, chinese }: Wanted): void {
    const [word = '', meanings = '', isRare] = line.split('\t');
    const senses = meanings.split(';');
    if (chinese.has(word)) this.englishOf.set(word, senses.slice(0, MOST_SENSES).map(ranked));
    const more = (word.length === 1 ? ONE_CHARACTER : 0) + (isRare === undefined ? 0 : RARE);
    for (const [rank, sense] of senses.slice(0, MOST_SENSES).entries()) {
      const key = singularPhrase(sense);
      if (!english.has(key)) continue;
      const known = this.chineseOf.get(key);
      const one = { text: word, cost: rank * LATER_SENSE + more };
      if (known === undefined) this.chineseOf.set(key, [one]);
      else if (!known.some(({ text }) => text === word)) known.push(one);
    }
  }
}

interface Wanted {
  /** Keys of words and phrases. */
  english: Set<string>;
  /** Stretches of Chinese names. */
  chinese: Set<string>;
}

/** Longer words are none that names are made of. */
const LONGEST_CHINESE = 6;

function addWanted(name: string, { english, chinese }: Wanted): void {
  if (HAN.test(name)) {
    for (let from = 0; from < name.length; from++)
      for (let to = from + 1; to <= Math.min(name.length, from + LONGEST_CHINESE); to++)
        chinese.add(name.slice(from, to));
    return;
  }
  for (const part of [name, ...name.split(' ')]) for (const key of keysOf(part)) english.add(key);
}

const HAN = /\p{Script=Han}/u;

/** The keys of a word or phrase: its singular, and of a word also what it is a form of: created → create. */
function keysOf(phrase: string): string[] {
  const singular = singularPhrase(phrase);
  return phrase.includes(' ') ? [singular] : [...new Set([singular, stemEnglish(phrase)])];
}

const singularPhrase = (phrase: string): string =>
  phrase.includes(' ') ? phrase.split(' ').map(singularOf).join(' ') : singularOf(phrase);

const ranked = (text: string, rank: number): Translation => ({ text, cost: rank * LATER_SENSE });

function surestFirst(translations: Translation[]): Translation[] {
  return translations.sort((a, b) => a.cost - b.cost).slice(0, MOST_WORDS);
}
