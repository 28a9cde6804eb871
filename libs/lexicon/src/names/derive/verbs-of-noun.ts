import { stemEnglish } from '@querent/language';
import { verbOfPast } from './irregular-verbs';
import { wordsIn } from './word-list';
import { ownEntry } from '../../own-entry';

/** Irregular nouns of actions, with their verbs. */
const IRREGULAR: Readonly<Record<string, string>> = {
  birth: 'bear',
  death: 'die',
  sale: 'sell',
  loss: 'lose',
  loan: 'borrow|loan|lend',
  purchase: 'purchase|buy',
  rental: 'rent',
  trip: 'travel',
  gift: 'give',
  growth: 'grow',
  flight: 'fly',
  choice: 'choose',
  proof: 'prove',
  receipt: 'receive',
  publication: 'publish',
  maintenance: 'maintain',
  marriage: 'marry',
  diagnosis: 'diagnose',
  analysis: 'analyse',
  intake: 'take in',
  success: 'succeed',
  foundation: 'found',
  injury: 'injure',
  pursuit: 'pursue',
  complaint: 'complain',
  speech: 'speak',
  explanation: 'explain',
  thaw: 'thaw',
  conversation: 'converse',
  deadline: '',
  effective: '',
  birthday: 'bear',
  maturity: 'mature',
};

/**
 * Endings of nouns of actions with the endings of their verbs; the first match wins. Nonexistent verbs are harmless,
 * because no question contains them.
 */
const ENDINGS: readonly (readonly [ending: RegExp, ...verbs: string[]])[] = [
  [/mission$/, 'mit'],
  [/cision$/, 'cide'],
  [/(di|pro)vision$/, '$1vide'],
  [/vision$/, 'vise'],
  [/version$/, 'vert'],
  [/rsion$/, 'rse'],
  [/nsion$/, 'nd', 'nse'],
  [/([lr])usion$/, '$1ude'],
  [/fusion$/, 'fuse'],
  [/cession$/, 'cede', 'ceed'],
  [/ssion$/, 'ss'],
  [/sion$/, 'se', 'd', 'de'],
  [/duction$/, 'duce'],
  [/struction$/, 'struct'],
  [/ription$/, 'ribe'],
  [/ception$/, 'ceive', 'cept'],
  [/demption$/, 'deem'],
  [/umption$/, 'ume'],
  [/olution$/, 'olve'],
  [/isition$/, 'ire'],
  [/istration$/, 'ister'],
  [/ellation$/, 'el'],
  [/ication$/, 'icate', 'y'],
  [/eation$/, 'eate'],
  [/(serv|pir|amin|plor|par|clar|stor|fin|bin|imagin)ation$/, '$1e'],
  [/(sign|firm|form|sult|stall|port|dapt|tax|sent|plant|ment|pret)ation$/, '$1'],
  [/ation$/, 'ate', 'e', ''],
  [/osition$/, 'ose', 'osit'],
  [/ddition$/, 'dd'],
  [/ition$/, 'it', 'ish'],
  [/etion$/, 'ete'],
  [/ption$/, 'pt'],
  [/ction$/, 'ct'],
  [/tion$/, 'te'],
  [/ity$/],
  [/rral$/, 'r'],
  [/ttal$/, 't'],
  [/ssal$/, 'ss'],
  [/([vs])al$/, '$1e'],
  [/wal$/, 'w'],
  [/ial$/, 'y'],
  [/tal$/, 't'],
  [/eal$/, 'eal'],
  [/(?<=[a-z]{4})al$/, '', 'e'],
  [/dgment$/, 'dge'],
  [/(?<=[a-z]{3})ment$/, ''],
  [/([^aeiou])\1[ae]nce$/, '$1'],
  [/([ugcsv]|sur)ance$/, '$1e'],
  [/(?<=[a-z]{3})[ae]nce$/, '', 'e'],
  [/ature$/, '', 'ate'],
  [/([sz])ure$/, '$1e'],
  [/(?<=[a-z]{3})ure$/, ''],
  [/very$/, 'ver'],
  [/iry$/, 'ire'],
  [/(?<=en)try$/, 'ter'],
  [/(?<=stor|break|pack)age$/, '', 'e'],
];

/** Nouns with such an ending that are also verbs. */
const ALSO_VERBS: ReadonlySet<string> = new Set(
  wordsIn(`
    auction commission mention position provision requisition petition transition vision audition deal appeal signal
    total trial measure figure insure capture picture feature balance advance finance manufacture reference sentence
    experience influence increase decrease release license practice notice`),
);

/** Verbs with a particle written as one noun: login, sign-up, dropoff. */
const PARTICLE = /^([a-z]{3,})[ -]?(in|out|up|off|down|back|over)$/;

/**
 * The verbs from which an English noun of an action may derive: admission → admit, hiring → hire, sign-up → sign up,
 * order → order. Also the verb of a participle: received → receive. Several if the ending is ambiguous, the likeliest
 * first.
 */
export function verbsOfNoun(noun: string): string[] {
  const irregular = ownEntry(IRREGULAR, noun);
  if (irregular !== undefined) return irregular === '' ? [] : irregular.split('|');
  const [, verb, particle] = PARTICLE.exec(noun) ?? [];
  if (verb !== undefined && /[aeiouy]/.test(verb)) return verbsOfWord(verb).map((one) => `${one} ${particle}`);
  return verbsOfWord(noun);
}

/** Whether a word has the form of a past participle. */
export function isParticiple(word: string): boolean {
  const [first = ''] = word.split(' ');
  return verbOfPast(first) !== undefined || (/[a-z]{2}ed$/.test(first) && stemEnglish(first) !== first);
}

function verbsOfWord(noun: string): string[] {
  const past = verbOfPast(noun);
  if (past !== undefined && past !== noun) return [past];
  if (/ed$/.test(noun)) return [stemEnglish(noun)];
  if (/[a-z]{3}ing$/.test(noun)) return verbsOfGerund(noun);
  if (ALSO_VERBS.has(noun)) return [noun];
  for (const [ending, ...verbs] of ENDINGS)
    if (ending.test(noun)) return verbs.map((verb) => noun.replace(ending, verb));
  return [noun];
}

function verbsOfGerund(noun: string): string[] {
  const stem = stemEnglish(noun);
  if (stem !== noun) return [stem];
  const base = noun.slice(0, -3);
  return /([bdgmnprt])\1$/.test(base) ? [base.slice(0, -1)] : [base, `${base}e`];
}
