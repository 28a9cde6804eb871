import { nameOf } from '../lexicon/name-of';
import type { Reading } from '../reading/reading';
import { attributeLabel, label, plural, say } from './words';

/** Up to three questions that this model surely answers, in the asker's language. */
export function suggestions(reading: Reading): string[] {
  const { locale, model } = reading;
  const things = [...reading.lexicon.things.values()].filter((thing) => nameOf(thing)).sort((a, b) => Number(b.kind === 'entity') - Number(a.kind === 'entity'));
  const found: string[] = [];
  const metric = Object.values(model.metrics).find((one) => one.expression);
  const [thing] = things;
  if (thing) {
    const name = label(thing.label, locale, thing.name.replaceAll('_', ' '));
    found.push(say(locale, `有多少个${name}？`, `How many ${plural(name)} are there?`));
    const dimension = thing.attributes.find((one) => one.role === 'dimension');
    if (dimension) found.push(say(locale, `按${attributeLabel(dimension, locale)}统计${name}数量`, `Number of ${plural(name)} by ${attributeLabel(dimension, locale)}`));
  }
  if (metric) found.push(say(locale, `今年的${label(metric.label, locale, metric.id)}是多少？`, `What is the ${label(metric.label, locale, metric.id)} this year?`));
  return found.slice(0, 3);
}
