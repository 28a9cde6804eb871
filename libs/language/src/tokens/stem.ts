import { IRREGULAR_STEMS, UNINFLECTED } from './irregular-words';

/**
 * The dictionary form of an English word, for comparing a question's words with labels: plural → singular, without -ed
 * and -ing. Both sides must be stemmed with this function; the result of a rare verb need not be a word. A variant of
 * Porter's step 1 (1980) with a list of exceptions, because the rest of Porter merges words that mean different columns
 * (university/universe).
 */
export function stemEnglish(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR_STEMS.get(lower);
  if (irregular !== undefined) return irregular;
  if (lower.length <= 3 ? !/^[a-z]{2}s$/.test(lower) : !/^[a-z]+$/.test(lower)) return lower;
  if (UNINFLECTED.has(lower)) return lower;
  for (const rule of SUFFIXES) {
    const stem = rule(lower);
    if (stem !== undefined) return stem;
  }
  return lower;
}

type SuffixRule = (word: string) => string | undefined;

const SUFFIXES: readonly SuffixRule[] = [
  (word) => (/[^aeiou]ies$/.test(word) && word.length > 4 ? `${word.slice(0, -3)}y` : undefined),
  (word) => (/(?:sses|shes|ches|xes|zzes)$/.test(word) ? word.slice(0, -2) : undefined),
  (word) => (/(?:[^aeox]|[^aeo][^xc])(?:t|p|r|s|n|c|b)uses$/.test(word) ? word.slice(0, -2) : undefined),
  (word) => (/(?:ss|us|is)$/.test(word) ? word : undefined),
  (word) => (/s$/.test(word) ? word.slice(0, -1) : undefined),
  (word) => (/[^aeiou]ied$/.test(word) && word.length > 4 ? `${word.slice(0, -3)}y` : undefined),
  (word) => (/eed$/.test(word) ? word.replace(/(?<=agre|fre|guarante|decre|refere)ed$/, 'e') : undefined),
  (word) => (/ed$/.test(word) ? restoreVerb(word.slice(0, -2)) : undefined),
  (word) => (/ing$/.test(word) ? restoreVerb(word.slice(0, -3)) : undefined),
];

/**
 * Restores the last letters of a verb: stopp → stop, creat → create, order → order. Undefined if the base is not a
 * verb.
 */
function restoreVerb(base: string): string | undefined {
  if (base.length < 2 || !/[aeiouy]/.test(base)) return undefined;
  if (/([bdgkmnprtz])\1$/.test(base)) return /(?:add|err|odd)$/.test(base) ? base : base.slice(0, -1);
  // British spelling doubles an unstressed l: travelled, cancelled, controlled; not called, filled, installed.
  if (/[aeiouy][^aeiouy]+[aeou]ll$/.test(base) && !/(?:stall|nroll|call|thrall|ppall)$/.test(base))
    return base.slice(0, -1);
  return FINAL_E.some((ending) => ending.test(base)) ? `${base}e` : base;
}

/** Endings of English verbs that lost an e, by last letter; from the verbs of business questions. */
const FINAL_E: readonly RegExp[] = [
  /(?:^cre|[^eo])at$/, // create, locate, update; not treat, float
  // handle, schedule, compile, scale; not email, total, haul
  /[bcdfgkptz]l$|[^ao]ul$|[^aeou]il$|(?:sc|st|exh|inh|wh)al$/,
  /[^n]c$|[aeiou]nc$|v$|z$|u$/, // price, announce, improve, size, value
  /(?<!foc|cens|b?i|canv)(?:[aeiounrlp]|^u)s$(?<!focus|bias|alias|canvas)/, // purchase, license, close; not focus
  /(?:[aeu]n|[rdl]|[aeiou])g$/, // change, charge, judge, manage; not belong
  // hire, measure, share, store; not repair, tour, order, monitor
  /[^aeo]ir$|[^aeo]ur$|[^eoi]ar$|(?:^|re)stor$|scor$|plor$|ignor$/,
  /[^aeou]in$|[^aeo]un$|(?:ph|cl|z|stp)on$/, // combine, tune, phone; not train, join, question
  /[^e]am$|[^a]im$|[^o]um$|[^o]om$/, // name, time, consume; not claim, zoom
  /yp$|[^eo]ap$|(?:sc|h|c)op$|[^aeo]ip$/, // type, shape, scope; not develop
  // invite, complete, quote, execute
  /(?:inv|^c|exc|rec|ign|un)it$|(?:pl|del|comp)et$|[^o]ot(?<!pilot|pivot|ballot)$|(?:[^o]|r[o])ut$(?<!debut)/,
  /[^eo]ad$|[^aou]id$|[^o]ud$|[^o]od$(?<!period|method)|[^e]ed$/, // trade, provide, include, code; not load, avoid
  /[^aeiou][aiou]k$|[iuo]b$/, // like, subscribe; not book
];
