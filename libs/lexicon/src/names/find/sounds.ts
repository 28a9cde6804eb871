import { pinyin } from 'pinyin-pro';

/** A character's pinyin readings without tones, ü as v, the usual one first. */
const soundsOfCharacter = new Map<string, readonly string[]>();

/** Every reading of one Han character. */
export function characterSounds(character: string): readonly string[] {
  const known = soundsOfCharacter.get(character);
  if (known !== undefined) return known;
  const sounds = [...new Set(pinyin(character, { toneType: 'none', type: 'array', v: true, multiple: true }))];
  soundsOfCharacter.set(character, sounds);
  return sounds;
}

/**
 * The pinyin of a Chinese name. If each character has one reading, the cached readings are used: the word dictionary
 * takes 15 µs a name.
 */
export function soundsOf(name: string): string[] {
  const sounds = Array.from(name, characterSounds);
  if (sounds.every(({ length }) => length === 1)) return sounds.map(([only = '']) => only);
  return pinyin(name, { toneType: 'none', type: 'array', v: true });
}

/** One syllable resembles words of other languages too much; longer names are not typed in pinyin. */
const SYLLABLES = { fewest: 2, most: 6 };

/** The pinyin spellings of a Chinese name without tones: kehu, ke hu. Empty for other names. */
export function pinyinForms(name: string): string[] {
  const length = [...name].length;
  if (length < SYLLABLES.fewest || length > SYLLABLES.most || !/^\p{Script=Han}+$/u.test(name)) return [];
  const syllables = soundsOf(name);
  return [syllables.join(''), syllables.join(' ')].filter((spelt) => spelt.replace(' ', '').length >= 4);
}
