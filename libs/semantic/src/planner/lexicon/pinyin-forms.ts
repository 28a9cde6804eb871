import { soundsOf } from './sounds';

/** One syllable is too like a word of another language; longer texts are descriptions, which nobody spells out. */
const SYLLABLES = { fewest: 2, most: 5 };

/** "Yuhang", "yu hang": how a Chinese name is written in Latin letters, without tones. Empty for what is no plain Chinese name. */
export function pinyinForms(name: string): string[] {
  const length = [...name].length;
  if (length < SYLLABLES.fewest || length > SYLLABLES.most || !/^\p{Script=Han}+$/u.test(name)) return [];
  const syllables = soundsOf(name);
  return [syllables.join(''), syllables.join(' ')];
}
