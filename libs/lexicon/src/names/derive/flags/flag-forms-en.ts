import { verbForms } from '../verb-forms';
import { isParticiple, verbsOfNoun } from '../verbs-of-noun';
import type { Polarity } from './yes-no';

/** Endings of adjectives that are negated with in-. */
const LATINATE = /(?:[ct]ive|[aeio]ble|(?<!a)id|ete|ent|ant|ate|ect|al|ar|ous)$/;
/** Adjectives of which in- does not form the opposite. */
const SAME_WITH_IN: ReadonlySet<string> = new Set(['flammable', 'valuable', 'habitable', 'famous', 'different']);
/** Adjectives negated with dis-. Before others it forms another verb (closed, disclosed). */
const WITH_DIS: ReadonlySet<string> = new Set(
  'connected qualified continued engaged approved allowed abled assembled armed satisfied honest loyal similar'.split(
    ' ',
  ),
);
/** Complementary pairs. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['enabled', 'disabled'],
  ['included', 'excluded'],
  ['online', 'offline'],
  ['open', 'closed'],
  ['alive', 'dead'],
  ['present', 'absent'],
  ['internal', 'external'],
  ['indoor', 'outdoor'],
  ['indoors', 'outdoors'],
  ['in stock', 'out of stock'],
  ['correct', 'wrong'],
  ['full time', 'part time'],
];
/** Nouns of persons: smoker, member, student. */
const PERSON = /(?:er|or|ist|[a-z]{3}ee|ian|[ae]nt)$/;

/** Adjectives and nouns of a state: fragile, not fragile, non-fragile, unpaid, inactive, disconnected. */
export function englishIs(state: string): Polarity[] {
  const plain = /^(?:currently|already|fully|still|ever|now|previously) (.+)$/.exec(state)?.[1];
  const [, subject, done] = /^(.+) ([a-z]+)$/.exec(state) ?? [];
  const article = PERSON.test(state) ? [`not ${withArticle(state)}`] : [];
  const negations = [`not ${state}`, `not yet ${state}`, `non ${state}`, ...article];
  return [
    polarity(state, true, 'flagLabel'),
    ...negations.map((text) => polarity(text, false, 'flagNot')),
    ...doneForms(state),
    ...compoundVerbForms(state),
    ...oppositesOf(state).map((text) => polarity(text, false, 'flagOpposite')),
    ...(plain === undefined ? [] : [polarity(plain, true, 'flag'), polarity(`not ${plain}`, false, 'flagNot')]),
    ...(subject !== undefined && done !== undefined && isParticiple(done)
      ? [polarity(`${subject} not ${done}`, false, 'flagNot')]
      : []),
  ];
}

/** Active verbs of the thing: passed, also as passes, did not pass, failed to pass. */
function doneForms(state: string): Polarity[] {
  if (!/^[a-z]{4,}ed$/.test(state) || !isParticiple(state)) return [];
  const bases = verbsOfNoun(state).slice(0, 1);
  return bases.flatMap((base) => [
    ...['did', 'we', 'do we', 'they', 'do they'].map((who) => polarity(`${who} ${base}`, true, 'flag')),
    ...['did not', "didn't", 'do not', "don't", 'does not', "doesn't", 'failed to', 'not'].map((not) =>
      polarity(`${not} ${base}`, false, 'flagNot'),
    ),
  ]);
}

/** Verbs of a hyphenated noun or participle: auto-renewal, self-closing → auto-renew. */
function compoundVerbForms(state: string): Polarity[] {
  const [, prefix = '', noun = ''] = /^([a-z]+-)([a-z]+)$/.exec(state) ?? [];
  const [base = noun] = noun === '' ? [] : verbsOfNoun(noun);
  if (base === noun) return [];
  const { pasts } = verbForms(base);
  const verb = prefix + base;
  return [
    ...[verb, `${verb}s`, ...pasts.map((past) => prefix + past)].map((text) => polarity(text, true, 'flag')),
    ...['did not', "didn't", 'do not', "don't", 'does not', "doesn't", 'not', 'will not', "won't"].map((not) =>
      polarity(`${not} ${verb}`, false, 'flagNot'),
    ),
  ];
}

/** Possession: with a pool, without a pool. */
export function englishHas(thing: string): Polarity[] {
  const plain = thing.replace(/^(?:an?|the) /, '');
  const thingOrOne = [plain, withArticle(plain)];
  const having = ['with', 'has', 'have', 'having', 'had', 'offering', 'including'].flatMap((verb) =>
    thingOrOne.map((one) => `${verb} ${one}`),
  );
  const lacking = ['without', 'lacking', 'not have', 'not having'].flatMap((verb) =>
    [...thingOrOne, `any ${plain}`].map((one) => `${verb} ${one}`),
  );
  return [
    ...[...having, `${plain} available`, `${plain} included`].map((text) => polarity(text, true, 'flag')),
    polarity(plain, true, 'flagBare'),
    ...compoundVerbForms(plain),
    ...[...lacking, `has no ${plain}`, `have no ${plain}`, `with no ${plain}`, `no ${plain}`].map((text) =>
      polarity(text, false, 'flagNot'),
    ),
  ];
}

/** Actions and abilities: allows pets, not allowing pets, pets not allowed. */
export function englishVerb(verb: string, object: string): Polarity[] {
  if (verb === 'can') {
    return [
      ...[`can ${object}`, `able to ${object}`].map((text) => polarity(text, true, 'flag')),
      ...['cannot', 'can not', "can't", 'not able to', 'unable to'].map((not) =>
        polarity(`${not} ${object}`, false, 'flagNot'),
      ),
    ];
  }
  const {
    pasts: [past = verb],
    ing,
  } = verbForms(verb);
  return [
    ...[`${verb} ${object}`, `${ing} ${object}`, `${object} ${past}`].map((text) => polarity(text, true, 'flag')),
    ...[
      `not ${verb} ${object}`,
      `not ${ing} ${object}`,
      `not ${verb} any ${object}`,
      `no ${object} ${past}`,
      `${object} not ${past}`,
    ].map((text) => polarity(text, false, 'flagNot')),
  ];
}

const polarity = (text: string, is: boolean, rule: Polarity['rule']): Polarity => ({ text, is, rule });

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The opposite of a state, in either direction. */
function oppositesOf(state: string): string[] {
  const paired = PAIRS.flatMap(([one, other]) => (state === one ? [other] : state === other ? [one] : []));
  const positive = /^(?:not |non[ -]?|un(?=[a-z]{4}))([a-z]{3,}(?: [a-z]+)*)$/.exec(state)?.[1] ?? inPositive(state);
  if (positive !== undefined) return [...paired, positive];
  if (!/^[a-z]{3,}$/.test(state)) return paired;
  const prefixed = [`un${state}`, `non${state}`];
  if (LATINATE.test(state) && !SAME_WITH_IN.has(state)) prefixed.push(inBefore(state));
  if (WITH_DIS.has(state)) prefixed.push(`dis${state}`);
  return [...paired, ...prefixed];
}

/** il-, im- and ir- before l, m, p, b and r. */
function inBefore(state: string): string {
  const [first = ''] = state;
  return (/[lr]/.test(first) ? `i${first}` : /[mpb]/.test(first) ? 'im' : 'in') + state;
}

/** inactive → active; indoor is not "not door". */
function inPositive(state: string): string | undefined {
  const rest = /^(?:in|im(?=[mpb])|il(?=l)|ir(?=r))([a-z]{4,})$/.exec(state)?.[1];
  return rest !== undefined && LATINATE.test(rest) && !SAME_WITH_IN.has(rest) ? rest : undefined;
}
