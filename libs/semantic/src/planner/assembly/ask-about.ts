import { attributeLabel, enumerate, label, say, valueLabel } from '../answer/words';
import type { Attribute } from '../lexicon/model-view';
import type { Mention } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { type Stop, ask } from './step';

/** "name" where two things of the question have one. Nothing is asked when an earlier choice already says. */
export function tiedAttributes(reading: Reading, mention: Mention, attributes: Attribute[]): Stop {
  const word = mention.span.text;
  return ask({
    trigger: 'ambiguous_term',
    key: `attribute:${word}`,
    question: say(reading.locale, `“${word}”指的是哪一项？`, `Which one do you mean by “${word}”?`),
    options: attributes.map((attribute) => ({ label: qualifiedLabel(reading, attribute), value: attributeKey(attribute), aliases: [] })),
    span: mention.span,
  });
}

export function attributeKey(attribute: Attribute): string {
  return `${attribute.ref.table}.${attribute.ref.column}`;
}

export function qualifiedLabel(reading: Reading, attribute: Attribute): string {
  const owner = reading.lexicon.things.get(attribute.ref.table);
  const name = attributeLabel(attribute, reading.locale);
  const of = owner ? label(owner.label, reading.locale, owner.name.replaceAll('_', ' ')) : '';
  if (of === '' || name.startsWith(of)) return name;
  return say(reading.locale, `${of}的${name}`, `${of} ${name}`);
}

/** The same words are stored in several places, or stand for several stored values. */
export function tiedValues(reading: Reading, mention: Mention, found: { attribute: Attribute; value: string }[]): Stop {
  const word = mention.span.text;
  const texts = found.map(({ attribute, value }) => `${qualifiedLabel(reading, attribute)}${say(reading.locale, '为', ' is ')}${valueLabel(attribute, value, reading.locale)}`);
  return ask({
    trigger: 'ambiguous_value',
    key: `value:${word}`,
    question: say(reading.locale, `“${word}”有多种含义：${enumerate(texts, 'zh')}。您指的是哪一个？`, `“${word}” can mean several things. Which one do you mean?`),
    options: found.map(({ attribute, value }, at) => ({
      label: texts[at] ?? '', value: `${attributeKey(attribute)}=${value}`, aliases: [valueLabel(attribute, value, reading.locale), qualifiedLabel(reading, attribute)],
    })),
    span: mention.span,
  });
}
