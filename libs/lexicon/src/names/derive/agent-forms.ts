import { HAN, ONLY_HAN } from './derived-form';
import { verbForms } from './verb-forms';
import { isParticiple, verbsOfNoun } from './verbs-of-noun';
import { ownEntry } from '../../own-entry';

/**
 * Verbs for the role of a referenced thing, as words before or after its names: approver → approved by, handling agent
 * → handled by, 审批人 → 审批, 始发城市 → 始发. `players` are the names of the referenced thing.
 */
export function agentForms(label: string, players: readonly string[]): string[] {
  const name = label.replace(KEY_WORDS, '');
  if (HAN.test(name)) return chineseVerb(name, players);
  const verbs = [...new Set(englishVerbs(name))];
  return [...new Set(verbs.flatMap((verb) => verbForms(verb).pasts).map((past) => `${past} by`))];
}

/**
 * The same as a verb with the thing as its subject: supervisor → supervises, supplied by → supplies. "Managing" has
 * more meanings.
 */
export function doingForms(label: string): string[] {
  const name = label.replace(KEY_WORDS, '');
  if (HAN.test(name)) return [];
  return [...new Set(englishVerbs(name))].flatMap((verb) => {
    const { base, pasts, ing } = verbForms(verb);
    return [base, thirdPerson(base), ...pasts, ing];
  });
}

const thirdPerson = (verb: string): string =>
  /(?:[sxz]|ch|sh)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;

const KEY_WORDS = /(?:编号|编码|代码|号码|工号| id| code| no| number| key)$/u;

const ZH_AGENT = /(?:人员|人|者|员|方)$/u;

function chineseVerb(name: string, players: readonly string[]): string[] {
  const player = players.filter((one) => name.endsWith(one)).sort((a, b) => b.length - a.length)[0];
  // 调入店 is a 分店 (branch), by its last character.
  const last = players.find((one) => ONLY_HAN.test(one) && one.length > 1 && name.endsWith(one.slice(-1)))?.slice(-1);
  const ending = player ?? last;
  const stem = ending === undefined ? name.replace(ZH_AGENT, '') : name.slice(0, -ending.length);
  return stem !== name && stem.length >= 2 ? [stem] : [];
}

/** The verbs of an agent noun: adopter → adopt, donor → donate. They need not exist. */
export const verbsOfAgent = (noun: string): string[] =>
  ownEntry(AGENTS, noun) ?? (noun.includes(' ') ? [] : englishVerbs(noun));

/** Agent nouns with irregular verbs. */
const AGENTS: Readonly<Record<string, string[]>> = { donor: ['donate'] };

/** The verbs of an agent's name. Nonexistent verbs are harmless, because no question contains them. */
function englishVerbs(name: string): string[] {
  const [, done] = /^([a-z]{3,}) by$/.exec(name) ?? [];
  if (done !== undefined) return isParticiple(done) ? verbsOfNoun(done) : [];
  const [, doing] = /^([a-z]{2,}ing) [a-z ]+$/.exec(name) ?? [];
  if (doing !== undefined) return verbsOfNoun(doing);
  const [, stem = '', ending] = /^([a-z]{3,})(er|or)$/.exec(name) ?? [];
  if (ending === undefined) return [];
  const short = /([bdgmnpt])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [stem, `${stem}e`, ...short];
}

/** The verbs that a word may be a form of: climbs, climbed and climbing, climb. */
export function verbStemsOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return [];
  const stem = /^(.{2,}?)(?:ing|ed|es|s)$/.exec(word)?.[1] ?? word;
  const short = /([bdgmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const long = stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [`${stem}e`];
  return [...new Set([word, stem, ...short, ...long, ...(isParticiple(word) ? verbsOfNoun(word) : [])])];
}

/**
 * Agent nouns of a participle: director, of "directed by". Nonexistent words are harmless, because no question contains
 * them.
 */
export function agentsOfName(name: string): string[] {
  const done = /^([a-z]{3,}) by$/.exec(name)?.[1];
  if (done === undefined || !isParticiple(done)) return [];
  return [...new Set(verbsOfNoun(done))].flatMap((verb) => {
    const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
    const twice = /[^aeiou][aeiou][bdgmnprt]$/.test(stem) ? [`${stem}${stem.slice(-1)}er`] : [];
    return [`${stem}er`, `${stem}or`, ...twice];
  });
}
