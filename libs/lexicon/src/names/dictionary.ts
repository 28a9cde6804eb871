import { stemEnglish } from '@querent/language';
import { verbsOfAgent } from './derive/agent-forms';
import { isParticiple, verbsOfNoun } from './derive/verbs-of-noun';
import { ownText } from './own-text';
import { singularOf } from './pieces';

/** A word of the other language with exactly this sense. */
export interface Translation {
  text: string;
  /** Distance of the sense from the word's first sense, as a cost. */
  cost: number;
}

/**
 * Reads the table of senses: lines `word<TAB>sense;sense`, Chinese words with their English senses, common words first.
 * Rare words end in `<TAB>rare`. Null without a table.
 */
type ReadSenses = () => string | null;

let readSenses: ReadSenses = () => null;

/** Sets the source of the table of senses. It is read when a model's names need it, and not cached. */
export function provideSenses(read: ReadSenses): void {
  readSenses = read;
}

/** The table of senses; null without one. */
export const sensesTable = (): string | null => readSenses();

/** Cost of each sense after the first, and the maximum number of senses. */
const LATER_SENSE = 0.065;
/** Cost of a rare word. */
const RARE = 0.15;
const MOST_SENSES = 4;
/** Maximum number of words of one sense. */
const MOST_WORDS = 48;
/** Single characters are more often parts of words than words. */
const ONE_CHARACTER = 0.05;
/** Cost of a sense that is the verb of a noun: adoption, 领养; adopter, 领养人. */
const OF_VERB = 0.05;
/** Cost of a sense of an action's stem: planting, plant. */
const OF_ACTION = 0.15;
/** Cost of a bare verb as a state. */
const BARE_STATE = 0.15;
const LINES_A_STEP = 4_000;
const NAMES_A_STEP = 1_000;

/**
 * The senses of the words in some names. The table is scanned once for all of them; keeping it would take about ten MB.
 */
export class Dictionary {
  private readonly chineseOf = new Map<string, Translation[]>();
  private readonly englishOf = new Map<string, Translation[]>();
  /** Number of names that it was built for. */
  asked = 0;

  /** `events` are the last words of the names of events: questions may use their verbs. */
  constructor(private readonly events: ReadonlySet<string> = new Set()) {}

  /** Builds in steps of a few milliseconds. `names` are normalised names in either language. */
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

  /** Chinese words with an English word or phrase as a sense, the surest first. */
  chinese(phrase: string): readonly Translation[] {
    const found = new Map<string, Translation>();
    const add = (one: Translation): void => {
      if ((found.get(one.text)?.cost ?? Infinity) > one.cost) found.set(one.text, one);
    };
    const senses = (keys: readonly string[]): Translation[] => keys.flatMap((key) => this.chineseOf.get(key) ?? []);
    const [own = '', ...stems] = keysOf(phrase);
    senses([own]).forEach(add);
    // A planting is not a plant.
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
   * Chinese words for a stored value. A participle is a state: "adopted" is 已领养 or 被领养 rather than 领养, which may also
   * be the event.
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

  /** The verb of a noun that is an event of the model: adoption → adopt. A station has none. */
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

  /** Parses only wanted lines: the table has 100,000. */
  private addLine(line: string, wanted: Wanted): void {
    const { english, chinese } = wanted;
    const wordEnd = line.indexOf('\t');
    const word = line.slice(0, wordEnd);
    const tab = line.indexOf('\t', wordEnd + 1);
    const end = tab < 0 ? line.length : tab;
    if (chinese.has(word))
      this.englishOf.set(
        ownText(word),
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
      const one = { text: ownText(word), cost: rank * LATER_SENSE + more + (core?.cost ?? 0) };
      if (known === undefined) this.chineseOf.set(ownText(key), [one]);
      else if (!known.some(({ text }) => text === word)) known.push(one);
    }
  }
}

/** Whether a sense may be a wanted name, by its first or only word; `byCore`: also by its core. */
function mayBeWanted(sense: string, { english, firstWords }: Wanted, byCore: boolean): boolean {
  const space = sense.indexOf(' ');
  if (space < 0) return english.has(singularOf(sense));
  const first = singularOf(sense.slice(0, space));
  if (firstWords.has(first)) return true;
  if (!byCore || sense.includes(' ', space + 1)) return false;
  return english.has(first) || english.has(singularOf(sense.slice(space + 1)));
}

/** Number of senses of a word whose core is also used. */
const CORES_OF = 2;
const OF_AMOUNT = 0.06;
const OF_KIND = 0.2;
/** Words for quantities. */
const AMOUNTS: ReadonlySet<string> = new Set(['volume', 'quantity', 'amount', 'number', 'figure']);
/** Generic heads. */
const EMPTY_CORES: ReadonlySet<string> = new Set(
  `name number code type kind date time day year person people man woman thing place part piece set word form way matter use
   level value rate price fee cost line item group unit point order record work state status`.split(/\s+/),
);

/** The core of a sense of two words: sales of sales volume, instrument of musical instrument. Null if it is unknown. */
function coreOf(sense: string): { key: string; cost: number } | null {
  const [first = '', last = '', ...more] = sense.split(' ');
  if (last.length < 4 || first.length < 4 || more.length > 0) return null;
  if (AMOUNTS.has(last)) return { key: first, cost: OF_AMOUNT };
  return EMPTY_CORES.has(last) ? null : { key: last, cost: OF_KIND };
}

/** Lookup keys of a name: the whole name, its words, and pairs of words of a name of two or three. */
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
  /** First words of the phrases among them. */
  firstWords: Set<string>;
  /** Substrings of Chinese names. */
  chinese: Set<string>;
}

/** Names contain no longer words. */
const LONGEST_CHINESE = 6;

/** Agent nouns of a verb: 领养 → 领养人, 领养者. Nonexistent words are harmless, because no question contains them. */
const agentsOf = ({ text, cost }: Translation): Translation[] =>
  ['人', '者'].map((who) => ({ text: text + who, cost: cost + OF_VERB }));
/** 捐赠者 and 捐赠人 are synonyms. */
const PERSON = /(?<=\p{Script=Han}{2})者$/u;

const HAN = /\p{Script=Han}/u;

/** The keys of a word or phrase: its singular, and for a word also its base form: created → create. */
function keysOf(phrase: string): string[] {
  const singular = singularPhrase(phrase);
  return phrase.includes(' ') ? [singular] : [...new Set([singular, stemEnglish(phrase)])];
}

const singularPhrase = (phrase: string): string =>
  phrase.includes(' ') ? phrase.split(' ').map(singularOf).join(' ') : singularOf(phrase);

const ranked = (text: string, rank: number): Translation => ({ text: ownText(text), cost: rank * LATER_SENSE });

function surestFirst(translations: Translation[]): Translation[] {
  return translations.sort((a, b) => a.cost - b.cost).slice(0, MOST_WORDS);
}
