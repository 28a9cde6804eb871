import type { Ambiguity, Choice } from '@querent/contracts';
import { closedUnits, type Unit, vagueTimeIn } from '@querent/lexicon';
import { say } from '@querent/model';
import type { Readings } from '@querent/reading';
import { WORD_KEY } from './ask-which-part';
import type { Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  today: string;
  choices: readonly Choice[];
  readWith: (decided: readonly Unit[]) => Readings;
  ceiling: number;
}

/** The prefix of such a decision's value: `days:30`. */
const DAYS = 'days:';

/** Cost of a period that the asker has chosen. */
const DECIDED_COST = 0.1;

/**
 * Asks for the length of a vague period (lately, 近期, not for a while) if the question has a reading with a number of
 * days in place of it; null otherwise.
 */
export function askHowLong(unread: Unread): Ambiguity | null {
  const { read, choices, locale, asWritten, today, readWith, ceiling } = unread;
  const vague = vagueTimeIn(read.text);
  if (vague === null || choices.some(({ key }) => key === WORD_KEY + vague.text)) return null;
  const { start, end, text, days } = vague;
  const isRead = days.every((number) => {
    const unit = daysBack({ start, end, text }, `${DAYS}${number}`, today);
    const [best] = unit ? readWith([unit]).readings : [];
    return best !== undefined && best.cost <= ceiling;
  });
  if (!isRead) return null;
  const word = asWritten(text);
  return {
    trigger: 'ambiguous_term',
    key: `${WORD_KEY}${text}`,
    question: say(locale, `“${word}”指多长时间？`, `How long is “${word}”?`),
    options: days.map((number, at) => ({
      id: String(at + 1),
      label: say(locale, `最近${number}天`, `the last ${number} days`),
      value: `${DAYS}${number}`,
      aliases: [`${number}天`, `${number} days`, `last ${number} days`],
    })),
    allowText: true,
    span: { start, end, text },
  };
}

/** The period that the asker chose for a vague word; null for any other decision. */
export function daysBack(word: Pick<Unit, 'start' | 'end' | 'text'>, value: string, today: string): Unit | null {
  const number = value.startsWith(DAYS) ? value.slice(DAYS.length) : '';
  if (!/^\d{1,4}$/.test(number)) return null;
  const [period] = closedUnits(`last ${number} days`, today).filter(({ meaning }) => meaning.type === 'period');
  return period ? { ...word, meaning: period.meaning, form: 'dictionary', cost: DECIDED_COST } : null;
}
