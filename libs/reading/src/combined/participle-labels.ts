import type { Unit } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import type { Facts } from '@querent/grammar';
import { endsOf } from '../units/unit-kinds';
import type { InText, InTextWeight } from './in-text';

/** Cost of a noun that is separated from its participle. The verb is then a light verb and adds no meaning. */
const NOUN_APART = 0.01;
const VERB_APART = 0.05;
/** Cost of the noun where another name has it as its head too, but with a verb that the question does not contain. */
const OF_OTHER_VERB = 0.15;

/** Verbs whose participle does not end in -ed. */
const IRREGULAR: Readonly<Record<string, string>> = {
  sold: 'sell',
  bought: 'buy',
  sent: 'send',
  paid: 'pay',
  made: 'make',
  lost: 'lose',
  won: 'win',
  spent: 'spend',
  held: 'hold',
  given: 'give',
  taken: 'take',
  written: 'write',
  driven: 'drive',
  flown: 'fly',
  grown: 'grow',
  built: 'build',
  caught: 'catch',
  run: 'run',
  read: 'read',
  eaten: 'eat',
  drunk: 'drink',
  lent: 'lend',
  kept: 'keep',
  brought: 'bring',
  drawn: 'draw',
  shown: 'show',
  broken: 'break',
  stolen: 'steal',
};

interface ParticipleLabel {
  noun: string;
  verb: RegExp;
  meaning: Unit['meaning'];
}

/**
 * "Which printer printed the most copies", "how many customers were affected": where the model has an amount "copies
 * printed" or "customers affected", the noun means this amount, and its verb adds no meaning.
 */
export const PARTICIPLE_LABEL: InTextWeight = {
  name: 'separated noun and participle of an amount',
  example: 'which printer printed the most copies',
  weigh: (question) => {
    const found = separatedLabels(question);
    if (found.length === 0) return null;
    const ends = endsOf(found, ({ meaning }) => meaning.type !== 'operator');
    return ({ meaning, form, end }) =>
      form === 'head' && (meaning.type === 'measure' || meaning.type === 'metric') && ends.has(end) ? OF_OTHER_VERB : 0;
  },
  adds: separatedLabels,
};

function separatedLabels({ text, units, facts }: InText): Unit[] {
  return labelsOf(facts).flatMap(({ noun, verb, meaning }): Unit[] => {
    const found = text.includes(noun) ? new RegExp(String.raw`(?<![a-z])${noun}(?![a-z])`, 'u').exec(text) : null;
    const done = found && verb.exec(text);
    // Right behind its noun, the verb is a part of the name as written.
    if (!found || !done || done.index === found.index + noun.length + 1) return [];
    const [start, end] = [found.index, found.index + noun.length];
    const [from, to] = [done.index, done.index + done[0].length];
    const isOther = (unit: Unit): boolean =>
      unit.form === 'exact' && unit.cost === 0 && unit.meaning.type !== 'operator' && covers(unit, start, end);
    if (units.some(isOther)) return [];
    const asked = text.slice(0, start).endsWith(ASKING) ? start - ASKING.length : start;
    return [
      { start: asked, end, text: text.slice(asked, end), meaning, form: 'inflected', cost: NOUN_APART },
      { start: from, end: to, text: done[0], meaning: LIGHT_VERB, form: 'word', cost: VERB_APART },
    ];
  });
}

const LIGHT_VERB: Unit['meaning'] = { type: 'operator', operator: { op: 'plain', word: 'do' } };

/** "How many copies" asks for the amount. */
const ASKING = 'how many ';

const covers = (unit: Unit, start: number, end: number): boolean => unit.start <= start && end <= unit.end;

const known = new WeakMap<SemanticModel, ParticipleLabel[]>();

/** Amounts and metrics that are named by a noun and a participle: copies sold, hours worked. */
function labelsOf(facts: Facts): ParticipleLabel[] {
  const before = known.get(facts.model);
  if (before) return before;
  const metrics = Object.values(facts.model.metrics).flatMap(({ id, label, synonyms, table }) =>
    table === null ? [] : named([label.en, ...synonyms.en], { type: 'metric', id }),
  );
  const columns = Object.keys(facts.model.tables).flatMap((thing) =>
    facts.columns(thing).flatMap((column) => {
      const { label, synonyms } = facts.column(column) ?? {};
      return facts.role(column) === 'measure'
        ? named([label?.en, ...(synonyms?.en ?? [])], { type: 'measure', column })
        : [];
    }),
  );
  const all = [...metrics, ...columns];
  known.set(facts.model, all);
  return all;
}

function named(names: readonly (string | undefined)[], meaning: Unit['meaning']): ParticipleLabel[] {
  return names.flatMap((name): ParticipleLabel[] => {
    const [, noun, participle] = /^(?:total )?([a-z]{3,}s) ([a-z]+)$/u.exec(name?.toLowerCase() ?? '') ?? [];
    const lemma =
      participle === undefined
        ? undefined
        : (IRREGULAR[participle] ?? (/ed$/u.test(participle) ? participle : undefined));
    if (noun === undefined || participle === undefined || lemma === undefined) return [];
    const stems = IRREGULAR[participle] ? [lemma] : [participle.slice(0, -2), participle.slice(0, -1)];
    const forms = [
      participle,
      ...stems.flatMap((stem) => [stem, `${stem}s`, `${stem}es`, `${stem.replace(/e$/u, '')}ing`]),
    ];
    return [
      { noun, verb: new RegExp(String.raw`(?<![a-z])(?:${[...new Set(forms)].join('|')})(?![a-z])`, 'u'), meaning },
    ];
  });
}
