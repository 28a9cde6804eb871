import { pinyin } from 'pinyin-pro';

/** A character's sound without its tone; null where it has several and only the word tells which. */
const soundOf = new Map<string, string | null>();

/** The sounds of a text of Han characters, without tones, ü as v. Characters of one sound are looked up: the dictionary of words takes 15 µs a name. */
export function soundsOf(name: string): string[] {
  const sounds = Array.from(name, charSound);
  return sounds.every((sound) => sound !== null) ? sounds : pinyin(name, { toneType: 'none', type: 'array', v: true });
}

function charSound(char: string): string | null {
  const known = soundOf.get(char);
  if (known !== undefined) return known;
  const [only = '', ...others] = new Set(pinyin(char, { toneType: 'none', type: 'array', v: true, multiple: true }));
  const sound = others.length === 0 ? only : null;
  soundOf.set(char, sound);
  return sound;
}
