import type { configurationTexts } from './configuration-texts';
import type { findingTexts, leftOutTexts, privilegeTexts, ruleSentences } from './finding-texts';
import type { valueParts } from './value-parts';
import type { yamlTexts } from './yaml-texts';

export type RuleSentence = keyof typeof ruleSentences;
export type LeftOutText = keyof typeof leftOutTexts;
export type PrivilegeText = keyof typeof privilegeTexts;
type YamlText = keyof typeof yamlTexts;
/** A syntax mistake without a value. */
export type YamlMistake = Exclude<YamlText, `${string}{${string}`>;

/** An English text of the tables. Their type demands the Chinese. */
export type TextTemplate =
  | keyof typeof configurationTexts
  | keyof typeof findingTexts
  | keyof typeof valueParts
  | LeftOutText
  | PrivilegeText
  | RuleSentence
  | YamlText;

declare const inBoth: unique symbol;
/** A text for administrators in English, whose Chinese `inBothLanguages` finds. Only `bilingual` makes one. */
export type BilingualText = string & { readonly [inBoth]: true };

/** The names of the holes of a template: `'name'` for `There is no "{name}".` */
type HolesOf<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends Lowercase<Hole> ? Hole : never) | HolesOf<Rest>
  : never;

/**
 * The English text of a template with its holes filled.
 * @param values names, numbers and SQL, or further bilingual texts
 */
export function bilingual<T extends TextTemplate>(
  template: T,
  ...values: [HolesOf<T>] extends [never] ? [] : [Readonly<Record<HolesOf<T>, string | number>>]
): BilingualText {
  const [named = {}] = values as readonly Readonly<Record<string, string | number>>[];
  return template.replace(/\{([a-z]+)\}/g, (hole, name: string) => String(named[name] ?? hole)) as BilingualText;
}
