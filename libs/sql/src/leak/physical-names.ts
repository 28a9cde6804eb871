import type { Locale } from '@querent/contracts';
import { looksTechnical } from './technical-name';

/** Text per language; either may be missing. */
export type Labels = Partial<Record<Locale, string>>;

/** A name of the database: a schema, table, column, constraint or role. */
export interface PhysicalName {
  name: string;
  /** What the business calls it; null where it has no name there, as everything hidden. */
  label: Labels | null;
}

/** What a gate knows of a connection. */
export interface PhysicalNames {
  names: readonly PhysicalName[];
  /** The business's own words: labels, synonyms, stored values. A name that is one of them is no secret. */
  vocabulary: readonly string[];
}

export interface GuardedName extends PhysicalName {
  /** Replaced wherever it stands; else only where the text treats it as a name of the database. */
  technical: boolean;
}

/**
 * The names that must not go out: each once, with the first label that it has, without those the business uses itself.
 */
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

/** Whether people's words hold the name, in the singular or the plural. */
const isWordOf = (words: ReadonlySet<string>, name: string): boolean =>
  words.has(name) || words.has(`${name}s`) || (name.endsWith('s') && words.has(name.slice(0, -1)));
