import { attributeLabel, label, say, valueLabel } from '../../wording/words';
import { namesOf } from '../../model/things';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { chosenFor, type Reading } from '../reading/reading';
import { type Stop, ask } from './step';

/** "name" where two things of the question have one. `several` where the question could show or group by more than one of them. */
export function tiedAttributes(reading: Reading, mention: Mention, attributes: Attribute[], several = false): Stop {
  const word = mention.span.text;
  return ask({
    trigger: 'ambiguous_term',
    key: `attribute:${word}`,
    question: say(reading.locale, `“${word}”指的是哪一项？`, `Which one do you mean by “${word}”?`),
    options: attributes.map((attribute) => ({ label: qualifiedLabel(reading, attribute), ...described(reading, attribute), value: attributeKey(attribute), aliases: namesOf(attribute).map(({ name }) => name) })),
    ...(several ? { combinable: true } : {}),
    span: mention.span,
  });
}

function described(reading: Reading, { description }: Attribute): { description?: string } {
  const text = label(description ?? {}, reading.locale);
  return text === '' ? {} : { description: text };
}

/** Of several columns that a word may stand for, those that the asker chose; all of them while nothing was chosen. */
export function chosenAmong(reading: Reading, mention: Mention | null, attributes: Attribute[]): Attribute[] {
  const chosen = mention ? chosenFor(reading, `attribute:${mention.span.text}`) : [];
  const kept = attributes.filter((attribute) => chosen.includes(attributeKey(attribute)));
  return kept.length > 0 ? kept : attributes;
}

/** Whether the asker took several of the columns that a word may stand for. */
export function choseSeveral(reading: Reading, mention: Mention): boolean {
  return chosenFor(reading, `attribute:${mention.span.text}`).length > 1;
}

export function attributeKey(attribute: Attribute): string {
  return `${attribute.ref.table}.${attribute.ref.column}`;
}

export function qualifiedLabel(reading: Reading, attribute: Attribute): string {
  const owner = reading.lexicon.things.get(attribute.ref.table);
  const name = attributeLabel(attribute, reading.locale);
  const of = owner ? label(owner.label, reading.locale, owner.name.replaceAll('_', ' ')) : '';
  // "Amount of the refund" says already whose amount it is.
  if (of === '' || ` ${name} `.toLowerCase().includes(say(reading.locale, of, ` ${of} `).toLowerCase())) return name;
  return say(reading.locale, `${of}的${name}`, `${of} ${name}`);
}

/**
 * The same words are stored in several places, or stand for several stored values. Several may be taken together where
 * one row can be told by any of them: values of one column, or columns of the same rows.
 */
export function tiedValues(reading: Reading, mention: Mention, found: { attribute: Attribute; value: string }[], { single = false } = {}): Stop {
  const word = mention.span.text;
  const texts = found.map(({ attribute, value }) => `${qualifiedLabel(reading, attribute)}${say(reading.locale, '为', ' is ')}${valueLabel(attribute, value, reading.locale)}`);
  const owners = new Set(found.map(({ attribute }) => attribute.ref.table));
  return ask({
    trigger: 'ambiguous_value',
    key: `value:${word}`,
    question: say(reading.locale, texts.length === 2 ? `“${word}”可以是${texts.join('，也可以是')}，您指的是哪一个？` : `“${word}”有多种含义，您指的是哪一个？`, `“${word}” can mean several things. Which one do you mean?`),
    options: found.map(({ attribute, value }, at) => ({
      label: texts[at] ?? '', value: `${attributeKey(attribute)}=${value}`, aliases: [valueLabel(attribute, value, reading.locale), value, qualifiedLabel(reading, attribute), attributeLabel(attribute, reading.locale)],
    })),
    ...(!single && owners.size === 1 ? { combinable: true } : {}),
    span: mention.span,
  });
}
