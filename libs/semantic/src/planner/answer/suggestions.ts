import { plural } from '@querent/language';
import { timeColumnFor } from '../assembly/read-time';
import type { ModelMetric } from '../../model/semantic-model';
import { nameOf } from '../../model/things';
import type { Reading } from '../reading/reading';
import { attributeLabel, label, say, whatIs } from '../../wording/words';

/** Up to three questions that this model surely answers, in the asker's language. */
export function suggestions(reading: Reading): string[] {
  const { locale, model } = reading;
  const things = [...reading.lexicon.things.values()];
  const found: string[] = [];
  const metrics = Object.values(model.metrics).filter((one) => one.expression);
  const dated = metrics.find((one) => isDated(reading, one));
  const metric = dated ?? metrics[0];
  const thing = things.find((one) => one.kind === 'entity' && nameOf(one)) ?? things.find(nameOf);
  if (thing) {
    const name = label(thing.label, locale, thing.name.replaceAll('_', ' '));
    found.push(say(locale, `有多少个${name}？`, `How many ${plural(name)} are there?`));
    const dimension = thing.attributes.find((one) => one.role === 'dimension');
    if (dimension) found.push(say(locale, `按${attributeLabel(dimension, locale)}统计${name}数量`, `Number of ${plural(name)} by ${attributeLabel(dimension, locale)}`));
  }
  if (metric) {
    const name = label(metric.label, locale, metric.id.replaceAll('_', ' '));
    found.push(whatIs(locale, name, dated && { zh: '今年', en: 'this year' }));
  }
  return found.slice(0, 3);
}

/** Whether "this year" means one date of the metric's rows; of years alone this one may not be kept yet, and what has a name is dated by its founding. */
function isDated(reading: Reading, { table }: ModelMetric): boolean {
  const column = table === null ? null : timeColumnFor(reading, null, table);
  const lasts = reading.lexicon.things.get(table ?? '')?.attributes.some(({ role }) => role === 'name') === true;
  return !lasts && column !== null && !Array.isArray(column) && !column.isYear;
}
