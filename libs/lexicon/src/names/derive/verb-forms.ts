import { irregularPasts } from './irregular-verbs';

/** The forms of an English verb, except the one with -s. */
export interface VerbForms {
  base: string;
  /** Past and participle, in each spelling. */
  pasts: string[];
  ing: string;
}

/** The forms of a verb; a particle stays after it: "sign up" → signed up, signing up. */
export function verbForms(verb: string): VerbForms {
  const space = verb.indexOf(' ');
  const [word, particle] = space < 0 ? [verb, ''] : [verb.slice(0, space), verb.slice(space)];
  const stems = stemsBefore(word);
  const pasts =
    irregularPasts(word) ??
    stems.map((stem) =>
      stem.endsWith('e') ? `${stem}d` : /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ied` : `${stem}ed`,
    );
  return { base: verb, pasts: [...new Set(pasts)].map((past) => past + particle), ing: gerund(word, stems) + particle };
}

function gerund(verb: string, [stem = verb]: readonly string[]): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  return /[^eoy]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${stem}ing`;
}

/** Verbs of several syllables with the stress on the last one. */
const STRESSED_LAST = /(?:mit|(?<!of|suf|dif|buf)fer|cur|pel|gin|get|quip|rol|trol|bar|bet|ban|hib)$/;
/** Verbs whose last letter is doubled only in British spelling: cancelled, canceled. */
const DOUBLED_L = /[aeiou]l$/;

/** The stems before -ed and -ing: the last consonant is doubled after one stressed vowel. */
function stemsBefore(verb: string): string[] {
  const last = verb.at(-1) ?? '';
  const doubles = /[^aeiou][aeiou][bdfgklmnprtz]$/.test(verb) || /^[aeiou][bdgmnprt]$|qui[ptz]$/.test(verb);
  if (!doubles) return [verb];
  if (syllables(verb) === 1 || STRESSED_LAST.test(verb)) return [verb + last];
  return DOUBLED_L.test(verb) ? [verb, verb + last] : [verb];
}

const syllables = (word: string): number => word.match(/[aeiouy]+/g)?.length ?? 0;
