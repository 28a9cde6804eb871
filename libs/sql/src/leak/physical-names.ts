import type { Locale } from '@querent/contracts';

/** Text per language; either may be missing. */
export type Labels = Partial<Record<Locale, string>>;

/** A database name: a schema, table, column, constraint or role. */
export interface PhysicalName {
  name: string;
  /** Its business label; null if it has none, like all hidden names. */
  label: Labels | null;
}

/** The names and words of a connection. */
export interface PhysicalNames {
  names: readonly PhysicalName[];
  /** The business vocabulary: labels, synonyms, stored values. A name among them is not secret. */
  vocabulary: readonly string[];
}

export interface GuardedName extends PhysicalName {
  /** Always replaced; otherwise only if the text uses it as a database name. */
  technical: boolean;
}

/** The names that must not be shown: each once, with its first label, without business words. */
export function guardedNames({ names, vocabulary }: PhysicalNames): GuardedName[] {
  const spoken = new Set(vocabulary.map((text) => text.trim().toLowerCase()));
  const words = new Set([...spoken].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)));
  const guarded = new Map<string, GuardedName>();
  for (const { name, label } of names) {
    const key = name.toLowerCase();
    const known = guarded.get(key);
    if (known !== undefined && (known.label !== null || label === null)) continue;
    if (name.length < 2 || spoken.has(key) || isWordOf(words, key)) continue;
    guarded.set(key, { name, label, technical: looksTechnical(name) });
  }
  return [...guarded.values()];
}

/** Whether the vocabulary contains the name, in the singular or the plural. */
const isWordOf = (words: ReadonlySet<string>, name: string): boolean =>
  words.has(name) || words.has(`${name}s`) || (name.endsWith('s') && words.has(name.slice(0, -1)));

const HAN = /\p{Script=Han}/u;

/** Abbreviations without a vowel that are common in speech. */
const COMMON_ABBREVIATIONS = new Set(
  'bbc bbs bpm btw cms crm css csv dvd fps ftp gdp gps html http jpg kpl kwh mbps mph mrs nfc nps pdf php png ppm ppt rmb rpm sms sql tcp ttl vpn xls xml'.split(
    ' ',
  ),
);

/** Abbreviations of data models that contain a vowel but are not words. */
const SCHEMA_ABBREVIATIONS = new Set(
  'acct addr amt cust dept dtl emp geom idx msg nbr ord prcs prod qty usr'.split(' '),
);

/**
 * Whether a name would not occur in a sentence: underscores, digits among letters, camel case, hyphens, Chinese mixed
 * with Latin, or an abbreviation. Plain words (`status`, `客户`) are not technical.
 */
function looksTechnical(name: string): boolean {
  if (/[_$#@\\/.]/.test(name) || /\p{L}-\p{L}/u.test(name)) return true;
  if (/\d/.test(name) && /\p{L}/u.test(name)) return true;
  if (/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(name)) return true;
  if (HAN.test(name)) return /[A-Za-z]/.test(name);
  return SCHEMA_ABBREVIATIONS.has(name) || (/^[b-df-hj-np-tv-xz]{3,}$/.test(name) && !COMMON_ABBREVIATIONS.has(name));
}
