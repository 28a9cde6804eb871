import type { RandomChoices } from '../../meaning/random/random-choices';
import type { Vocabulary, Word } from './vocabulary';

/**
 * A vocabulary of invented words: English-like words with regular plurals, and pairs of Chinese characters that are
 * rare in everyday words.
 */
export function madeUpWords(random: RandomChoices): Vocabulary {
  const english = distinctWords(random, madeUpEnglish);
  const chinese = distinctWords(random, madeUpChinese);
  const word = (): Word => ({ zh: chinese(), en: english() });
  const words = (count: number): Word[] => Array.from({ length: count }, word);
  return {
    name: 'made-up words',
    things: words(3),
    events: words(2),
    lines: word(),
    amounts: words(5),
    attributes: words(5).map((one) => ({ ...one, values: words(3) })),
    states: words(2),
    happenings: words(3).map(({ zh, en }) => ({ zh, en, past: `${en}ed` })),
    metrics: words(2),
    details: words(1),
    rows: Array.from({ length: 9 }, () => capital(english())),
  };
}

const ONSETS = 'b|br|d|dr|f|fl|g|gl|h|j|k|kl|l|m|n|p|pl|r|s|sk|sn|t|tr|v|w|z'.split('|');
const VOWELS = 'a|e|i|o|u'.split('|');
/** Endings with a regular -s and -ed that do not look like a noun of action. */
const ENDINGS = 'rk|lt|mp|nk|rb|lp|rf|lk|sk'.split('|');
const RARE = '琅珀琥瑶砚榕槐棠蕨苔薇蓟鹭鸢鹞狸獾鲟鲤鳐螺蚌岚霁霭昙晖煦烨炜锆钛铌镁钴锂硼碲琉翡翠麂貂猞蔺荻蓼菖';

const madeUpEnglish = ({ pick }: RandomChoices): string =>
  pick(ONSETS) + pick(VOWELS) + pick(ONSETS) + pick(VOWELS) + pick(ENDINGS);

const madeUpChinese = ({ pick }: RandomChoices): string => pick([...RARE]) + pick([...RARE]);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Draws words that are not one typo apart and share no prefix or suffix. */
function distinctWords(random: RandomChoices, make: (random: RandomChoices) => string): () => string {
  const known = new Set<string>();
  const parts = (word: string): string[] =>
    word.length > 2 ? [word.slice(0, 4), word.slice(-4)] : [...word].map((one, at) => `${one}${at}`);
  return () => {
    for (let tries = 0; tries < 500; tries++) {
      const word = make(random);
      const own = parts(word);
      if (new Set(word).size < 2 || own.some((part) => known.has(part))) continue;
      own.forEach((part) => known.add(part));
      return word;
    }
    throw new Error('no unused word is left');
  };
}
