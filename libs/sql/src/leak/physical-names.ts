import type { Locale } from '@querent/contracts';
import { looksTechnical } from './technical-name';

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
  const said = new Set(vocabulary.map((text) => text.trim().toLowerCase()));
  const words = new Set([...said].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)));
  const guarded = new Map<string, GuardedName>();
  for (const { name, label } of names) {
    const key = name.toLowerCase();
    const known = guarded.get(key);
    if (known !== undefined && (known.label !== null || label === null)) continue;
    if (name.length < 2 || said.has(key) || isWordOf(words, key)) continue;
    guarded.set(key, { name, label, technical: looksTechnical(name) });
  }
  return [...guarded.values()];
}

/** Whether the vocabulary contains the name, in the singular or the plural. */
const isWordOf = (words: ReadonlySet<string>, name: string): boolean =>
  words.has(name) || words.has(`${name}s`) || (name.endsWith('s') && words.has(name.slice(0, -1)));
