import { stemEnglish } from '@querent/language';
import { verbsOfAgent } from './derive/agent-forms';
import { isParticiple, verbsOfNoun } from './derive/verbs-of-noun';
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

/** The table of senses; null: there is none. */
export const sensesTable = (): string | null => readSenses();

/** What each sense after the first costs, and how many count. */
const LATER_SENSE = 0.065;
/** Rare words are hardly what people say. */
const RARE = 0.15;
const MOST_SENSES = 4;
/** Words of one sense. */
const MOST_WORDS = 48;
/** Single characters are parts of other words more often than words. */
const ONE_CHARACTER = 0.05;
/** What it costs that the sense is the verb of a noun: adoption, 领养; adopter, 领养人. */
const OF_VERB = 0.05;
/** What it costs that the sense is of the stem of what is done: planting, plant. */
const OF_ACTION = 0.15;
/** What it costs that a verb without a word for it says what is done. */
const BARE_STATE = 0.15;
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

  /** `events` are the last words of the names of things that happen: they may be called by their verbs. */
  constructor(private readonly events: ReadonlySet<string> = new Set()) {}

  /** In steps of a few milliseconds. `names` are normalised names in either language. */
  *build(names: Iterable<string>): Generator<void> {
    const wanted: Wanted = { english: new Set(), firstWords: new Set(), chinese: new Set() };
    const seen = new Set<string>();
    for (const name of names) {
      if (++this.asked % NAMES_A_STEP === 0) yield;
      if (seen.has(name)) continue;
      seen.add(name);
      this.addWanted(name, wanted);
    }
    const table = wanted.english.size + wanted.chinese.size === 0 ? null : readSenses();
    if (table === null) return;
    for (const key of wanted.english) if (key.includes(' ')) wanted.firstWords.add(key.slice(0, key.indexOf(' ')));
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
    const add = (one: Translation): void => {
      if ((found.get(one.text)?.cost ?? Infinity) > one.cost) found.set(one.text, one);
    };
    const senses = (keys: readonly string[]): Translation[] => keys.flatMap((key) => this.chineseOf.get(key) ?? []);
    const [own = '', ...stems] = keysOf(phrase);
    senses([own]).forEach(add);
    // Plantings are no plants.
    const more = own.endsWith('ing') ? OF_ACTION : 0;
    for (const { text, cost } of senses(stems)) add({ text, cost: cost + more });
    for (const { text, cost } of senses(this.verbsOfEvent(phrase))) add({ text, cost: cost + OF_VERB });
    senses(verbsOfAgent(singularPhrase(phrase)))
      .filter(({ text }) => text.length > 1)
      .flatMap(agentsOf)
      .forEach(add);
    for (const { text, cost } of [...found.values()])
      if (PERSON.test(text)) add({ text: text.replace(PERSON, '人'), cost: cost + OF_VERB });
    return surestFirst([...found.values()]);
  }

  /**
   * Chinese words for a stored value. A participle is a state: adopted is 已领养 and 被领养 before it is 领养, which may
   * also be what happens.
   */
  chineseState(phrase: string): readonly Translation[] {
    const found = this.chinese(phrase);
    const exact = new Set((this.chineseOf.get(singularPhrase(phrase)) ?? []).map(({ text }) => text));
    if (!isParticiple(phrase)) return found;
    const states = found.flatMap((one) =>
      exact.has(one.text)
        ? [one]
        : [
            ...['已', '被'].map((done) => ({ text: done + one.text, cost: one.cost })),
            { text: one.text, cost: one.cost + BARE_STATE },
          ],
    );
    return surestFirst(states);
  }

  /** What happens where a noun is an event of the model: adoption → adopt. A station is nothing that is stated. */
  private verbsOfEvent(phrase: string): string[] {
    const noun = singularPhrase(phrase);
    return this.events.has(noun) ? verbsOfNoun(noun) : [];
  }

  private addWanted(name: string, { english, chinese }: Wanted): void {
    if (HAN.test(name)) {
      for (let from = 0; from < name.length; from++)
        for (let to = from + 1; to <= Math.min(name.length, from + LONGEST_CHINESE); to++)
          chinese.add(name.slice(from, to));
      return;
    }
    for (const part of phrasesOf(name))
      for (const key of [...keysOf(part), ...this.verbsOfEvent(part), ...verbsOfAgent(singularPhrase(part))])
        english.add(key);
  }

  /** The English senses of a Chinese word, the first sense first. */
  english(word: string): readonly Translation[] {
    return this.englishOf.get(word) ?? [];
  }

  /** A table has 100,000 lines, of which few are wanted: only those are taken apart. */
  private addLine(line: string, wanted: Wanted): void {
    const { english, chinese } = wanted;
    const wordEnd = line.indexOf('\t');
    const word = line.slice(0, wordEnd);
    const tab = line.indexOf('\t', wordEnd + 1);
    const end = tab < 0 ? line.length : tab;
    if (chinese.has(word))
      this.englishOf.set(
        word,
        line
          .slice(wordEnd + 1, end)
          .split(';')
          .slice(0, MOST_SENSES)
          .map(ranked),
      );
    for (let rank = 0, at = wordEnd + 1; rank < MOST_SENSES && at <= end; rank++) {
      const next = line.indexOf(';', at);
      const sense = line.slice(at, next < 0 ? end : next);
      at = next < 0 ? end + 1 : next + 1;
      if (!mayBeWanted(sense, wanted, rank < CORES_OF)) continue;
      const whole = singularPhrase(sense);
      const core = english.has(whole) || word.length < 2 || rank >= CORES_OF ? null : coreOf(whole);
      const key = core?.key ?? whole;
      if (!english.has(key)) continue;
      const known = this.chineseOf.get(key);
      const more = (word.length === 1 ? ONE_CHARACTER : 0) + (tab < 0 ? 0 : RARE);
      const one = { text: word, cost: rank * LATER_SENSE + more + (core?.cost ?? 0) };
      if (known === undefined) this.chineseOf.set(key, [one]);
      else if (!known.some(({ text }) => text === word)) known.push(one);
    }
  }
}

