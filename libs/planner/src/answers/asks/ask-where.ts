import type { Ambiguity, Choice } from '@querent/contracts';
import { isOfPlace, type Unit } from '@querent/lexicon';
import { say } from '@querent/model';
import type { Readings } from '@querent/reading';
import { meaningNamed, namedPart } from './model-names';
import { keyOf } from '../condition-id';
import { WORD_KEY } from './ask-which-part';
import type { Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  choices: readonly Choice[];
  readWith: (decided: readonly Unit[]) => Readings;
  ceiling: number;
}

/** The number of options: one is no choice, and more than four make no short list. */
const [FEWEST, MOST] = [2, 4];

/** Cost of a place that the asker has chosen. */
const DECIDED_COST = 0.1;

/** Asks which column answers "where", if several do: the city or the province. */
export function askWhere(unread: Unread): Ambiguity | null {
  const { read, choices, locale, asWritten, facts, readWith, ceiling } = unread;
  const { index: start = 0, 0: text = '' } = WHERE.exec(read.text) ?? {};
  if (text === '' || choices.some(({ key }) => key === WORD_KEY + text)) return null;
  const end = start + text.length;
  const things = new Set(read.units.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])));
  const places = [...things]
    .flatMap((thing) => facts.columns(thing))
    .filter((ref) => {
      const { label } = facts.column(ref) ?? {};
      return isOfPlace(label?.zh, label?.en) && facts.role(ref) !== 'measure';
    });
  const options = places.flatMap((ref) => {
    const value = `attribute:${keyOf(ref)}`;
    const meaning = meaningNamed(value, facts);
    const [best] =
      meaning === null
        ? []
        : readWith([{ start, end, text, meaning, form: 'dictionary', cost: DECIDED_COST }]).readings;
    return best !== undefined && best.cost <= ceiling ? (namedPart(value, unread) ?? []) : [];
  });
  if (options.length < FEWEST || options.length > MOST) return null;
  const word = asWritten(text);
  return {
    trigger: 'ambiguous_term',
    key: `${WORD_KEY}${text}`,
    question: say(locale, `“${word}”指的是哪一个？`, `What do you mean by “${word}”?`),
    options: options.map(({ label, value, names }, at) => ({ id: String(at + 1), label, value, aliases: names })),
    allowText: true,
    span: { start, end, text },
  };
}

const WHERE = /^where(?=\s)|(?:在|住|位于|来自)?(?:哪里|哪儿|什么地方|何处)/u;