/** Whether a sense may be a name that is looked for, by its first or only word; `byCore`: also by its core. */
function mayBeWanted(sense: string, { english, firstWords }: Wanted, byCore: boolean): boolean {
  const space = sense.indexOf(' ');
  if (space < 0) return english.has(singularOf(sense));
  const first = singularOf(sense.slice(0, space));
  if (firstWords.has(first)) return true;
  if (!byCore || sense.includes(' ', space + 1)) return false;
  return english.has(first) || english.has(singularOf(sense.slice(space + 1)));
}

/** The senses of a word that count by the core of a phrase as well. */
const CORES_OF = 2;
const OF_AMOUNT = 0.06;
const OF_KIND = 0.2;
/** Words for how much of something there is. */
const AMOUNTS: ReadonlySet<string> = new Set(['volume', 'quantity', 'amount', 'number', 'figure']);
/** Heads that say little. */
const EMPTY_CORES: ReadonlySet<string> = new Set(
  `name number code type kind date time day year person people man woman thing place part piece set word form way matter use
   level value rate price fee cost line item group unit point order record work state status`.split(/\s+/),
);

/**
 * What a sense of two words is about: sales of sales volume, instrument of musical instrument. Null: it is not told.
 */
function coreOf(sense: string): { key: string; cost: number } | null {
  const [first = '', last = '', ...more] = sense.split(' ');
  if (last.length < 4 || first.length < 4 || more.length > 0) return null;
  if (AMOUNTS.has(last)) return { key: first, cost: OF_AMOUNT };
  return EMPTY_CORES.has(last) ? null : { key: last, cost: OF_KIND };
}

/** What a name may be looked up by: the whole, its words, and of two or three words what two of them are together. */
function phrasesOf(name: string): string[] {
  const words = name.split(' ');
  const [first = '', second = '', third] = words;
  if (words.length === 2) return [name, ...words, `${second} of ${first}`];
  if (words.length === 4 && second === 'of') return [name, ...words, words.slice(2).join(' ')];
  return words.length === 3 ? [name, ...words, `${first} ${second}`, `${second} ${third ?? ''}`] : [name, ...words];
}

interface Wanted {
  /** Keys of words and phrases. */
  english: Set<string>;
  /** Of the phrases among them. */
  firstWords: Set<string>;
  /** Stretches of Chinese names. */
  chinese: Set<string>;
}

/** Longer words are none that names are made of. */
const LONGEST_CHINESE = 6;

/** Those who do something, by the verb: 领养 → 领养人, 领养者. A word that does not exist is asked for by no one. */
const agentsOf = ({ text, cost }: Translation): Translation[] =>
  ['人', '者'].map((who) => ({ text: text + who, cost: cost + OF_VERB }));
/** 捐赠者 is also 捐赠人. */
const PERSON = /(?<=\p{Script=Han}{2})者$/u;

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
